import type { Lookahead } from "./lookahead.ts";

/** What says that a call begins. */
const markers = [
  "<tool_call>",
  "<tool_calls>",
  "<function_call>",
  "<function_calls>",
  "<tools>",
  "<|tool_call|>",
  "<|tool_calls|>",
  "<|tool_call_start|>",
  "<|python_tag|>",
  "[TOOL_CALLS]",
  "<｜tool▁calls▁begin｜>",
  "<｜tool▁call▁begin｜>",
];

/** What says that a call is over. */
const markerEnds = [
  "</tool_call>",
  "</tool_calls>",
  "</function_call>",
  "</function_calls>",
  "</function>",
  "</tools>",
  "<|/tool_call|>",
  "<|/tool_calls|>",
  "<|tool_call_end|>",
  "[/TOOL_CALLS]",
  "<｜tool▁call▁end｜>",
  "<｜tool▁calls▁end｜>",
];

/** What says that the message is over, where a server lets it through. */
const turnEnds = [
  "<|im_end|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|eot|>",
  "<|eom|>",
  "<|end|>",
  "<|call|>",
  "<|end_of_text|>",
  "<|endoftext|>",
  "<|python_end|>",
  "<end_of_turn>",
  "</s>",
  "<｜end▁of▁sentence｜>",
];

export function readMarker(ahead: Lookahead): boolean {
  return ahead.takeOneOf(markers) !== undefined;
}

export function readMarkerEnd(ahead: Lookahead): boolean {
  return ahead.takeOneOf(markerEnds) !== undefined;
}

export function readTurnEnd(ahead: Lookahead): boolean {
  return ahead.takeOneOf(turnEnds) !== undefined;
}
