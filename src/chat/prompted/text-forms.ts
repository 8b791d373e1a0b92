import { type Tool, toolName } from "../../tools/tool.ts";
import { toExampleCall } from "./example-arguments.ts";
import type { PromptForm } from "./prompt-form.ts";
import { toSafeJson, toSafeJsonText } from "./safe-json.ts";
import { readableParameters } from "./tool-parameters.ts";

/** Small models like to answer that they did what only a call would have done. */
export const honesty = "Never say that something is done before a result says so.";

interface WritableCall {
  readonly name: string;
  readonly args: unknown;
}

/**
 * `<tool_call>{"name": …, "arguments": …}</tool_call>`, as ChatML models were taught. The form comes last, and nothing is
 * said about it after: Qwen2.5-Coder 1.5B explains to the user what it was told there, where it should call.
 */
export const toolCallTags: PromptForm = {
  writeTools: (tools) =>
    [
      "# Tools",
      "",
      "You may call one or more functions to do what the user asks. Once you have their results, or if you need no " +
        "function, answer in plain text.",
      honesty,
      "",
      "These are the functions, within <tools></tools> tags:",
      "<tools>",
      ...tools.map(writeFunction),
      "</tools>",
      "",
      "For each function call, return a JSON object with the function's name and arguments within " +
        "<tool_call></tool_call> tags:",
      ...exampleOf(tools, writeTaggedCall),
    ].join("\n"),
  writeCalls: (calls) => calls.map(writeTaggedCall).join("\n"),
  writeResult: ({ toolName: name, content }) =>
    `<tool_response>\n{"name":${toSafeJson(name)},"content":${toSafeJsonText(content)}}\n</tool_response>`,
};

/** `{"name": …, "parameters": …}` and nothing around it. */
export const bareJsonCalls: PromptForm = {
  writeTools: (tools) =>
    [
      "You can call these functions:",
      ...tools.map(writeFunction),
      "",
      "To call a function, reply with nothing but JSON of its name and parameters:",
      ...exampleOf(tools, writeBareCall),
      "Write one line for each call. The result comes as JSON with the function's name and its output.",
      `If you need no function, or have its output, answer in plain text. ${honesty}`,
    ].join("\n"),
  writeCalls: (calls) => calls.map(writeBareCall).join("\n"),
  writeResult: ({ toolName: name, content }) =>
    `{"name":${toSafeJson(name)},"output":${toSafeJsonText(content)}}`,
};

/** `[TOOL_CALLS] [{"name": …, "arguments": …}]`: one marker, all calls in a list. */
export const markedCallList: PromptForm = {
  writeTools: (tools) =>
    [
      `[AVAILABLE_TOOLS] [${tools.map(writeFunction).join(",")}] [/AVAILABLE_TOOLS]`,
      "",
      "To call tools, reply with nothing but a list of calls, each with its name and arguments:",
      ...exampleOf(tools, (call) => writeCallList([call])),
      "The result comes in [TOOL_RESULTS].",
      `If you need no tool, or have its result, answer in plain text. ${honesty}`,
    ].join("\n"),
  writeCalls: writeCallList,
  writeResult: ({ toolName: name, content }) =>
    `[TOOL_RESULTS] {"name":${toSafeJson(name)},"content":${toSafeJsonText(content)}} [/TOOL_RESULTS]`,
};

function writeFunction(tool: Tool): string {
  const { description } = tool;
  return toSafeJson({
    type: "function",
    function: { name: toolName(tool), description, parameters: readableParameters(tool) },
  });
}

function writeTaggedCall({ name, args }: WritableCall): string {
  return `<tool_call>\n${toSafeJson({ name, arguments: args })}\n</tool_call>`;
}

function writeBareCall({ name, args }: WritableCall): string {
  return toSafeJson({ name, parameters: args });
}

function writeCallList(calls: readonly WritableCall[]): string {
  return `[TOOL_CALLS] ${toSafeJson(calls.map(({ name, args }) => ({ name, arguments: args })))}`;
}

function exampleOf(tools: readonly Tool[], write: (call: WritableCall) => string): string[] {
  const example = toExampleCall(tools);
  return example === undefined ? [] : [write(example)];
}
