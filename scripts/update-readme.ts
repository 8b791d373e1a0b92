// Puts the examples, and what they print, into the README; test/readme.test.ts holds the two together.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const readme = readFileSync("README.md", "utf8");
const block = (kind: string, language: string) =>
  new RegExp(`(<!-- ${kind}: (\\S+) -->\\n\`\`\`${language}\\n)[\\s\\S]*?\`\`\``, "g");

const updated = readme
  .replaceAll(block("example", "ts"), (_, start: string, file: string) => {
    return `${start}${readFileSync(file, "utf8")
      .replaceAll("../src/index.ts", "tool-switchboard")
      .replaceAll(/\.\.\/src\/(\w+)\.ts/g, "tool-switchboard/$1")}\`\`\``;
  })
  .replaceAll(block("output", "text"), (_, start: string, file: string) => {
    return `${start}${execFileSync(process.execPath, [file], { encoding: "utf8" })}\`\`\``;
  });
writeFileSync("README.md", updated);
