import { messageOf } from "../calls/failure.ts";
import type { FileTrust } from "../config/trust-store.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** Who cannot be remembered as trusted is asked about again; what was to be done is done all the same. */
export function rememberTrust(
  { trust }: FileTrust,
  file: string,
  hash: string,
  { tell, style }: Terminal,
): void {
  try {
    trust(file, hash);
  } catch (error) {
    const problem = `That ${file} is trusted cannot be remembered: ${messageOf(error)}`;
    tell(`${style.yellow("!")} ${sanitize(problem)}`);
  }
}
