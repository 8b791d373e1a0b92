import type { Alarm, Clock } from "../../clock.ts";
import { toNamedValueTopic, toNodeTopic, toValueIdTopic, type NodeName } from "../zwave-topics.ts";
import type { PlannedNode } from "./house-plan.ts";
import type { NodeValue } from "./node-values.ts";

/**
 * How a node can fail. `dead`: nothing reaches it. `stuck`: it takes commands and does nothing. `slow`: it answers, but
 * only after that time.
 */
export type NodeFault = "dead" | "stuck" | { readonly slowMs: number };

/** What became of a write, in zwave-js's numbers. */
export const writeStatus = { fail: 2, invalidValue: 5, success: 254 } as const;

/** What a node tells the gateway. */
export interface NodeListener {
  onValue(node: SimulatedNode, value: SimulatedValue): void;
  onStatus(node: SimulatedNode): void;
}

export interface SimulatedValue extends Omit<NodeValue, "value"> {
  /** What the gateway believes. */
  value: boolean | number;
  lastUpdate: number;
}

export interface NodeTiming {
  readonly clock: Clock;
  /** How long after a write the gateway asks the node what it really is. */
  readonly pollMs: number;
  /** How long the gateway tries to reach a node before it takes it for dead. */
  readonly giveUpMs: number;
}

/** The value that a dimmer takes for "as bright as it was". */
const lastLevel = 255;

/** A device behind the gateway, and what the gateway knows of it. */
export class SimulatedNode implements NodeName {
  readonly id: number;
  readonly name: string;
  readonly location: string;
  readonly product: string;
  readonly values: readonly SimulatedValue[];
  readonly topic: string;
  fault: NodeFault | undefined;
  isDead = false;
  lastActive: number;
  readonly #timing: NodeTiming;
  readonly #listener: NodeListener;
  /** What the device itself is, whatever the gateway believes. */
  readonly #real = new Map<SimulatedValue, boolean | number>();
  readonly #alarms = new Set<Alarm>();
  /** How bright a dimmer was when it was last on. */
  #brightness: number;

  constructor(plan: PlannedNode, timing: NodeTiming, listener: NodeListener) {
    const now = Date.now();
    this.id = plan.id;
    this.name = plan.name;
    this.location = plan.location;
    this.product = plan.product;
    this.topic = toNodeTopic(plan);
    this.values = plan.values.map((value) => ({ ...value, lastUpdate: now }));
    this.lastActive = now;
    this.#timing = timing;
    this.#listener = listener;
    for (const value of this.values) this.#real.set(value, value.value);
    const level = this.values.find(({ commandClass }) => commandClass === "switch_multilevel")?.value;
    this.#brightness = Number(level) || 99;
  }

  get status(): "Alive" | "Dead" {
    return this.isDead ? "Dead" : "Alive";
  }

  /** The value behind a topic's end, named or by ids; writing a current value means its target, as in zwave-js-ui. */
  findByTopic(topic: string): SimulatedValue | undefined {
    const found = this.values.find(
      (value) => toNamedValueTopic(value) === topic || toValueIdTopic(value) === topic,
    );
    return (
      this.values.find(({ commandClass, current }) => isCurrentOf(found, commandClass, current)) ?? found
    );
  }

  /** Sends a command to the device, and tells the gateway's listeners what comes of it. */
  async write(value: SimulatedValue, wanted: boolean | number): Promise<number> {
    if (!isWriteable(value, wanted)) return writeStatus.invalidValue;
    if (!(await this.#reach())) return writeStatus.fail;
    const current = this.#currentOf(value);
    const effective = this.#effective(current, wanted);
    if (this.fault !== "stuck") {
      this.#real.set(current, effective);
      this.#real.set(value, effective);
    }
    this.#report(value, effective);
    // The gateway takes it for done once the device has acknowledged it, and asks later what has become of it.
    if (current !== value) this.#report(current, toFirstReport(current, effective));
    this.#after(this.#timing.pollMs, () => void this.poll(current));
    return writeStatus.success;
  }

  /** Asks the device itself. */
  async poll(value: SimulatedValue): Promise<boolean | number | undefined> {
    if (!(await this.#reach())) return undefined;
    const real = this.#real.get(value) ?? value.value;
    this.#report(value, real);
    return real;
  }

  ping(): Promise<boolean> {
    return this.#reach();
  }

  /** What happens at the device itself: somebody presses the switch, the temperature changes. */
  change(value: SimulatedValue, real: boolean | number): void {
    this.#real.set(value, real);
    const target = this.values.find(({ commandClass, current }) => isCurrentOf(value, commandClass, current));
    if (target !== undefined) this.#report(target, real);
    this.#report(value, real);
  }

  close(): void {
    for (const alarm of this.#alarms) alarm.stop();
  }

  /** Waits as long as the radio takes. Whether the device answered. */
  async #reach(): Promise<boolean> {
    const { fault } = this;
    if (typeof fault === "object") await this.#pause(fault.slowMs);
    if (fault === "dead") await this.#pause(this.#timing.giveUpMs);
    const wasDead = this.isDead;
    this.isDead = fault === "dead";
    if (!this.isDead) this.lastActive = Date.now();
    if (this.isDead !== wasDead) this.#listener.onStatus(this);
    return !this.isDead;
  }

  #currentOf(value: SimulatedValue): SimulatedValue {
    const { commandClass, current } = value;
    return (
      this.values.find((each) => each.commandClass === commandClass && each.property === current) ?? value
    );
  }

  #effective({ commandClass }: SimulatedValue, wanted: boolean | number): boolean | number {
    if (commandClass !== "switch_multilevel" || typeof wanted !== "number") return wanted;
    if (wanted === lastLevel) return this.#brightness;
    if (wanted > 0) this.#brightness = wanted;
    return wanted;
  }

  #report(value: SimulatedValue, reported: boolean | number): void {
    value.value = reported;
    value.lastUpdate = Date.now();
    this.#listener.onValue(this, value);
  }

  #pause(durationMs: number): Promise<void> {
    return new Promise((resolve) => this.#after(durationMs, resolve));
  }

  #after(delayMs: number, then: () => void): void {
    const { clock } = this.#timing;
    const alarm = clock.schedule(clock.now(), delayMs, {
      ring: () => {
        this.#alarms.delete(alarm);
        then();
      },
    });
    this.#alarms.add(alarm);
  }
}

/** A garage door says first that it moves; anything else is what it was told to be. */
function toFirstReport({ commandClass }: SimulatedValue, effective: boolean | number): boolean | number {
  if (commandClass !== "barrier_operator") return effective;
  return effective === 255 ? 254 : 252;
}

function isCurrentOf(
  value: SimulatedValue | undefined,
  commandClass: string,
  current: string | undefined,
): boolean {
  return value !== undefined && value.commandClass === commandClass && value.property === current;
}

function isWriteable({ writeable, commandClass }: SimulatedValue, wanted: boolean | number): boolean {
  if (writeable === undefined) return false;
  if (writeable === "boolean") return typeof wanted === "boolean";
  if (typeof wanted !== "number") return false;
  const isInRange = wanted >= writeable.min && wanted <= writeable.max;
  return isInRange || (commandClass === "switch_multilevel" && wanted === lastLevel);
}
