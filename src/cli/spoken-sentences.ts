import { parseValues } from "../providers/operator/live-values.ts";
import { createOperator } from "../providers/operator/operator.ts";
import { toolName, type Tool } from "../tools/tool.ts";
import { fillSlots, type SpokenSentence } from "../voice/grammar.ts";
import type { Session } from "./session.ts";

/** Where the names of a Z-Wave house are found, unless the settings say otherwise. */
export const houseNames = { deviceName: { tool: "list_zwave_devices", path: "devices[].name" } } as const;

/** Gives what can be said now. */
export type FindSentences = () => Promise<readonly SpokenSentence[]>;

type SpeakableSession = Pick<Session, "config" | "executor" | "tools">;

/**
 * What can be said: the sentences of the tools, with the names that the house has now. A house that cannot say so keeps
 * the names that it had: it must be understood again as soon as it is back.
 */
export function createSentenceFinder(session: SpeakableSession): FindSentences {
  const { templates = [], values = {} } = session.config.settings.operator;
  const sources = Object.entries({ ...houseNames, ...values });
  const operator = createOperator({ templates, values });
  let names: Readonly<Record<string, readonly string[]>> = {};
  return async () => {
    const found = await Promise.all(
      sources.map(async ([parameter, source]) => {
        const slot = parameter.slice(parameter.lastIndexOf(".") + 1);
        const listed = "tool" in source ? await listNames(session, source) : source;
        return [slot, listed ?? names[slot] ?? []] as const;
      }),
    );
    names = Object.fromEntries(found);
    return fillSlots(operator.vocabulary(offeredTools(session)), names);
  };
}

export function offeredTools({ tools, config }: Pick<Session, "tools" | "config">): readonly Tool[] {
  const { allowed } = config.settings.tools;
  return tools.tools.filter((tool) => allowed?.includes(toolName(tool)) ?? true);
}

/** `undefined` where nobody can say. */
async function listNames(
  { executor, tools }: SpeakableSession,
  { tool, path }: { tool: string; path?: string },
): Promise<readonly string[] | undefined> {
  if (tools.find(tool) === undefined) return undefined;
  const result = await executor.execute({ id: "names", name: tool, args: {} });
  return result.ok ? parseValues(result.text, path) : undefined;
}
