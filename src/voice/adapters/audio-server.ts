import { SwitchboardError } from "../../errors.ts";

export interface AudioServer {
  /** Up to and with the version, as in `http://localhost:8000/v1`. */
  readonly url: string;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
}

/** Sends one request under a time limit; an answer that is no success is an error with the server's own words. */
export async function requestAudio(
  { url, apiKey, timeoutMs = 30_000 }: AudioServer,
  path: string,
  { body, headers = {} }: { body: string | FormData; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<Response> {
  const target = `${url.replace(/\/+$/, "")}/${path}`;
  const limit = AbortSignal.timeout(timeoutMs);
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  let response: Response;
  try {
    response = await fetch(target, {
      method: "POST",
      body,
      headers: { ...headers, ...authorization },
      signal: AbortSignal.any([signal, limit]),
    });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted)
      throw new SwitchboardError("timeout", `${target} did not answer in ${timeoutMs} ms`, { cause });
    throw new SwitchboardError("unreachable", `${target} cannot be reached: is the server running?`, {
      cause,
    });
  }
  if (response.ok) return response;
  const words = (await response.text()).slice(0, 500);
  const code = response.status === 401 || response.status === 403 ? "unauthorized" : "server_error";
  throw new SwitchboardError(code, `${target} answered ${response.status}: ${words}`);
}

/** For an answer that is a success and yet not what was asked for: a page, or another kind of file. */
export function unexpectedAnswer({ url, headers }: Response, expected: string): SwitchboardError {
  const type = headers.get("content-type") ?? "something of no type";
  return new SwitchboardError(
    "server_error",
    `${url} answered with ${type}, and not with ${expected}: is the address that of a speech server?`,
  );
}
