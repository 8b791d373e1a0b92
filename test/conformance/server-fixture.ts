import { serveMcp } from "../../src/mcp/serve/serve-mcp.ts";
import type { McpServing } from "../../src/mcp/serve/serving.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const image = { type: "image", data: png, mimeType: "image/png" };

function tool(name: string, invoke: Tool["invoke"], schema?: unknown): Tool {
  return { name, description: `For the scenario of ${name}`, schema, invoke };
}

/** The tool of json-schema-2020-12, with the keywords that a careless server loses. */
const schema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** A server as the conformance suite wants to find it, made of ordinary tools. */
export function serveConformanceTools(): Promise<McpServing> {
  const tools = new ToolManager();
  tools.add([
    tool("test_simple_text", () => "This is a simple text response for testing."),
    tool("test_image_content", () => [image]),
    tool("test_audio_content", () => [{ type: "audio", data: wav, mimeType: "audio/wav" }]),
    tool("test_embedded_resource", () => [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ]),
    tool("test_multiple_content_types", () => [
      { type: "text", text: "Multiple content types test:" },
      image,
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: '{"test":"data","value":123}',
        },
      },
    ]),
    tool("test_error_handling", () => {
      throw new Error("This tool intentionally returns an error for testing");
    }),
    tool("json_schema_2020_12_tool", () => "ok", schema2020),
    tool("test_headers", ({ region }: { region: string }) => region, {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
      required: ["region"],
    }),
    tool("test_trigger_tool_change", () => {
      if (!tools.remove("test_added_later")) tools.add(tool("test_added_later", () => "here"));
      return "changed";
    }),
  ]);
  // The suite breaks rules to see them enforced: that it was refused is no news.
  return serveMcp({ tools, transport: { port: 0 }, observe: () => {} });
}
