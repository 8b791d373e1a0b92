import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { isPlainObject } from "../../schema/json-schema.ts";
import type { Tool, ToolArguments } from "../tool.ts";
import { createGetCurrentDatetime, getCurrentDatetime } from "./get-current-datetime.ts";

function at(instant: string) {
  return createGetCurrentDatetime({ now: () => new Date(instant) });
}

function ask(tool: Tool, args: ToolArguments) {
  const result = tool.invoke(args);
  assert.ok(isPlainObject(result));
  const { iso, unix } = result;
  assert.ok(typeof iso === "string" && typeof unix === "number");
  return { iso, unix };
}

function isoIn(timezone: string, instant: string): string {
  return ask(at(instant), { timezone }).iso;
}

test("[VOX-8] get_current_datetime gives the date and the time of the zone that was asked for", () => {
  assert.deepEqual(at("2026-12-31T23:30:15.900Z").invoke({ timezone: "Asia/Kolkata" }), {
    iso: "2027-01-01T05:00:15+05:30",
    date: "2027-01-01",
    time: "05:00:15",
    weekday: "Friday",
    timezone: "Asia/Kolkata",
    unix: 1_798_759_815,
  });
});

test("[VOX-8] get_current_datetime follows daylight saving time", () => {
  assert.equal(isoIn("Europe/Berlin", "2026-03-29T00:59:59Z"), "2026-03-29T01:59:59+01:00");
  assert.equal(isoIn("Europe/Berlin", "2026-03-29T01:00:00Z"), "2026-03-29T03:00:00+02:00");
  assert.equal(isoIn("America/St_Johns", "2026-07-01T02:30:00Z"), "2026-07-01T00:00:00-02:30");
  assert.equal(isoIn("UTC", "2026-07-01T00:00:00Z"), "2026-07-01T00:00:00+00:00");
});

test("[VOX-8] get_current_datetime takes the local zone where none is named", () => {
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tool = at("2026-06-15T12:00:00Z");
  assert.deepEqual(tool.invoke({}), tool.invoke({ timezone }));
});

test("[VOX-8] get_current_datetime names a zone that does not exist and says what one looks like", () => {
  for (const timezone of ["Mars/Olympus", "America/New York", ""]) {
    assert.throws(() => getCurrentDatetime.invoke({ timezone }), {
      name: "RangeError",
      message:
        `Unknown time zone "${timezone}". Use an IANA name such as Europe/Berlin, America/New_York, ` +
        "Asia/Tokyo or UTC, or leave it out for the local time.",
    });
  }
});

test("get_current_datetime refuses a zone that is no string", () => {
  for (const timezone of [null, 1, {}, ["UTC"]]) {
    assert.throws(() => getCurrentDatetime.invoke({ timezone }), { message: /^timezone must be a string/ });
  }
});

test("[VOX-8] get_current_datetime names the same instant in iso and in unix, in every zone", () => {
  const zones = fc.constantFrom("UTC", ...Intl.supportedValuesOf("timeZone"));
  const instants = fc.date({ min: new Date("1980-01-01"), max: new Date("2099-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(zones, instants, (timezone, instant) => {
      const tool = createGetCurrentDatetime({ now: () => instant });
      const { iso, unix } = ask(tool, { timezone });
      assert.equal(Date.parse(iso), unix * 1000);
      assert.equal(unix, Math.floor(instant.getTime() / 1000));
    }),
  );
});

test("get_current_datetime reads the clock of the machine", () => {
  const before = Math.floor(Date.now() / 1000);
  const { unix } = ask(getCurrentDatetime, {});
  assert.ok(unix >= before && unix <= Date.now() / 1000);
});
