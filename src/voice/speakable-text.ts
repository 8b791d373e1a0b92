/** What can be said aloud of a text that was written for the eye: no Markdown, no emoji, no addresses. */
export function toSpeakable(text: string): string {
  return (
    text
      .replaceAll(/^\s*(?:#{1,6}\s+|[-*+•]\s+|>\s?|\|)/gm, "")
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/https?:\/\/\S+/g, "")
      .replaceAll(/\*{1,3}|~~|`+|(?<!\w)_{1,2}|_{1,2}(?!\w)/g, "")
      .replaceAll(/\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*/gu, "")
      .replaceAll("°C", " degrees Celsius")
      .replaceAll("°F", " degrees Fahrenheit")
      .replaceAll("°", " degrees")
      .replaceAll("%", " percent")
      .replaceAll(/\s+/g, " ")
      .trim()
      // Punctuation alone has no sound, and some programs choke on it.
      .replace(/^[^\p{L}\p{N}]+$/u, "")
  );
}
