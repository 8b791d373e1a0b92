import type { JSONRPCErrorResponse } from "@modelcontextprotocol/client";
import type { OversizedLine } from "./line-reader.ts";

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const scalar = String.raw`(?:${string}|-?\d[\d.eE+-]*|true|false|null)`;
const pair = String.raw`${string}\s*:\s*${scalar}`;

/** Keys with plain values from the first brace on, as far as they go. */
const atStart = new RegExp(String.raw`^\s*\{\s*((?:${pair}\s*,\s*)*)`);
/** Keys with plain values up to the last brace. That brace ends the message, so these are the message's own keys. */
const atEnd = new RegExp(String.raw`[{,]\s*(${pair}(?:\s*,\s*${pair})*)\s*\}\s*$`);

/** A number that JSON-RPC leaves to implementations. */
const tooLargeCode = -32_000;

/** What the caller gets in place of an answer too long to be read; undefined if the line answers nobody. */
export function toTooLargeResponse(line: OversizedLine, maxBytes: number): JSONRPCErrorResponse | undefined {
  const id = toAnsweredId(line);
  if (id === undefined) return undefined;
  const message = `The server's answer is too large: ${line.bytes} bytes, and at most ${maxBytes} are read`;
  return { jsonrpc: "2.0", id, error: { code: tooLargeCode, message } };
}

/**
 * Which request a line too long to be read answers. Writers put `id` first or last, so that the ends of the line are
 * enough. Undefined if they do not tell, or if the line is a request of the server's own.
 */
export function toAnsweredId(line: OversizedEnds): string | number | undefined {
  const own = readOwnKeys(line);
  return "method" in own ? undefined : toId(own);
}

/** Which request a line too long to be read asks, for those who are asked. */
export function toAskedId(line: OversizedEnds): string | number | undefined {
  const own = readOwnKeys(line);
  return "method" in own ? toId(own) : undefined;
}

type OversizedEnds = Pick<OversizedLine, "head" | "tail">;

function readOwnKeys(line: OversizedEnds): Record<string, unknown> {
  const start = atStart.exec(line.head);
  if (start === null) return {};
  return { ...toObject(start[1]?.trim().replace(/,$/, "")), ...toObject(atEnd.exec(line.tail)?.[1]) };
}

function toId({ id }: Record<string, unknown>): string | number | undefined {
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function toObject(pairs: string | undefined): Record<string, unknown> {
  if (pairs === undefined) return {};
  try {
    return JSON.parse(`{${pairs}}`) as Record<string, unknown>;
  } catch {
    return {};
  }
}
