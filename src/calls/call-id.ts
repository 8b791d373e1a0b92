/** An id for a call that came without one. OpenAI takes at most 40 characters, so the hyphens go. */
export function createCallId(): string {
  return `call_${crypto.randomUUID().replaceAll("-", "")}`;
}
