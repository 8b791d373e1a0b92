import type { Clock } from "../clock.ts";
import { ToolError } from "../calls/failure.ts";
import { findDevice, nameDevices } from "./device-names.ts";
import { kindOf, type DeviceKind } from "./device-state.ts";
import { sendConfirmed, type Command } from "./confirmed-command.ts";
import type { ZwaveDevice } from "./zwave-device.ts";
import type { ZwaveNetwork } from "./zwave-network.ts";

export interface HouseAccessOptions {
  readonly network: ZwaveNetwork;
  readonly clock: Clock;
  readonly confirmMs: number;
}

/** The broker gets this long to come (back) before a call is told that it is gone. */
const patienceMs = 2_000;

/** What all tools share: the way to the devices, or the reason why there is none. */
export class HouseAccess {
  readonly network: ZwaveNetwork;
  readonly #clock: Clock;
  readonly #confirmMs: number;

  constructor({ network, clock, confirmMs }: HouseAccessOptions) {
    this.network = network;
    this.#clock = clock;
    this.#confirmMs = confirmMs;
  }

  /** The devices that are known. */
  async devices(signal?: AbortSignal): Promise<readonly ZwaveDevice[]> {
    await this.#connected(signal);
    await this.network.settled;
    // Who gave up meanwhile wants nothing done.
    signal?.throwIfAborted();
    return this.network.devices;
  }

  async find(name: string, signal?: AbortSignal): Promise<ZwaveDevice> {
    return findDevice(await this.devices(signal), name);
  }

  /** Whoever approves a command sees the words of the call: "opener" must not move the garage opener. */
  async findByWholeName(name: string, signal?: AbortSignal): Promise<ZwaveDevice> {
    return findDevice(await this.devices(signal), name, { isWhole: true });
  }

  /** The device by its name or, without one, the only one of its kind. */
  async findOfKind(kind: DeviceKind, name?: string, signal?: AbortSignal): Promise<ZwaveDevice> {
    if (name !== undefined) {
      const device = await this.find(name, signal);
      if (kindOf(device) === kind) return device;
      throw new ToolError("invalid_arguments", `"${device.name}" is no ${kind} but a ${kindOf(device)}.`);
    }
    const ofKind = (await this.devices(signal)).filter((device) => kindOf(device) === kind);
    const [only, ...others] = ofKind;
    if (only !== undefined && others.length === 0) return only;
    const names = Array.from(nameDevices(ofKind).keys(), (each) => `"${each}"`).join(", ");
    throw new ToolError(
      "invalid_arguments",
      only === undefined ? `There is no ${kind}.` : `There are several: ${names}. Give a deviceName.`,
    );
  }

  /** Sends a command that counts only when its effect is seen. */
  async send(command: Command, signal?: AbortSignal): Promise<void> {
    this.checkGateway();
    await sendConfirmed(this.network, command, {
      clock: this.#clock,
      confirmMs: this.#confirmMs,
      signal,
    });
  }

  checkGateway(): void {
    if (this.network.api.isOnline !== false) return;
    throw new ToolError(
      "unavailable",
      "The Z-Wave gateway is offline: zwave-js-ui is not connected to the MQTT broker. Nothing was sent.",
    );
  }

  async #connected(signal?: AbortSignal): Promise<void> {
    const { broker } = this.network;
    if (broker.isConnected) return;
    const patience = AbortSignal.timeout(patienceMs);
    try {
      await broker.connected(signal === undefined ? patience : AbortSignal.any([signal, patience]));
    } catch (error) {
      signal?.throwIfAborted();
      throw new ToolError(
        "unavailable",
        `The MQTT broker at ${broker.url} cannot be reached (${broker.trouble ?? "no reason was given"}). It is tried again by itself.`,
        { cause: error },
      );
    }
  }
}
