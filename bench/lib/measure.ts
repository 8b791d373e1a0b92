/** What a piece of work cost, in microseconds. CPU is user and system time of all threads of the process. */
export interface Cost {
  readonly cpuUs: number;
  readonly wallUs: number;
}

/** Garbage is collected when V8 sees fit: a forced collection throws compiled code away and falsifies short rounds. */
export async function measure(work: () => unknown): Promise<Cost> {
  const wallBefore = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  await work();
  const cpu = process.cpuUsage(cpuBefore);
  const wallNs = process.hrtime.bigint() - wallBefore;
  return { cpuUs: cpu.user + cpu.system, wallUs: Number(wallNs) / 1000 };
}

export function costPer(cost: Cost, times: number): Cost {
  return { cpuUs: cost.cpuUs / times, wallUs: cost.wallUs / times };
}

export function medianCost(costs: readonly Cost[]): Cost {
  return { cpuUs: median(costs.map((cost) => cost.cpuUs)), wallUs: median(costs.map((cost) => cost.wallUs)) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("Nothing was measured: there is no median of no values.");
  return middle;
}
