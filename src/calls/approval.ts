import { annotationsOf } from "../tools/annotations.ts";
import type { Tool, ToolArguments } from "../tools/tool.ts";
import { messageOf } from "./failure.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** A call that is about to run: its tool found, its arguments repaired and valid. */
export interface ApprovalRequest {
  readonly id: string;
  readonly name: string;
  readonly args: ToolArguments;
  readonly tool: Tool;
}

/** `deny` is the reason, which the model is told. */
export type Approval = "allow" | { readonly deny: string };

/** Decides about every call. The time it takes is not the tool's; the signal fires when nobody waits any more. */
export type Approve = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Approval | Promise<Approval>;

type ApprovalRule = "ask" | "allow" | "deny";

export interface ApprovalPolicy {
  /** For tools that change something and have no rule of their own: `ask`. */
  readonly default?: ApprovalRule;
  /** By a tool's name, or by a pattern in which `*` stands for anything. */
  readonly tools?: Readonly<Record<string, ApprovalRule>>;
}

export type PersonsAnswer = "once" | "always" | "no";

export type AskPerson = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => Promise<PersonsAnswer>;

/**
 * Read-only tools run; others go by the policy, and where that says so a person is asked, one question at a time. With
 * nobody to ask, what would be asked about is denied. A rule for a tool goes before its being read-only.
 */
export function createApproval(policy: ApprovalPolicy, askPerson?: AskPerson): Approve {
  const ruleOf = compileRules(policy);
  const always = new Set<string>();
  let lastQuestion: Promise<unknown> = Promise.resolve();

  async function askInTurn(
    request: ApprovalRequest,
    options: { readonly signal: AbortSignal },
    ask: AskPerson,
    before: Promise<unknown>,
  ): Promise<Approval> {
    await before;
    options.signal.throwIfAborted();
    // The answer to the question before may have been for this one as well.
    if (always.has(request.name)) return "allow";
    const answer = await ask(request, options);
    if (answer === "always") always.add(request.name);
    // Anything that is no clear yes is a no.
    if (answer === "once" || answer === "always") return "allow";
    return { deny: `The user does not want "${request.name}" to run` };
  }

  return (request, options) => {
    const rule = ruleOf(request.tool, request.name);
    if (rule === "allow" || (rule === "ask" && always.has(request.name))) return "allow";
    if (rule === "deny") return { deny: `The settings do not allow "${request.name}" to run` };
    if (askPerson === undefined) {
      return { deny: `"${request.name}" needs a person's approval, and there is nobody to ask` };
    }
    const answer = askInTurn(request, options, askPerson, lastQuestion);
    // One that nobody waits for any more must not hold up the next.
    lastQuestion = unlessAborted(answer, options.signal).catch(() => {});
    return answer;
  };
}

const strictness: readonly ApprovalRule[] = ["allow", "ask", "deny"];

/** A tool's own name before any pattern; of several patterns that fit, the strictest, whatever their order. */
function compileRules(policy: ApprovalPolicy): (tool: Tool, name: string) => ApprovalRule {
  const rules = Object.entries(policy.tools ?? {});
  const exact = new Map(rules.filter(([pattern]) => !pattern.includes("*")));
  const patterns = rules
    .filter(([pattern]) => pattern.includes("*"))
    .map(([pattern, rule]) => ({ pattern: toRegExp(pattern), rule }))
    .toSorted((a, b) => strictness.indexOf(b.rule) - strictness.indexOf(a.rule));
  return (tool, name) =>
    exact.get(name) ??
    patterns.find(({ pattern }) => pattern.test(name))?.rule ??
    (annotationsOf(tool).readOnlyHint === true ? "allow" : (policy.default ?? "ask"));
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

/** For a caller who gave no signal: it never fires. */
const never = new AbortController().signal;

/** A decision, for as long as the caller waits for it. What goes wrong in deciding is no permission. */
export async function waitForApproval(
  { id, name, args, tool }: ApprovalRequest,
  approve: Approve,
  signal: AbortSignal = never,
): Promise<Approval | "cancelled"> {
  try {
    const decision = approve({ id, name, args, tool }, { signal });
    if (decision === "allow") return decision;
    const approval: unknown = await unlessAborted(Promise.resolve(decision), signal);
    if (isApproval(approval)) return approval;
    return { deny: 'It was not approved: the answer was neither "allow" nor { deny: the reason }' };
  } catch (error) {
    return signal.aborted ? "cancelled" : { deny: `It was not approved: ${messageOf(error)}` };
  }
}

/** Programs without types answer with all sorts of things. */
function isApproval(answer: unknown): answer is Approval {
  return answer === "allow" || typeof (answer as { deny?: unknown } | undefined | null)?.deny === "string";
}
