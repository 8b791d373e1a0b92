/** The end of what a server wrote, short enough for a sentence: whole lines where there are any. */
export function lastLines(text: string, maxLength = 500): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxLength) return trimmed;
  const end = trimmed.slice(-maxLength);
  const lineStart = end.indexOf("\n") + 1;
  return `…${end.slice(lineStart)}`;
}
