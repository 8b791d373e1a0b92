/** Something a schema said that its converted form does not say as a schema any more (FMT-10). */
export interface Loss {
  /** JSON Pointer to the place in the schema; `""` is the schema as a whole. */
  readonly path: string;
  readonly keyword: string;
  /** How it is said now; `""` where it was dropped. */
  readonly kept: string;
}

/** The step to a name or index, to be appended to a JSON Pointer. */
export function pointerStep(name: string | number): string {
  const step = String(name);
  return /[~/]/.test(step) ? `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}` : `/${step}`;
}

/** A tool's losses for a person to read: one line per place, `""` where nothing was lost. */
export function describeLosses(toolName: string, provider: string, losses: readonly Loss[]): string {
  if (losses.length === 0) return "";
  const lines = [...groupByOutcome(losses)].map(
    ([outcome, keywords]) => `  ${keywords.join(", ")} ${outcome}`,
  );
  return `Tool "${toolName}": ${provider} cannot take its schema as it stands.\n${lines.join("\n")}`;
}

/** Keywords that are said together, as `minimum` and `maximum` are, make one line. */
function groupByOutcome(losses: readonly Loss[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path, keyword, kept } of losses) {
    const outcome = `at ${path === "" ? "the top" : path}: ${kept === "" ? "dropped" : `now said as "${kept}"`}`;
    const keywords = groups.get(outcome) ?? [];
    keywords.push(keyword);
    groups.set(outcome, keywords);
  }
  return groups;
}
