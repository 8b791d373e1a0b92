/**
 * What the test uses of `zwave-js` and `@zwave-js/testing`, said here, as the project is checked without them: they are
 * installed in this folder only.
 */
export interface ValueId {
  readonly commandClass: number;
  readonly endpoint?: number;
  readonly property: string | number;
  readonly propertyKey?: string | number;
}

export interface NamedValueId extends ValueId {
  readonly propertyName?: string;
  readonly propertyKeyName?: string;
  readonly newValue?: unknown;
}

export interface DriverNode {
  readonly id: number;
  readonly ready: boolean;
  on(event: "value added" | "value updated", listener: (node: DriverNode, args: NamedValueId) => void): void;
  on(event: "dead" | "alive", listener: (node: DriverNode) => void): void;
  once(event: "ready", listener: () => void): void;
  getDefinedValueIDs(): NamedValueId[];
  getValue(valueId: ValueId): unknown;
  setValue(valueId: ValueId, value: unknown): Promise<{ readonly status: number }>;
  pollValue(valueId: ValueId): Promise<unknown>;
}

export interface Driver {
  readonly controller: { readonly nodes: ReadonlyMap<number, DriverNode> };
  once(event: "driver ready", listener: () => void): void;
  destroy(): Promise<void>;
}

/** The simulated device behind the simulated radio: `state` is its own, which only frames over the radio change. */
export interface MockNode {
  readonly state: ReadonlyMap<string, unknown>;
  autoAckControllerFrames: boolean;
  defineBehavior(...behaviors: unknown[]): void;
}

interface MockController {
  defineBehavior(...behaviors: unknown[]): void;
  addNode(node: MockNode): void;
}

interface DriverPackages {
  createAndStartDriverWithMockPort(options: Record<string, unknown>): Promise<{
    readonly driver: Driver;
    readonly mockPort: unknown;
    readonly serial: unknown;
    readonly continueStartup: () => void;
  }>;
  createDefaultMockControllerBehaviors(): unknown[];
  createDefaultMockNodeBehaviors(): unknown[];
  readonly MockController: { create(options: Record<string, unknown>): Promise<MockController> };
  readonly MockNode: { create(options: Record<string, unknown>): Promise<MockNode> };
}

export async function loadDriverPackages(): Promise<DriverPackages> {
  const load = async (name: string) => (await import(name)) as object;
  return { ...(await load("zwave-js/Testing")), ...(await load("@zwave-js/testing")) } as DriverPackages;
}
