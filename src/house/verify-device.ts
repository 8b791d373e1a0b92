import { describeValue, kindOf, mainValueOf } from "./device-state.ts";
import type { ApiAnswer, GatewayApi } from "./gateway-api.ts";
import { describeAge } from "./sensor-readings.ts";
import type { ZwaveDevice } from "./zwave-device.ts";
import { commandClassIds, type ValuePlace } from "./zwave-topics.ts";

export interface Verification {
  readonly device: string;
  readonly reachable: boolean | "unknown";
  /** What the device itself says it is doing, or what was last heard of it. */
  readonly state?: string;
  /** Where the state comes from. */
  readonly source: "the device" | "the last report";
  readonly lastReport?: string;
  readonly status?: string;
}

/**
 * Lets the gateway ask the device itself. Without the gateway's API all that can be told is what was last heard, and
 * the result says so.
 */
export async function verifyDevice(
  api: GatewayApi,
  device: ZwaveDevice,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  const { nodeId, name } = device;
  const main = mainValueOf(device);
  // A device that sleeps would answer when it wakes, which may be tomorrow.
  const canAsk = nodeId !== undefined && device.status !== "Asleep";
  const answer = canAsk ? await ask(api, nodeId, main?.place, signal) : undefined;
  signal?.throwIfAborted();
  // A ping is answered with whether the device was there, a question for a value only if it was.
  const hasAnswered = answer?.success === true && (main !== undefined || answer.result === true);
  const isTold = main !== undefined && hasAnswered;
  const state =
    main && describeValue(device, kindOf(device), isTold ? { ...main, value: answer?.result } : main);
  const { lastHeard } = device;
  const reachable = answer === undefined ? (device.isReachable ?? "unknown") : hasAnswered;
  // The gateway's word that it is dead comes a moment later: who was just found missing is not "Alive".
  const isOutdated = reachable === false && device.isReachable === true;
  return {
    device: name,
    reachable,
    ...(state !== undefined && { state }),
    source: isTold ? "the device" : "the last report",
    ...(lastHeard > 0 && { lastReport: describeAge(Date.now() - lastHeard) }),
    ...(device.status !== undefined && !isOutdated && { status: device.status }),
  };
}

export function describeVerification(verification: Verification): string {
  const { device, reachable, state, source, lastReport, status } = verification;
  const words = {
    true: "can be reached",
    false: "cannot be reached",
    unknown: "could not be asked",
  }[`${reachable}`];
  const sentence = `${device} ${words}${reachable === true || status === undefined ? "" : ` (${status})`}`;
  if (state === undefined) return `${sentence}.`;
  if (source === "the device") return `${sentence} and is ${state}.`;
  return `${sentence}. When it last reported, ${lastReport}, it was ${state}.`;
}

/** A device that does something is asked what; the others are asked whether they are there. */
function ask(
  api: GatewayApi,
  nodeId: number,
  place: ValuePlace | undefined,
  signal: AbortSignal | undefined,
): Promise<ApiAnswer | undefined> {
  if (place === undefined) return api.call("pingNode", [nodeId], signal);
  const { commandClass, endpoint, property, propertyKey } = place;
  const valueId = {
    nodeId,
    commandClass: commandClassIds[commandClass],
    endpoint,
    property,
    // The keys of setpoints are numbers.
    ...(propertyKey !== undefined && { propertyKey: Number(propertyKey) }),
  };
  return api.call("pollValue", [valueId], signal);
}
