import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

/** The built-in modules that a program has loaded at its end. */
function builtinsLoadedBy(program: string): string[] {
  const report = 'process.on("exit", () => process.stdout.write(JSON.stringify(process.moduleLoadList)));';
  const output = execFileSync(
    process.execPath,
    ["--input-type=module-typescript", "--eval", report + program],
    {
      cwd: join(import.meta.dirname, "../.."),
      encoding: "utf8",
    },
  );
  return (JSON.parse(output) as string[]).map((name) => name.replace("NativeModule ", ""));
}

test("importing the backend loads neither HTTP nor undici nor TLS", () => {
  const loaded = builtinsLoadedBy('import "./src/ollama.ts";');
  assert.deepEqual(
    loaded.filter((name) => /undici|^http$|^https$|^tls$/.test(name)),
    [],
  );
});

test("a request to a plain server loads none of them either", () => {
  const loaded = builtinsLoadedBy(`
    import { OllamaBackend } from "./src/ollama.ts";
    await new OllamaBackend({ host: "127.0.0.1:1" }).health();
  `);
  assert.deepEqual(
    loaded.filter((name) => /undici|^http$|^https$|^tls$/.test(name)),
    [],
  );
});
