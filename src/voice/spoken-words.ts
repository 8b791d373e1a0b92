const small = (
  "zero one two three four five six seven eight nine ten eleven twelve " +
  "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split(" ");
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** The words that a name is said with: `Switch_2` → switch two, `kitchenLamp` → kitchen lamp, `°C` → nothing. */
export function toSpokenWords(text: string): string[] {
  const parts = text
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll("%", " percent ")
    .replaceAll("’", "'")
    .toLowerCase()
    .match(/\d+|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu);
  return (parts ?? []).flatMap((part) => (/^\d/.test(part) ? toNumberWords(part) : [part]));
}

/** Up to a hundred as one number; what is longer, or begins with a zero, digit by digit, as people say a code. */
function toNumberWords(digits: string): string[] {
  const value = Number(digits);
  if (value > 100 || String(value) !== digits)
    return Array.from(digits, (digit) => small[Number(digit)] ?? "");
  if (value === 100) return ["one", "hundred"];
  const word = small[value];
  if (word !== undefined) return [word];
  const unit = value % 10;
  return [tens[Math.floor(value / 10)] ?? "", ...(unit === 0 ? [] : [small[unit] ?? ""])];
}
