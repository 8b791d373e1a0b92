import assert from "node:assert/strict";
import { test } from "node:test";
import { generateUuid } from "./generate-uuid.ts";

test("[VOX-8] generate_uuid gives a new version 4 UUID with each call", () => {
  const uuids = new Set(Array.from({ length: 100 }, () => generateUuid.invoke({})));
  assert.equal(uuids.size, 100);
  for (const uuid of uuids) {
    assert.match(String(uuid), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
