import type { Idle } from "./clause.ts";
import type { Reading } from "./reading.ts";

/** What a sentence comes to, before any words are found for it. */
export type Understanding =
  /** Whole or with something missing, one for each request in the sentence. */
  | { readonly kind: "requests"; readonly readings: readonly Reading[] }
  /** Readings of equal right. */
  | { readonly kind: "tie"; readonly readings: readonly Reading[] }
  | { readonly kind: "idle"; readonly reason: Idle | "too_long" | "empty" }
  | { readonly kind: "nothing"; readonly nearest?: Reading };

export const isWhole = (readings: readonly Reading[]): boolean =>
  readings.every(({ missing }) => missing.length === 0);
