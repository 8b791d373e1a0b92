import assert from "node:assert/strict";
import test from "node:test";
import { readChildEnvironment } from "./child-environment.ts";

test("[MCP-18] a child's environment is what a program needs to run, and no secret", () => {
  const variables = {
    PATH: "/bin",
    HOME: "/home/me",
    LANG: "de_DE.UTF-8",
    LC_ALL: "C",
    TMPDIR: "/tmp",
    OPENAI_API_KEY: "secret",
    NODE_OPTIONS: "--require ./x.js",
    XPATH: "no",
    LC_secret: "no",
    TERM: undefined,
  };
  assert.deepEqual(readChildEnvironment(variables, "linux"), {
    PATH: "/bin",
    HOME: "/home/me",
    LANG: "de_DE.UTF-8",
    LC_ALL: "C",
    TMPDIR: "/tmp",
  });
});

test("[MCP-18] names on Windows are the same in any case", () => {
  const variables = {
    Path: String.raw`C:\bin`,
    "ProgramFiles(x86)": "x",
    SystemRoot: "y",
    HOME: "z",
    TOKEN: "t",
  };
  assert.deepEqual(readChildEnvironment(variables, "win32"), {
    Path: String.raw`C:\bin`,
    "ProgramFiles(x86)": "x",
    SystemRoot: "y",
  });
});

test("[MCP-18] a function that a shell has exported is not passed on", () => {
  assert.deepEqual(readChildEnvironment({ SHELL: "() { :; }; echo" }, "linux"), {});
});
