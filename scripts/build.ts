import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { rolldown } from "rolldown";

// A file that was renamed must not live on in the package.
rmSync("dist", { recursive: true, force: true });
execFileSync("tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });

const entries = ["index", "ollama", "openai", "langchain", "mcp", "operator", "house", "voice", "testing"];
const programs = { cli: "src/cli/main.ts", "zwave-mcp-server": "src/house/zwave-mcp-server.ts" };

// Few files instead of two hundred: loading modules one by one would be most of a short command's start.
const bundle = await rolldown({
  input: { ...Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])), ...programs },
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  platform: "node",
});
await bundle.write({ dir: "dist", format: "esm", sourcemap: true, chunkFileNames: "shared/[name].js" });
