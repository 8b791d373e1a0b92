import { bare, costOf, ours, withContenders, type RunningEntry } from "./chat-contenders.ts";
import { median, type Cost } from "./measure.ts";
import { formatRatio, type Bar } from "./report.ts";

/**
 * What Switchboard costs by the bare limit in several pairs of fresh processes, the least first. A process keeps what it
 * was dealt at its start, compiled code and memory layout: two of the same program differ by a tenth or more, and one pair
 * says little.
 */
export async function measureFreshPairs(
  pairs: number,
  measurePair: (running: readonly RunningEntry[]) => Promise<ReadonlyMap<string, Cost>>,
): Promise<readonly number[]> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const costs = await withContenders([bare, ours], measurePair);
    ratios.push(costOf(costs, ours).cpuUs / costOf(costs, bare).cpuUs);
  }
  return ratios.toSorted((a, b) => a - b);
}

export function describePairs(ratios: readonly number[]): string {
  const all = ratios.map((ratio) => formatRatio(ratio, 1)).join(", ");
  return `Switchboard by the bare limit, in ${ratios.length} pairs of fresh processes: ${all}.`;
}

export function pairsBar(promise: string, ratios: readonly number[], most: number): Bar {
  const ratio = median(ratios);
  const measured = `${formatRatio(ratio, 1)}, the median of ${ratios.length} pairs of fresh processes`;
  return { promise, measured, kept: ratio <= most };
}
