import type { CommandContext, DefineCommand } from "../command.ts";
import { runChecks, type Check } from "../doctor/checks.ts";
import { toLine } from "../event-json.ts";
import { exitCodes } from "../exit-codes.ts";
import { sanitize } from "../sanitize.ts";
import type { Style } from "../style.ts";

export const define: DefineCommand = (command, context) => {
  command
    .addHelpText(
      "after",
      "\nEnds with 0 where nothing is broken (✗); what could be better (!) does not count.",
    )
    .action(() => doctor(context));
};

async function doctor(context: CommandContext): Promise<void> {
  const { terminal, globals } = context;
  const asJson = globals().json ?? false;
  const checks: Check[] = [];
  for await (const check of runChecks(context)) {
    checks.push(check);
    // One by one: some take their time.
    if (!asJson) for (const line of describe(check, terminal.outputStyle)) terminal.print(`${line}\n`);
  }
  if (asJson) terminal.print(toLine({ checks }));
  if (checks.some(({ state }) => state === "broken")) context.exitCode = exitCodes.unexpected;
}

function describe({ state, subject, fact, mend }: Check, style: Style): string[] {
  const marks = { fine: style.green("✓"), better: style.yellow("!"), broken: style.red("✗") };
  const [first = "", ...others] = sanitize(fact).split("\n");
  const lines = [
    `${marks[state]} ${style.bold(sanitize(subject))}  ${first}`,
    ...others.map((line) => `    ${line}`),
  ];
  return mend === undefined ? lines : [...lines, `    ${style.cyan("→")} ${sanitize(mend)}`];
}
