/** The steps of a JSON Pointer: `/lamp/level` → `["lamp", "level"]`. */
export function parsePointer(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return pointer.includes("~")
    ? steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : steps;
}

export function toPointer(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
