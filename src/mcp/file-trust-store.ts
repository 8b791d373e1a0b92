import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { SwitchboardError } from "../errors.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import { toolParts, type KnownTools, type ToolFingerprint, type TrustStore } from "./trust.ts";

type KnownServers = Map<string, KnownTools>;

/** Keeps what is known about servers' tools in a JSON file, from one run of the program to the next. */
export class FileTrustStore implements TrustStore {
  readonly #path: string;
  /** One after the other: each save reads the file anew, as servers are saved one by one. */
  #saving: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  async load(server: string): Promise<KnownTools> {
    return (await this.#read()).get(server) ?? new Map<string, ToolFingerprint>();
  }

  save(server: string, tools: KnownTools): Promise<void> {
    const saved = this.#saving.then(() => this.#write(server, tools));
    this.#saving = saved.catch(() => {});
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
