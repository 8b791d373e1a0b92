import { SwitchboardError } from "../errors.ts";

const protocols = new Set(["mqtt:", "mqtts:", "tcp:", "tls:", "ssl:", "ws:", "wss:"]);

export interface BrokerUrl {
  /** Without credentials: safe to log. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** Takes `mqtt://user:secret@host:1883` apart. */
export function parseBrokerUrl(text: string): BrokerUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.has(url.protocol) || url.host === "") {
    // The text itself may hold a password and is not repeated.
    throw new SwitchboardError(
      "invalid_option",
      "The broker's address must be such as mqtt://localhost:1883 or mqtts://host:8883",
    );
  }
  const username = decode(url.username);
  const password = decode(url.password);
  url.username = "";
  url.password = "";
  return { url: url.href, username, password };
}

function decode(text: string): string | undefined {
  if (text === "") return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // A "%" that was meant as it stands.
    return text;
  }
}
