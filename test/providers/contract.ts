import { testAbortsAndCuts } from "./contract/aborts-and-cuts.ts";
import type { ContractOptions, SetUp } from "./contract/harness.ts";
import { testOffers } from "./contract/offers.ts";
import { testServers } from "./contract/servers.ts";
import { testTurns } from "./contract/turns.ts";

export type { ReadRequest, SetUp, Subject } from "./contract/harness.ts";

/** What every provider has to do (CHAT-1). One file for each runs it. */
export function contract(name: string, setUp: SetUp, variation: ContractOptions = {}): void {
  testTurns(name, setUp, variation);
  testOffers(name, setUp, variation);
  testAbortsAndCuts(name, setUp);
  testServers(name, setUp);
}
