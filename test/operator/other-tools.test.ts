import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperator } from "../../src/operator.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { collect } from "./collect.ts";
import { defineTool as define } from "./define-tool.ts";

const text = { type: "string" };
/** As the servers for files and repositories have them; nothing in the operator was made for any of these. */
const tools: readonly Tool[] = [
  define("read_file", "Read the complete contents of a file from the file system.", { path: text }),
  define("write_file", "Create a new file or completely overwrite an existing file with new content.", {
    path: text,
    content: text,
  }),
  define("list_directory", "Get a detailed listing of all files and directories in a path.", { path: text }),
  define("create_directory", "Create a new directory or ensure a directory exists.", { path: text }),
  define("move_file", "Move or rename files and directories.", { source: text, destination: text }),
  define("list_allowed_directories", "Returns the directories that this server is allowed to access."),
  define("delete_file", "Deletes a file.", { path: text }),
  define(
    "list_issues",
    "List issues in a repository",
    { owner: text, repo: text, state: { type: "string", enum: ["open", "closed", "all"] } },
    ["owner", "repo"],
  ),
  define("close_issue", "Close an issue", { issue_number: { type: "integer" } }),
  define("restart_server", "Restarts the server", { force: { type: "boolean" } }, []),
  define("deploy", "Deploys an application to an environment.", {
    application: text,
    environment: { enum: ["staging", "production"] },
  }),
  define("reboot_machine", "Reboots the machine."),
];

async function operate(content: string) {
  const [chunk] = await collect(createOperator().stream([{ role: "user", content }], { tools }));
  const calls = chunk?.toolCalls.map(({ name, argumentsDelta }) => [name, JSON.parse(argumentsDelta)]);
  return { calls, said: chunk?.delta ?? "" };
}

test("tools that it was not made for are called by what their schemas say", async () => {
  const cases: Readonly<Record<string, readonly (readonly [name: string, args: object])[]>> = {
    "read the file notes.txt": [["read_file", { path: "notes.txt" }]],
    "show me the file /etc/hosts": [["read_file", { path: "/etc/hosts" }]],
    "list the directory src": [["list_directory", { path: "src" }]],
    "create a directory called build": [["create_directory", { path: "build" }]],
    "move a.txt to b.txt": [["move_file", { source: "a.txt", destination: "b.txt" }]],
    "delete the file a.txt": [["delete_file", { path: "a.txt" }]],
    "delete file a.txt and file b.txt": [
      ["delete_file", { path: "a.txt" }],
      ["delete_file", { path: "b.txt" }],
    ],
    'write "hello" to the file notes.txt': [["write_file", { path: "notes.txt", content: "hello" }]],
    "list allowed directories": [["list_allowed_directories", {}]],
    "close issue 42": [["close_issue", { issue_number: 42 }]],
    "close issues 42 and 43": [
      ["close_issue", { issue_number: 42 }],
      ["close_issue", { issue_number: 43 }],
    ],
    "deploy the shop to production": [["deploy", { application: "shop", environment: "production" }]],
    "please reboot the machine": [["reboot_machine", {}]],
    "restart the server": [["restart_server", {}]],
  };
  for (const [request, expected] of Object.entries(cases)) {
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual((await operate(request)).calls, expected, request);
  }
});

test("what they need is asked for", async () => {
  for (const request of [
    "deploy shop",
    "deploy to staging",
    "list open issues",
    "read a file",
    "close an issue",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const { calls, said } = await operate(request);
    assert.deepEqual(calls, [], request);
    assert.match(said, /\?$/, request);
  }
});

test("what is not understood to the last word is not done", async () => {
  for (const request of [
    "don't delete the file a.txt",
    "delete everything",
    "the machine rebooted",
    "rebooting the machine",
    "reboot the machine tomorrow",
    "reboot the machine unless somebody is logged in",
    "should I reboot the machine?",
    "restart the other server",
    "restart the server when you have time",
    "I wonder whether to restart the server",
    "is the server restarted?",
    "close all issues",
    "close the window",
    "what would it take to deploy the shop to production",
    "deploy the shop to mars",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    assert.deepEqual((await operate(request)).calls, [], request);
  }
});
