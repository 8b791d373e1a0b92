import type { JsonSchema } from "../../src/schema/json-schema.ts";

/** Parameters in the manner of the servers and libraries that people use, each with its habits. */
export const realisticSchemas: Readonly<Record<string, JsonSchema>> = {
  /** A TypeScript MCP server with Zod 3: `$schema`, closed objects, enums, bounds. */
  create_issue: {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: {
      owner: { type: "string", description: "Repository owner" },
      repo: { type: "string", minLength: 1, maxLength: 100, pattern: "^[\\w.-]+$" },
      title: { type: "string", description: "Issue title" },
      body: { type: "string" },
      labels: { type: "array", items: { type: "string" }, maxItems: 100, uniqueItems: true },
      state: { type: "string", enum: ["open", "closed", "all"], default: "open" },
      per_page: { type: "number", minimum: 1, maximum: 100, default: 30, description: "Results per page" },
      since: { type: "string", format: "date-time", description: "Only issues updated after this time" },
    },
    required: ["owner", "repo", "title"],
    additionalProperties: false,
  },

  /** A Python MCP server with pydantic: `$defs`, titles everywhere, optional as a union with null. */
  post_message: {
    $defs: {
      Attachment: {
        type: "object",
        title: "Attachment",
        properties: {
          color: { anyOf: [{ $ref: "#/$defs/Color" }, { type: "null" }], default: null },
          fields: { items: { $ref: "#/$defs/Field" }, title: "Fields", type: "array" },
        },
        required: ["fields"],
      },
      Color: { enum: ["good", "warning", "danger"], title: "Color", type: "string" },
      Field: {
        properties: {
          title: { title: "Title", type: "string" },
          value: { anyOf: [{ type: "string" }, { type: "number" }], title: "Value" },
          short: { default: false, title: "Short", type: "boolean" },
        },
        required: ["title", "value"],
        title: "Field",
        type: "object",
      },
    },
    properties: {
      channel_id: { description: "The channel to post to", title: "Channel Id", type: "string" },
      text: { title: "Text", type: "string", maxLength: 4000 },
      thread_ts: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Thread Ts" },
      attachments: {
        anyOf: [{ items: { $ref: "#/$defs/Attachment" }, type: "array" }, { type: "null" }],
        default: null,
        title: "Attachments",
      },
      unfurl: { $ref: "#/$defs/Color", description: "The bar beside the message", default: "good" },
    },
    required: ["channel_id", "text"],
    title: "post_messageArguments",
    type: "object",
  },

  /** Nested arrays of objects, as a file server has them. */
  edit_file: {
    type: "object",
    properties: {
      path: { type: "string" },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: {
            oldText: { type: "string", description: "Text to search for - must match exactly" },
            newText: { type: "string", description: "Text to replace with" },
          },
          required: ["oldText", "newText"],
          additionalProperties: false,
        },
      },
      dryRun: { type: "boolean", default: false, description: "Preview changes using git-style diff format" },
    },
    required: ["path", "edits"],
    additionalProperties: false,
  },

  /** A discriminated union of Zod 4, with constants and safe-integer bounds. */
  update_page: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      page_id: { type: "string", format: "uuid" },
      position: { type: "integer", exclusiveMinimum: 0, maximum: 9007199254740991 },
      data: {
        oneOf: [
          {
            type: "object",
            properties: {
              command: { type: "string", const: "update_properties" },
              properties: {
                type: "object",
                propertyNames: { type: "string" },
                additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
              },
            },
            required: ["command", "properties"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: {
              command: { type: "string", const: "replace_content" },
              new_str: { type: "string" },
            },
            required: ["command", "new_str"],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ["page_id", "data"],
    additionalProperties: false,
  },

  /** A filter tree that contains itself. */
  query_database: {
    type: "object",
    properties: {
      database: { type: "string" },
      filter: { $ref: "#/definitions/filter" },
      limit: { type: ["integer", "null"], minimum: 1, maximum: 1000 },
    },
    required: ["database"],
    definitions: {
      filter: {
        description: "A condition, or several joined by and/or",
        anyOf: [
          { $ref: "#/definitions/condition" },
          {
            type: "object",
            properties: {
              join: { enum: ["and", "or"] },
              filters: { type: "array", items: { $ref: "#/definitions/filter" }, minItems: 1 },
            },
            required: ["join", "filters"],
          },
        ],
      },
      condition: {
        type: "object",
        properties: {
          field: { type: "string" },
          operator: { enum: ["=", "!=", "<", ">"] },
          value: { type: ["string", "number", "boolean"] },
        },
        required: ["field", "operator", "value"],
      },
    },
  },

  /** Made from OpenAPI 3.0: `nullable`, boolean bounds, `allOf` around a reference, one `example`. */
  create_order: {
    type: "object",
    properties: {
      customer: {
        allOf: [{ $ref: "#/$defs/Party" }, { properties: { vat: { type: "string", nullable: true } } }],
        description: "Who orders",
      },
      total: { type: "number", minimum: 0, exclusiveMinimum: true, multipleOf: 0.01, example: 19.99 },
      location: { type: "array", items: [{ type: "number" }, { type: "number" }], additionalItems: false },
      priority: { type: "integer", enum: [1, 2, 3], nullable: true },
    },
    required: ["customer", "total"],
    $defs: {
      Party: {
        type: "object",
        properties: { name: { type: "string" }, email: { type: "string", format: "email" } },
        required: ["name"],
      },
    },
  },

  /** "At least one of" at the top, which no provider takes. */
  update_issue: {
    type: "object",
    properties: { id: { type: "string" }, title: { type: "string" }, priority: { type: "integer" } },
    required: ["id"],
    anyOf: [{ required: ["title"] }, { required: ["priority"] }],
  },

  /** A Go server: anything is `true`, and there is nothing else. */
  set_state: {
    type: "object",
    properties: {
      key: { type: "string" },
      value: true,
      meta: { type: "object", additionalProperties: true },
    },
    required: ["key", "value"],
  },

  get_time: { type: "object", properties: {} },
};
