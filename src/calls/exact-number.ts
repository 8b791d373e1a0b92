/** Longer than the largest number written out in full. */
const maxNumberLength = 400;

/** JSON's notation only, and only what is the same number afterwards: `12345678901234567890` would not be. */
export function readExactNumber(text: string): number | undefined {
  if (text.length > maxNumberLength) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  const written = toDecimal(text);
  return written !== undefined && written === toDecimal(String(number)) ? number : undefined;
}

/** A number's value as text, the same for every way to write it: `12.50`, `1.25e1` → `125e-1`. */
function toDecimal(text: string): string | undefined {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

const spellings = new WeakMap<object, Map<string, string>>();

/**
 * Remembers how a model wrote a number where JavaScript writes it otherwise. As a number `1.10` is 1.1; where a text
 * is wanted it is `"1.10"` (FIX-2).
 */
export function keepSpelling(container: object, key: string, spelling: string): void {
  const known = spellings.get(container);
  if (known === undefined) spellings.set(container, new Map([[key, spelling]]));
  else known.set(key, spelling);
}

/** `undefined` where the number is written as JavaScript writes it, or came without a text. */
export function spellingOf(container: object, key: string): string | undefined {
  return spellings.get(container)?.get(key);
}
