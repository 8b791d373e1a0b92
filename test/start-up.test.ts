import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";

/** Lists the packages that a program has loaded at its end, from the CommonJS cache and from module loading. */
function packagesLoadedBy(program: string): string[] {
  const hooks = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
        if (name !== undefined) loaded.add(name);
        return next(url, context);
      },
    });
    process.on("exit", () => process.stdout.write(JSON.stringify([...loaded])));
  `;
  const output = execFileSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(hooks)}`,
      "--input-type=module-typescript",
      "--eval",
      program,
    ],
    { cwd: join(import.meta.dirname, ".."), encoding: "utf8" },
  );
  return JSON.parse(output) as string[];
}

test("importing the library loads no package at all", () => {
  assert.deepEqual(packagesLoadedBy(`import "./src/index.ts";`), []);
});

test("the check itself sees packages: the first validated call loads ajv", () => {
  const loaded = packagesLoadedBy(`
    import { createSwitchboard, builtinTools } from "./src/index.ts";
    const board = createSwitchboard({ tools: builtinTools, log: false });
    await board.executor.execute({ id: "1", name: "echo", args: { text: "hi" } });
  `);
  assert.ok(loaded.includes("ajv"), loaded.join());
  assert.deepEqual(
    loaded.filter((name) => /langchain|zod|pino|re2js/.test(name)),
    [],
  );
});
