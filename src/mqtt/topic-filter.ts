/** Whether a subscription's filter takes a topic: `+` is one level, `#` at the end is all that are left, even none. */
export function matchesFilter(filter: string, topic: string): boolean {
  const wanted = filter.split("/");
  const levels = topic.split("/");
  // Topics such as $SYS/… are the broker's own; a wildcard in front does not mean them.
  if (topic.startsWith("$") && (wanted[0] === "#" || wanted[0] === "+")) return false;
  for (const [index, want] of wanted.entries()) {
    if (want === "#") return true;
    if (index >= levels.length || (want !== "+" && want !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}
