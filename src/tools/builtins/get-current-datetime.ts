import type { Tool } from "../tool.ts";

const DATE_AND_TIME = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  weekday: "long",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "longOffset",
} as const;

export function createGetCurrentDatetime({ now }: { readonly now: () => Date }): Tool {
  return {
    name: "get_current_datetime",
    description:
      "Returns the current date, time, weekday and time zone. Use it whenever the answer depends on what day " +
      "or time it is now.",
    schema: {
      type: "object",
      properties: {
        timezone: {
          type: "string",
          description:
            "IANA time zone name, for example Europe/Berlin, America/New_York, Asia/Tokyo or UTC. " +
            "Leave it out for the local time.",
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    invoke({ timezone }) {
      if (timezone !== undefined && typeof timezone !== "string") {
        throw new TypeError("timezone must be a string such as Europe/Berlin");
      }
      return toDatetime(now(), timezone ?? localZone());
    },
  };
}

export const getCurrentDatetime = createGetCurrentDatetime({ now: () => new Date() });

function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The zone is given back as it was asked for: Intl would turn Asia/Kolkata into Asia/Calcutta. */
function toDatetime(instant: Date, timezone: string) {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  const time = `${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}`;
  // "GMT+05:30"; older versions of ICU say a bare "GMT" where there is no offset.
  const offset = parts.get("timeZoneName")?.slice("GMT".length) || "+00:00";
  return {
    iso: `${date}T${time}${offset}`,
    date,
    time,
    weekday: parts.get("weekday"),
    timezone,
    unix: Math.floor(instant.getTime() / 1000),
  };
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...DATE_AND_TIME, timeZone: timezone });
  } catch (cause) {
    throw new RangeError(
      `Unknown time zone ${JSON.stringify(timezone)}. Use an IANA name such as Europe/Berlin, America/New_York, ` +
        "Asia/Tokyo or UTC, or leave it out for the local time.",
      { cause },
    );
  }
}
