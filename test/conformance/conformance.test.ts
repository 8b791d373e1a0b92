import assert from "node:assert/strict";
import test from "node:test";
import { startClientHost } from "./client-host.ts";
import {
  clientExceptions,
  clientScenariosNotRun,
  serverExceptions,
  serverScenariosNotRun,
  type Exception,
} from "./exceptions.ts";
import { listScenarios, runSuite, type Shortcomings } from "./run-suite.ts";
import { serveConformanceTools } from "./server-fixture.ts";

const eras = ["2025-11-25", "2026-07-28"];

test("our server passes the conformance suite in both eras, but for what does not apply", async (t) => {
  const serving = await serveConformanceTools();
  const ran = new Set<string>();
  for (const era of eras) {
    await t.test(`revision ${era}`, async () => {
      const url = serving.url ?? "";
      const results = await runSuite(["server", "--url", url, "--suite", "all", "--spec-version", era]);
      for (const name of results.keys()) ran.add(name);
      judge(results, serverExceptions);
    });
  }
  await t.test("no scenario is left out without a reason", () =>
    leftOut("server", ran, serverScenariosNotRun),
  );
  await serving.close();
});

test("our client passes the conformance suite in both eras, with extensions and old OAuth", async (t) => {
  // The official client says on the console what it thinks of the scenarios.
  t.mock.method(console, "warn", () => {});
  const host = await startClientHost();
  const client = ["client", "--command", `node client-stub.mjs ${host.port}`];
  const ran = new Set<string>();
  const runs = {
    ...Object.fromEntries(eras.map((era) => [`revision ${era}`, ["--suite", "all", "--spec-version", era]])),
    extensions: ["--suite", "extensions"],
    "OAuth as of 2025-03-26": ["--suite", "backcompat"],
  };
  for (const [name, options] of Object.entries(runs)) {
    await t.test(name, async () => {
      const results = await runSuite([...client, ...options]);
      for (const scenario of results.keys()) ran.add(scenario);
      judge(results, clientExceptions);
    });
  }
  await t.test("no scenario is left out without a reason", () =>
    leftOut("client", ran, clientScenariosNotRun),
  );
  host.close();
});

/** Everything that falls short is on the list, and everything on the list that was run falls short. */
function judge(results: ReadonlyMap<string, Shortcomings>, exceptions: readonly Exception[]): void {
  assert.ok(results.size > 0, "the suite ran nothing");
  const listed = exceptions.flatMap(({ what }) => what);
  const short = Array.from(results, ([scenario, shortcomings]) =>
    Array.from(shortcomings, ([check, words]) => ({ scenario, check: `${scenario}:${check}`, words })),
  ).flat();
  const unexpected = short.filter(
    ({ scenario, check }) => !listed.includes(scenario) && !listed.includes(check),
  );
  assert.deepEqual(
    unexpected.map(({ check, words }) => `${check}: ${words}`),
    [],
    "scenarios that neither pass nor are listed with a reason",
  );
  const excused = new Set(short.flatMap(({ scenario, check }) => [scenario, check]));
  const stale = listed.filter((what) => results.has(what.split(":")[0] ?? "") && !excused.has(what));
  assert.deepEqual(stale, [], "scenarios that are listed but pass");
}

async function leftOut(
  side: "server" | "client",
  ran: ReadonlySet<string>,
  reasons: readonly Exception[],
): Promise<void> {
  const all = await listScenarios(side);
  assert.deepEqual(
    all.filter((name) => !ran.has(name)).toSorted(),
    reasons.flatMap(({ what }) => what).toSorted(),
  );
}
