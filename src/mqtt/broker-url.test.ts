import assert from "node:assert/strict";
import test from "node:test";
import { parseBrokerUrl } from "./broker-url.ts";

test("credentials are taken out of the address", () => {
  assert.deepEqual(parseBrokerUrl("mqtts://anna:p%40ss@house.local:8883"), {
    url: "mqtts://house.local:8883",
    username: "anna",
    password: "p@ss",
  });
});

test("a password with a percent sign that encodes nothing is taken as it stands", () => {
  assert.equal(parseBrokerUrl("mqtt://anna:100%@localhost").password, "100%");
});

for (const text of ["", "localhost:1883", "http://localhost", "mqtt://"]) {
  test(`"${text}" is refused with what an address looks like`, () => {
    assert.throws(() => parseBrokerUrl(text), {
      code: "invalid_option",
      message: /such as mqtt:\/\/localhost:1883/,
    });
  });
}

test("an address that is refused is not repeated: it may hold a password", () => {
  assert.throws(
    () => parseBrokerUrl("http://anna:secret@localhost"),
    ({ message }: Error) => !message.includes("secret"),
  );
});
