/**
 * Control characters (all but newline and tab) could move the cursor, change colours or rename the window; marks
 * that turn the direction of writing could show a text as another.
 */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of a model, a tool or a server as it may reach a terminal: what would command the terminal is shown instead.
 * One character at a time, so that a sequence which arrives in pieces is as harmless as one that arrives whole.
 */
export function sanitize(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.charCodeAt(0);
    if (code === 0x0d) return "";
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "␡" : "\ufffd";
  });
}
