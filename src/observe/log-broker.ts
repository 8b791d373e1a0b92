import { formatDuration } from "../calls/format-duration.ts";
import type { BrokerEvent } from "../mqtt/events.ts";
import type { Log } from "./log.ts";

export function logBrokerEvent(event: BrokerEvent, log: Log): void {
  const { type, ...fields } = event;
  const level = type === "broker.connected" ? "info" : "warn";
  log[level](fields, describeBrokerEvent(event));
}

export function describeBrokerEvent(event: BrokerEvent): string {
  switch (event.type) {
    case "broker.connected":
      return `Connected to the MQTT broker at ${event.url}`;
    case "broker.lost":
      return `No connection to the MQTT broker at ${event.url}: ${event.reason}. Next attempt in ${formatDuration(event.retryInMs)}`;
    case "broker.refused":
      return `The MQTT broker at ${event.url} refuses to send what is published to ${event.filters.join(" or ")}. Check what this user may read`;
    case "broker.dropped":
      return `A message to the topic "${event.topic}" was not sent: ${event.reason === "stale" ? "it waited too long" : "too many were waiting"}`;
  }
}
