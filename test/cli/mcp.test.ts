import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { createPlace, run, sideBySide } from "./support.ts";

const server = join(import.meta.dirname, "fixtures", "lamp-server.ts");

suite("servers", sideBySide, () => {
  test("a server is added, tested and used", async (t) => {
    const place = createPlace(t);
    const file = join(place.folder, ".mcp.json");
    const added = await run(place, [
      "mcp",
      "add",
      "-e",
      "A=b=c",
      "zwave",
      "--",
      process.execPath,
      server,
      "--flag",
    ]);
    assert.equal(added.exitCode, 0, added.stderr);
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), {
      mcpServers: { zwave: { command: process.execPath, args: [server, "--flag"], env: { A: "b=c" } } },
    });

    const tested = await run(place, ["mcp", "test", "zwave"]);
    assert.match(
      tested.stdout,
      /✓ zwave {2}ready, 1 tool\n +control_zwave_device +Switches or dims a device/,
    );
    const json = await run(place, ["mcp", "test", "zwave", "--json"]);
    assert.partialDeepStrictEqual(JSON.parse(json.stdout), { name: "zwave", state: "ready" });
    const called = await run(place, [
      "tools",
      "call",
      "control_zwave_device",
      "device_name=Lamp",
      "command=on",
    ]);
    assert.deepEqual([called.exitCode, JSON.parse(called.stdout)], [0, { deviceName: "Lamp", action: "on" }]);
  });

  test("a server is removed, and one that is not there cannot be", async (t) => {
    const place = createPlace(t, { ".mcp.json": { mcpServers: { one: { command: "x" } } } });
    assert.equal((await run(place, ["mcp", "remove", "one"])).exitCode, 0);
    assert.deepEqual(JSON.parse(readFileSync(join(place.folder, ".mcp.json"), "utf8")), { mcpServers: {} });
    const again = await run(place, ["mcp", "remove", "one"]);
    assert.equal(again.exitCode, 2);
    assert.match(again.stderr, /No server "one" is configured/);
  });

  test("a config's comments stay when a server is added, and --user writes the user's own file", async (t) => {
    const place = createPlace(t);
    assert.equal((await run(place, ["init"])).exitCode, 0);
    const file = join(place.folder, "switchboard.config.jsonc");
    await run(place, ["mcp", "add", "far", "--url", "https://a.example/mcp", "--header", "X-Key=${KEY}"]);
    const text = readFileSync(file, "utf8");
    assert.match(text, /\/\/ MCP servers, as in Claude/);
    assert.match(
      text,
      /"far": \{\s+"url": "https:\/\/a\.example\/mcp",\s+"headers": \{\s+"X-Key": "\$\{KEY\}"/,
    );

    await run(place, ["mcp", "add", "--user", "mine", "--", "mine-server"]);
    const own = JSON.parse(
      readFileSync(join(place.env["XDG_CONFIG_HOME"] ?? "", "switchboard", "config.jsonc"), "utf8"),
    ) as unknown;
    assert.deepEqual(own, { mcpServers: { mine: { command: "mine-server" } } });
  });

  test("[MCP-5] a server that does not start is shown with why and with what it said, and `test` ends with 4", async (t) => {
    const script = "console.error('no \\u001b[31mlicence'); process.exit(3)";
    const place = createPlace(t);
    await run(place, ["mcp", "add", "bad", "--", process.execPath, "-e", script]);
    const { exitCode, stdout } = await run(place, ["mcp", "test", "bad"]);
    assert.equal(exitCode, 4);
    assert.match(stdout, /✗ bad {2}failed\n.*exited with code 3\n +no ␛\[31mlicence\n/);
    const others = await run(place, ["tools"]);
    assert.equal(others.exitCode, 0);
    assert.match(others.stdout, /calculate/);
  });

  test("[MCP-14] a server whose variable is not set is told with file, line and path, and the others work", async (t) => {
    const place = createPlace(t, {
      ".mcp.json": `{ "mcpServers": {
  "good": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(server)}] },
  "bad": { "command": "x", "env": { "T": "\${NOT_SET}" } } } }`,
    });
    await run(place, ["mcp", "trust"]);
    const { stdout, stderr } = await run(place, ["mcp", "list"]);
    assert.match(stdout, /✓ good {2}ready, 1 tool\n/);
    assert.match(stdout, /✗ bad {2}not usable/);
    assert.match(
      stderr,
      /\.mcp\.json:3: mcpServers\.bad\.env\.T: the environment variable NOT_SET is not set/,
    );
  });

  test("a project's servers are not started before they are trusted, and a changed file has to be trusted anew", async (t) => {
    const evil = (name: string) => ({
      mcpServers: {
        evil: { command: process.execPath, args: ["-e", `fs.writeFileSync(${JSON.stringify(name)}, "")`] },
      },
    });
    const place = createPlace(t, { ".mcp.json": evil("first") });
    const ranIn = (name: string) => existsSync(join(place.folder, name));
    const wary = await run(place, ["mcp", "list"]);
    assert.match(
      wary.stderr,
      /\.mcp\.json is not trusted yet; left out of it:\n +server evil: .* -e fs\.writeFileSync/,
    );
    assert.equal(ranIn("first"), false);
    // Adding a server is no word about the others in the file.
    await run(place, ["mcp", "add", "other", "--", "true"]);
    await run(place, ["mcp", "list"]);
    assert.equal(ranIn("first"), false);

    await run(place, ["mcp", "trust"]);
    await run(place, ["mcp", "list"]);
    assert.equal(ranIn("first"), true);

    place.write(".mcp.json", evil("second"));
    await run(place, ["mcp", "list"]);
    assert.equal(ranIn("second"), false);
  });

  test("a server that is there already is shown and stays, unless --force replaces it", async (t) => {
    const place = createPlace(t, {
      ".mcp.json": { mcpServers: { far: { url: "https://a.example/mcp", headers: { "X-Key": "k" } } } },
    });
    const read = () => readFileSync(join(place.folder, ".mcp.json"), "utf8");
    const before = read();
    const refused = await run(place, ["mcp", "add", "far", "--", "other"]);
    assert.equal(refused.exitCode, 2);
    assert.match(
      refused.stderr,
      /\.mcp\.json has a server "far" already: https:\/\/a\.example\/mcp \(headers: \{"X-Key":"k"\}\)\n.*--force/,
    );
    assert.equal(read(), before);
    assert.equal((await run(place, ["mcp", "add", "--force", "far", "--", "other"])).exitCode, 0);
    assert.deepEqual(JSON.parse(read()), { mcpServers: { far: { command: "other" } } });
  });

  test("a server is added also where it cannot be remembered that its file is trusted", async (t) => {
    const place = createPlace(t);
    place.write("state", "");
    const env = { XDG_STATE_HOME: join(place.folder, "state") };
    const { exitCode, stderr } = await run(place, ["mcp", "add", "one", "--", "x"], { env });
    assert.equal(exitCode, 0);
    assert.match(
      stderr,
      /^! That .*\.mcp\.json is trusted cannot be remembered: .*state.*\nAdded one to \.mcp\.json/,
    );
  });

  test("--config names the file that servers are added to and removed from", async (t) => {
    const place = createPlace(t, { "own.jsonc": "{ /* mine */ }" });
    const read = () => readFileSync(join(place.folder, "own.jsonc"), "utf8");
    await run(place, ["-c", "own.jsonc", "mcp", "add", "one", "--", "x"]);
    assert.match(read(), /"one"[^]*\/\* mine \*\//);
    assert.equal(existsSync(join(place.folder, ".mcp.json")), false);
    await run(place, ["-c", "own.jsonc", "mcp", "remove", "one"]);
    assert.doesNotMatch(read(), /"one"/);
  });

  test("a server that could not be started is not added, and one that cannot be used is tested with why", async (t) => {
    const place = createPlace(t, { "c.json": { mcpServers: { far: { url: "nonsense" } } } });
    const add = await run(place, ["mcp", "add", "far", "--url", "nonsense"]);
    assert.equal(add.exitCode, 2);
    assert.match(add.stderr, /mcpServers\.far\.url: must be/);
    const name = await run(place, ["mcp", "add", "__proto__", "--", "x"]);
    assert.equal(name.exitCode, 2);
    assert.equal(existsSync(join(place.folder, ".mcp.json")), false);
    const tested = await run(place, ["-c", "c.json", "mcp", "test", "far", "--json"]);
    assert.equal(tested.exitCode, 2);
    assert.match(tested.stderr.trim().split("\n").at(-1) ?? "", /"invalid_config".*mcpServers\.far\.url/);
  });
});
