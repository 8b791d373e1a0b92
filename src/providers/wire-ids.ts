import { toSafeText } from "./wire-names.ts";

/** The id of a call as a server takes it: the same for the call and for its result. */
export type ToWireId = (id: string) => string;

/** Most servers take any id, and some look into their own again: what a proxy has put into one must come back whole. */
export const sameId: ToWireId = (id) => id;

const maxLength = 40;

/** OpenAI refuses ids that are longer, such as those of a conversation that began on another server. */
export const toOpenAIId: ToWireId = (id) => (id.length <= maxLength ? id : toSafeText(id, maxLength));

/** Anthropic refuses ids with other characters, such as the `functions.add:0` of some servers. */
export const toAnthropicId: ToWireId = (id) => (/^[a-zA-Z0-9_-]+$/.test(id) ? id : toSafeText(id, maxLength));
