import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { rolldown } from "rolldown";

// A file that was renamed must not live on in the package.
rmSync("dist", { recursive: true, force: true });
execFileSync("tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });

/** All modules that come with a module: itself, and what it imports, over and over. What is loaded later is not in it. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  const path = resolve(file);
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(path, "utf8").matchAll(
    /^(?:import|export)\s+(?!type\s)[^;]*?from\s+"(\.[^"]+)"/gm,
  );
  for (const [, specifier = ""] of imports) modulesOf(resolve(dirname(path), specifier), found);
  return found;
}

/**
 * Few files instead of hundreds: loading modules one by one would be most of a short program's start. What comes with
 * `whole` is one file.
 */
async function bundle(input: Record<string, string>, chunkFolder: string, whole: string): Promise<void> {
  const core = modulesOf(whole);
  const build = await rolldown({
    input,
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    platform: "node",
  });
  await build.write({
    dir: "dist",
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
await bundle(
  Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  "shared",
  "src/switchboard.ts",
);

// Apart from the library, as a command has a core of its own.
const programs = { cli: "src/cli/main.ts", "zwave-mcp-server": "src/house/zwave-mcp-server.ts" };
await bundle(programs, "cli", "src/cli/session.ts");
