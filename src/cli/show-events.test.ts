import assert from "node:assert/strict";
import test from "node:test";
import type { ChatEvent } from "../chat/events.ts";
import { EventView } from "./show-events.ts";
import { createStyle } from "./style.ts";
import type { Terminal } from "./terminal.ts";

/** All that a person in a terminal sees of these events. */
function show(events: readonly ChatEvent[], { width = 80, canTakeBack = true } = {}): string {
  let shown = "";
  const write = (text: string) => void (shown += text);
  const terminal = {
    output: { isTTY: true },
    error: { isTTY: true, write },
    width,
    canTakeBack,
    style: createStyle(false),
    print: write,
    tell: (line: string) => write(`${line}\n`),
  } as unknown as Terminal;
  const view = new EventView(terminal);
  for (const event of events) view.show(event);
  view.close();
  return shown;
}

const text = (delta: string): ChatEvent => ({ type: "text.delta", delta });

test("the blanks and blank lines of an answer stay, wherever its pieces end; those before it do not", () => {
  const pieces = ["\n\n", "- a\n", "  - b\n", "\n", "Done."];
  assert.equal(show(pieces.map(text)), "- a\n  - b\n\nDone.\n");
});

test("thinking and the answer begin lines of their own", () => {
  assert.equal(show([{ type: "thinking.delta", delta: "Hm." }, text("\nYes")]), "Hm.\nYes\n");
});

test("an answer and thinking break between words; on a terminal that cannot take back, they are as they are", () => {
  const events: ChatEvent[] = [
    { type: "thinking.delta", delta: "Let me think" },
    text("It is so"),
    text("mething"),
  ];
  assert.equal(
    show(events, { width: 10 }),
    "Let me th\x1b[2D\x1b[K\nthink\nIt is som\x1b[3D\x1b[K\nsomething\n",
  );
  assert.equal(show(events, { width: 10, canTakeBack: false }), "Let me think\nIt is something\n");
  assert.equal(show([text("one two 3"), text(" "), text("\n")], { width: 10 }), "one two 3\n");
});
