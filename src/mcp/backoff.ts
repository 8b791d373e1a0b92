/** The longest pause between two attempts. */
const longestPauseMs = 60_000;

/** None before the first attempt, then the given one, doubled each time (MCP-2). */
export function pauseBefore(attempt: number, retryDelayMs: number): number {
  return attempt <= 1 ? 0 : Math.min(retryDelayMs * 2 ** (attempt - 2), longestPauseMs);
}
