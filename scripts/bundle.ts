import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");

/** All modules that come with a module: itself, and what it imports, over and over. What is loaded later is not in it. */
function modulesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(path, "utf8").matchAll(
    /^(?:import|export)\s+(?!type\s)[^;]*?from\s+"(\.[^"]+)"/gm,
  );
  for (const [, specifier = ""] of imports) modulesOf(resolve(dirname(path), specifier), found);
  return found;
}

interface Bundle {
  /** The files to be made, and what each is made from. */
  readonly input: Readonly<Record<string, string>>;
  /** What comes with this module is one file. */
  readonly whole: string;
  readonly chunkFolder: string;
}

/** Few files instead of hundreds: loading modules one by one would be most of a short program's start. */
async function bundle({ input, whole, chunkFolder }: Bundle, folder: string): Promise<void> {
  const core = modulesOf(join(root, whole));
  const build = await rolldown({
    cwd: root,
    input: { ...input },
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    platform: "node",
  });
  await build.write({
    dir: folder,
    format: "esm",
    sourcemap: true,
    chunkFileNames: `${chunkFolder}/[name].js`,
    codeSplitting: {
      groups: [
        { name: "version", test: /package-version/, priority: 2 },
        { name: "core", test: (id) => core.has(id), priority: 1 },
      ],
    },
  });
}

const entries = ["index", "ollama", "openai", "langchain", "mcp", "operator", "house", "voice", "testing"];

export async function bundleLibrary(folder: string): Promise<void> {
  const input = Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`]));
  await bundle({ input, whole: "src/switchboard.ts", chunkFolder: "shared" }, folder);
}

/** Apart from the library, as a command has a core of its own. */
export async function bundlePrograms(folder: string): Promise<void> {
  const input = { cli: "src/cli/main.ts", "zwave-mcp-server": "src/house/zwave-mcp-server.ts" };
  await bundle({ input, whole: "src/cli/session.ts", chunkFolder: "cli" }, folder);
}
