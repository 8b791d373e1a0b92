import { Writable } from "node:stream";

export interface ProtocolStdout {
  /** The way to the real stdout. */
  readonly output: Writable;
  readonly release: () => void;
}

/**
 * Keeps stdout for the protocol alone (MCP-9): what anything else in this process prints, such as a tool's
 * console.log, goes to stderr until it is released.
 */
export function claimStdout(): ProtocolStdout {
  const { stdout, stderr } = process;
  // Kept as it is, for the assignment at the end; it is called on its stream.
  // oxlint-disable-next-line typescript/unbound-method
  const original = stdout.write;
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, encoding, done) => void original.call(stdout, chunk, encoding, done),
  });
  // A client that went away is reported by `output`. Unheard, the same error on stdout would end the process.
  stdout.on("error", (error) => output.destroy(error));
  stdout.write = stderr.write.bind(stderr);
  return {
    output,
    release: () => {
      stdout.write = original;
    },
  };
}
