/** `30s`, `1.5s`, `250ms`: short, for people and models. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)}ms`;
  return `${Number((durationMs / 1_000).toFixed(1))}s`;
}
