import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isPlainObject } from "../../schema/json-schema.ts";
import { withoutByteOrderMark } from "./byte-order-mark.ts";

/** A number that JSON-RPC leaves to implementations. */
const unreadableCode = -32_000;

/** A JSON-RPC message, or undefined for a line that is none. */
export function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(line));
    if (!isPlainObject(value) || value["jsonrpc"] !== "2.0") return undefined;
    return isUnreadableAnswer(value) ? toErrorResponse(value) : (value as unknown as JSONRPCMessage);
  } catch {
    return undefined;
  }
}

type Answer = Record<string, unknown> & { readonly id: string | number };

/** The client would drop such an answer with a word to nobody, and the call would wait until its time is up. */
function isUnreadableAnswer(message: Record<string, unknown>): message is Answer {
  const { method, id, result, error } = message;
  if (method !== undefined || (typeof id !== "string" && typeof id !== "number")) return false;
  return !isPlainObject(result) && !isReadableError(error);
}

function isReadableError(error: unknown): boolean {
  return isPlainObject(error) && Number.isInteger(error["code"]) && typeof error["message"] === "string";
}

function toErrorResponse({ id, result, error }: Answer): JSONRPCMessage {
  const given = (JSON.stringify(error ?? result) ?? "nothing").slice(0, 200);
  const message = `The server's answer cannot be read: neither a result nor an error, but ${given}`;
  return { jsonrpc: "2.0", id, error: { code: unreadableCode, message } };
}
