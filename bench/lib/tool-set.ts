/** A tool as data, before each contender makes its own kind of tool of it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly schema: ObjectSchema;
}

interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: "object";
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
}

type PickIndex = (length: number) => number;

/** Tools as MCP servers and SaaS integrations describe them. The same count gives the same tools, always. */
export function generateToolSpecs(count: number): ToolSpec[] {
  const pick = createPicker(20_261_115);
  return Array.from({ length: count }, (_, index) => {
    const verb = at(VERBS, index);
    const noun = at(NOUNS, Math.floor(index / VERBS.length));
    return {
      name: `${verb}_${noun}_${index}`,
      description:
        `${capitalize(verb)} the ${noun} of a workspace. Use it when the user asks for a ${noun} by name or ` +
        `by reference; ask for what is missing before you call it.`,
      schema: generateObjectSchema(pick),
    };
  });
}

function generateObjectSchema(pick: PickIndex): ObjectSchema {
  const properties: Record<string, Record<string, unknown>> = {
    workspace_id: { type: "string", description: "The workspace that the call is about.", minLength: 1 },
  };
  const required = ["workspace_id"];
  const wanted = 3 + pick(6);
  for (let added = 0; added < wanted; added += 1) {
    const [name, property] = at(FIELDS, pick(FIELDS.length));
    if (Object.hasOwn(properties, name)) continue;
    properties[name] = structuredClone(property);
    if (pick(2) === 0) required.push(name);
  }
  return { type: "object", properties, required, additionalProperties: false };
}

const VERBS = ["create", "update", "list", "search", "delete", "assign", "export", "schedule"];
const NOUNS = ["invoice", "ticket", "device", "calendar_event", "customer", "shipment", "document", "alert"];

const ADDRESS = {
  type: "object",
  description: "A postal address.",
  properties: {
    street: { type: "string", description: "Street and house number." },
    city: { type: "string", description: "City or town." },
    country: { type: "string", enum: ["AT", "CH", "DE", "FR", "IT", "NL"], description: "ISO 3166 code." },
    position: {
      type: "object",
      description: "Where it lies, in degrees.",
      properties: {
        latitude: { type: "number", minimum: -90, maximum: 90 },
        longitude: { type: "number", minimum: -180, maximum: 180 },
      },
      required: ["latitude", "longitude"],
    },
  },
  required: ["city", "country"],
};

const LINE_ITEMS = {
  type: "array",
  description: "What it consists of, in order.",
  minItems: 1,
  items: {
    type: "object",
    properties: {
      sku: { type: "string", description: "Article number." },
      quantity: { type: "integer", minimum: 1, maximum: 999 },
      discount: { anyOf: [{ type: "number", minimum: 0, maximum: 1 }, { type: "null" }] },
    },
    required: ["sku", "quantity"],
  },
};

const FIELDS: (readonly [string, Record<string, unknown>])[] = [
  ["query", { type: "string", description: "Words to look for.", maxLength: 200 }],
  ["limit", { type: "integer", description: "How many at most.", minimum: 1, maximum: 100, default: 20 }],
  [
    "status",
    { type: "string", enum: ["open", "waiting", "done", "void"], description: "Only in this state." },
  ],
  ["priority", { type: "string", enum: ["low", "normal", "high"], default: "normal" }],
  ["due_at", { type: "string", description: "When it is due, ISO 8601.", format: "date-time" }],
  ["notify", { type: "boolean", description: "Tell the people concerned." }],
  ["tags", { type: "array", items: { type: "string" }, description: "Labels, without the #." }],
  ["assignees", { type: "array", items: { type: "string", minLength: 3 }, description: "User names." }],
  ["address", ADDRESS],
  ["items", LINE_ITEMS],
  ["reference", { anyOf: [{ type: "string" }, { type: "integer" }], description: "Number or slug." }],
  ["parent", { anyOf: [{ type: "string" }, { type: "null" }], description: "The one above, or null." }],
  ["amount", { type: "number", description: "In the workspace's currency.", minimum: 0 }],
  [
    "recurrence",
    {
      type: "object",
      description: "How it repeats.",
      properties: {
        every: { type: "string", enum: ["day", "week", "month"] },
        times: { type: "integer", minimum: 1 },
        weekdays: { type: "array", items: { type: "string", enum: ["mon", "tue", "wed", "thu", "fri"] } },
      },
      required: ["every"],
    },
  ],
];

/** A linear congruential generator: good enough to vary schemas, and the same on every machine. */
function createPicker(seed: number): PickIndex {
  let state = seed;
  return (length) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * length);
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("An empty list has no items to pick from.");
  return item;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
