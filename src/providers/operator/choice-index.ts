import type { KnownValue } from "./known-values.ts";

/** What is looked up in a list of values, made once for the list. */
interface ValueIndex {
  readonly byFirst: ReadonlyMap<
    string,
    readonly { readonly name: readonly string[]; readonly value: unknown }[]
  >;
  readonly stems: ReadonlySet<string>;
  /** The values of which a part can be said, each with all of its stems. */
  readonly divisible: readonly { readonly value: unknown; readonly stems: ReadonlySet<string> }[];
}

const indexed = new WeakMap<readonly KnownValue[], ValueIndex>();

export function indexOf(values: readonly KnownValue[]): ValueIndex {
  let index = indexed.get(values);
  if (index === undefined) {
    const names = values.flatMap(({ value, names: all }) => all.map((name) => ({ name, value })));
    index = {
      byFirst: Map.groupBy(names, ({ name }) => name[0] ?? ""),
      stems: new Set(names.flatMap(({ name }) => name)),
      divisible: values
        .filter(({ names: all }) => all.some(({ length }) => length > 1))
        .map(({ value, names: all }) => ({ value, stems: new Set(all.flat()) })),
    };
    indexed.set(values, index);
  }
  return index;
}
