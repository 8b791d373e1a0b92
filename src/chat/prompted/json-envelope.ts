import { type Tool, toolName } from "../../tools/tool.ts";
import { withTextCalls } from "../text-calls.ts";
import { decodeEnvelope } from "./decode-envelope.ts";
import { toEnvelopeSchema } from "./envelope-schema.ts";
import { toExampleCall } from "./example-arguments.ts";
import type { PromptForm } from "./prompt-form.ts";
import { toSafeJson, toSafeJsonText } from "./safe-json.ts";
import { honesty } from "./text-forms.ts";
import { readableParameters } from "./tool-parameters.ts";

/**
 * `{"answer": …}` or `{"calls": […]}`: for models that were taught no form of their own. The server can hold a model
 * to it, so that what comes back is a valid call or an answer.
 */
export const jsonEnvelope: PromptForm = {
  writeTools: (tools) =>
    [
      "You can use these tools:",
      ...tools.map(writeTool),
      "",
      "Reply with one JSON object and nothing else. To use tools, list the calls:",
      writeCalls([toExampleCall(tools) ?? { name: "", args: {} }]),
      'A result comes as {"tool":…,"result":…}. If you need no tool, or have its result, answer the user:',
      writeAnswer("<your answer>"),
      honesty,
    ].join("\n"),
  writeCalls,
  writeResult: (result) =>
    `{"tool":${toSafeJson(result.toolName)},"result":${toSafeJsonText(result.content)}}`,
  envelope: {
    writeAnswer,
    toFormat: toEnvelopeSchema,
    // A server that ignores the format may let thinking through in front of the envelope.
    decode: (chunks) => decodeEnvelope(withTextCalls(chunks, [])),
  },
};

function writeTool(tool: Tool): string {
  const { description } = tool;
  return toSafeJson({ tool: toolName(tool), description, arguments: readableParameters(tool) });
}

function writeCalls(calls: readonly { readonly name: string; readonly args: unknown }[]): string {
  return toSafeJson({ calls: calls.map(({ name, args }) => ({ tool: name, arguments: args })) });
}

function writeAnswer(text: string): string {
  return toSafeJson({ answer: text });
}
