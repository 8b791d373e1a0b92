import type { JsonSchema } from "../schema/json-schema.ts";

const text = (description: string) => ({ type: "string", description });
const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });
const record = (values: JsonSchema, description: string) => ({
  type: "object",
  additionalProperties: values,
  description,
});
const positive = (description: string) => ({ type: "number", exclusiveMinimum: 0, description });
const count = (description: string) => ({ type: "integer", minimum: 1, description });
/** Every key is known; another one is a typing error. */
const closed = (properties: JsonSchema, description: string) => ({
  type: "object",
  properties,
  additionalProperties: false,
  description,
});

/** Written here for editors, and so that a config can be checked before any tool is loaded. */
const builtinNames = [
  "get_current_datetime",
  "calculate",
  "generate_uuid",
  "echo",
  "search_web",
  "control_speaker_volume",
];

const rule = {
  enum: ["ask", "allow", "deny"],
  description:
    "ask: a person is asked, and without a terminal it is denied. allow: it runs. deny: it never does.",
};

const hosted = (name: string, variable: string) =>
  closed(
    {
      apiKey: text(`The key. ${variable} takes its place. Write \${NAME} rather than the key itself.`),
      model: text("The model that is used where none is named."),
      baseUrl: text("Another server that speaks the same language."),
    },
    `How ${name} is reached.`,
  );

/** An entry of `mcpServers`. Other programs put keys of their own into theirs, so that unknown ones are no error. */
const server = {
  type: "object",
  description: "An MCP server: one that is started (`command`), or one that is reached over HTTP (`url`).",
  properties: {
    type: {
      enum: ["stdio", "http", "streamable-http"],
      description: "Told by `command` or `url` where it is left out.",
    },
    command: { type: "string", minLength: 1, description: "The program that is started." },
    args: texts("Its arguments."),
    env: record({ type: "string" }, "Environment variables that it gets beside a minimal environment."),
    cwd: text("The folder that it is started in."),
    url: {
      type: "string",
      pattern: "^(https?://|\\$\\{)",
      description: "Where a server over Streamable HTTP is.",
    },
    headers: record({ type: "string" }, "Sent with every request."),
    disabled: { type: "boolean", description: "Keeps the entry and does not start the server." },
    timeoutMs: positive("The time one call may take."),
    connectTimeoutMs: positive("The time one attempt to connect may take: 10,000."),
    attempts: count("How often connecting is tried: 3."),
    retryDelayMs: positive("The wait before the second attempt, doubled before each further one: 2,000."),
    check: texts("What a person should check when the server cannot be reached."),
    roots: texts("Folders that the server is told it may work in."),
    onToolChange: {
      enum: ["warn", "quarantine"],
      description: "What happens when a tool is no longer what it was when it was first seen: warn.",
    },
  },
  anyOf: [{ required: ["command"] }, { required: ["url"] }],
};

const definition = {
  type: "object",
  description: "A tool. Each definition is checked by itself: a faulty one costs that tool and no other.",
  required: ["name", "description", "type", "handler", "parameters", "implementation"],
  properties: {
    name: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$", description: "What models call it." },
    description: { type: "string", minLength: 1, description: "What it does, for the model." },
    type: { const: "function" },
    handler: { type: "string", minLength: 1 },
    parameters: {
      type: "object",
      description: "A JSON Schema for an object.",
      required: ["type"],
      properties: { type: { const: "object" } },
    },
    implementation: {
      type: "object",
      required: ["type"],
      properties: {
        type: { enum: ["mock", "builtin", "internal"], description: "What runs when it is called." },
        handler: text("The name of a builtin tool, or of a service of the program."),
        mock_response: { description: "What a mock answers: any JSON value." },
      },
    },
  },
};

const values = record(
  {
    anyOf: [
      { type: "array", items: { type: "string" } },
      {
        type: "object",
        required: ["tool"],
        properties: { tool: { type: "string" }, path: { type: "string" } },
      },
    ],
  },
  "What may be said for a parameter: a list, or a tool that lists it and the path to it, such as devices[].name.",
);

const template = {
  ...closed(
    {
      sentence: { type: "string", minLength: 1, description: "turn (on|off) [the] {deviceName}" },
      tool: { type: "string", minLength: 1, description: "The tool that it calls." },
      args: { type: "object", description: "Arguments that do not stand in the sentence." },
      values: { $ref: "#/definitions/values" },
      answer: text("What is said when it is done."),
    },
    "A sentence that means a call.",
  ),
  required: ["sentence", "tool"],
};

const servers = record(
  { $ref: "#/definitions/server" },
  "MCP servers by name, as Claude, Cursor and VS Code write them.",
);

/** The JSON Schema of `switchboard.config.jsonc`; `docs/switchboard.schema.json` is this, for editors. */
export const settingsSchema: JsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Switchboard's configuration",
  ...closed(
    {
      $schema: { type: "string" },
      model: text(
        "`operator`, the name of an Ollama model, or `provider:name` with ollama, anthropic, openai or gemini.",
      ),
      providers: closed(
        {
          ollama: closed(
            {
              host: text("Where Ollama is. OLLAMA_HOST takes its place."),
              model: text("OLLAMA_MODEL takes its place."),
              options: {
                type: "object",
                description: "As Ollama names them: num_ctx, temperature, seed, num_predict …",
              },
              maxNumCtx: count(
                "Lets num_ctx be raised up to this when a conversation needs more; else that is only told.",
              ),
              keepAlive: {
                type: ["string", "number"],
                description: "How long a model stays loaded: 10m, seconds, or -1 for ever.",
              },
              think: { type: "boolean", description: "Whether models that can think do so." },
            },
            "How Ollama is reached, and how its models answer.",
          ),
          anthropic: hosted("Anthropic", "ANTHROPIC_API_KEY"),
          openai: hosted("OpenAI, or a server that speaks as it does,", "OPENAI_API_KEY"),
          gemini: hosted("Gemini", "GOOGLE_API_KEY"),
        },
        "How models are reached.",
      ),
      operator: closed(
        {
          templates: {
            type: "array",
            items: { $ref: "#/definitions/template" },
            description: "Sentences that it knows.",
          },
          values: { $ref: "#/definitions/values" },
          fastPath: {
            type: "boolean",
            description: "Lets it answer what it is sure of before a model is asked.",
          },
        },
        "The embedded model, which matches sentences to tools.",
      ),
      tools: closed(
        {
          registry: {
            type: "array",
            items: { $ref: "#/definitions/definition" },
            description: "Tools of your own.",
          },
          builtins: {
            anyOf: [{ type: "boolean" }, { type: "array", items: { enum: builtinNames } }],
            description: "Which builtin tools there are: all (true), none (false), or these.",
          },
          allowed: texts("Only these tools may be called."),
          timeoutMs: positive("The time a call may take: 30,000."),
          parameterMappings: record(
            { type: "object", additionalProperties: { type: "string" } },
            "Per MCP tool: a parameter's wrong name → its right one.",
          ),
        },
        "Tools that need no server.",
      ),
      mcpServers: servers,
      servers,
      approval: closed(
        {
          default: rule,
          tools: record(
            rule,
            "By a tool's name or a pattern such as `lock_*`. The strictest pattern that fits wins.",
          ),
        },
        "Who decides about tools that change something. Read-only tools run unless a rule says otherwise.",
      ),
      mqtt: closed(
        {
          url: text("The broker, such as mqtt://pi.home. MQTT_BROKER_URL takes its place."),
          username: text("MQTT_USERNAME takes its place."),
          password: text("MQTT_PASSWORD takes its place."),
          prefix: text(
            "What stands before the device in the Z-Wave gateway's topics. ZWAVE_PREFIX takes its place.",
          ),
          ca: text("A file with the certificate of a broker that signed its own."),
        },
        "The MQTT broker of the house.",
      ),
      voice: { type: "object", description: "Listening and speaking: see the page about voice." },
      limits: closed(
        {
          maxRounds: count("How often a model may ask for tools in one turn: 5."),
          maxCallsPerRound: count("How many calls are made at once: 32."),
          totalMs: positive("The time a turn may take: 300,000."),
        },
        "How far one turn may go.",
      ),
    },
    "See the page about configuration.",
  ),
  definitions: { server, definition, template, values },
};
