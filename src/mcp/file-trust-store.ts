import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { SwitchboardError } from "../errors.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import { toolParts, type KnownTools, type ToolFingerprint, type TrustStore } from "./trust.ts";

type KnownServers = Map<string, KnownTools>;

/** The last save of each file, whichever store it belongs to. */
const saves = new Map<string, Promise<void>>();

/** Keeps what is known about servers' tools in a JSON file, from one run of the program to the next. */
export class FileTrustStore implements TrustStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = resolve(path);
  }

  async load(server: string): Promise<KnownTools> {
    return (await this.#read()).get(server) ?? new Map<string, ToolFingerprint>();
  }

  /** One after the other, for all stores of a file: each save reads it anew, as servers are saved one by one. */
  save(server: string, tools: KnownTools): Promise<void> {
    const saved = (saves.get(this.#path) ?? Promise.resolve()).then(() => this.#write(server, tools));
    // Who saves next does not care how this one ended.
    const settled = saved
      .catch(() => {})
      .finally(() => {
        if (saves.get(this.#path) === settled) saves.delete(this.#path);
      });
    saves.set(this.#path, settled);
    return saved;
  }

  async #write(server: string, tools: KnownTools): Promise<void> {
    const servers = (await this.#read()).set(server, tools);
    const content = Object.fromEntries(
      [...servers].map(([name, known]) => [name, Object.fromEntries(known)]),
    );
    await mkdir(dirname(this.#path), { recursive: true });
    // Written beside it and then put in its place: nobody ever reads half a file.
    const draft = `${this.#path}.${process.pid}.tmp`;
    await writeFile(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
    await rename(draft, this.#path);
  }

  async #read(): Promise<KnownServers> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
      throw error;
    }
    return parseKnownServers(text, this.#path);
  }
}

/** A file that cannot be read is not taken for an empty one: every tool would be trusted anew. */
function parseKnownServers(text: string, path: string): KnownServers {
  const unreadable = (cause?: unknown) =>
    new SwitchboardError(
      "invalid_trust_file",
      `${path} cannot be read as a list of known tools. Mend it, or delete it to trust all tools as they are now`,
      { cause },
    );
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw unreadable(error);
  }
  if (!isPlainObject(content)) throw unreadable();
  return new Map(
    Object.entries(content).map(([server, tools]) => {
      if (!isPlainObject(tools) || !Object.values(tools).every(isFingerprint)) throw unreadable();
      return [server, new Map(Object.entries(tools) as [string, ToolFingerprint][])];
    }),
  );
}

function isFingerprint(value: unknown): value is ToolFingerprint {
  return isPlainObject(value) && toolParts.every((part) => typeof value[part] === "string");
}
