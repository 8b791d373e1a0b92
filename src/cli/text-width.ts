let segmenter: Intl.Segmenter | undefined;

/** What a reader sees as one character each. Made when it is needed: that takes longer than most of a start. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** Every character takes one column. */
const plain = /^[\u0020-\u007e]*$/;

/** Characters that take two columns: East Asian ones, and what is shown as an emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
/** Marks that stand on the character before them, and characters that are not shown. */
const none = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** How many columns of a terminal a text without control characters takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += widthOfGrapheme(segment);
  return width;
}

/** As much of a line as fits, with an ellipsis where something is missing. */
export function cutToWidth(line: string, width: number): string {
  if (line.length <= width && plain.test(line)) return line;
  let used = 0;
  let kept = "";
  for (const { segment } of graphemesOf(line)) {
    const more = widthOfGrapheme(segment);
    // The last column is the ellipsis's, unless nothing follows.
    if (used + more > width - 1 && kept.length + segment.length < line.length) return `${kept}…`;
    if (used + more > width) return `${kept}…`;
    used += more;
    kept += segment;
  }
  return kept;
}

export function padToWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

function widthOfGrapheme(grapheme: string): number {
  if (none.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
