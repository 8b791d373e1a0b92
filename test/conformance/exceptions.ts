/** Scenarios of the conformance suite that do not apply, each with the reason. The test holds this list to be exact. */
export interface Exception {
  readonly why: string;
  /** A scenario, or one check of it: `scenario:check`. */
  readonly what: readonly string[];
}

const toolsOnly = (kind: string) =>
  `Tools are served and nothing else: ${kind} are not offered, and not announced`;

const noQuestions =
  "A tool of a ToolManager gives a result; it has no way to ask its caller's person or model something meanwhile";

export const serverExceptions: readonly Exception[] = [
  {
    why: toolsOnly("resources"),
    what: [
      "resources-list",
      "resources-read-text",
      "resources-read-binary",
      "resources-templates-read",
      "resources-subscribe",
      "resources-unsubscribe",
      "sep-2164-resource-not-found",
      "caching:sep-2549-resources-list-caching-hints",
      "caching:sep-2549-resources-templates-list-caching-hints",
    ],
  },
  {
    why: toolsOnly("prompts"),
    what: [
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
      "input-required-result-non-tool-request",
      "caching:sep-2549-prompts-list-caching-hints",
    ],
  },
  { why: toolsOnly("completions of arguments of prompts and resources"), what: ["completion-complete"] },
  {
    why: "Logs go to stderr and to the program's observer, not to the client; the newer era has dropped them",
    what: ["logging-set-level", "tools-call-with-logging"],
  },
  {
    why: "A tool of a ToolManager gives a result; it has no way to tell how far it has come",
    what: ["tools-call-with-progress"],
  },
  {
    why: noQuestions,
    what: [
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "server-stateless:sep-2575-server-rejects-undeclared-capability",
      "server-stateless:sep-2575-missing-capability-http-400",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-missing-input-response",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
      "input-required-result-validate-input",
    ],
  },
  {
    why: "Streams are not closed before their result is there, so there is nothing to come back to (pending in the suite)",
    what: ["server-sse-polling"],
  },
];

/** Extensions that are not offered; the suite leaves their scenarios out of a run for a revision. */
export const serverScenariosNotRun: readonly Exception[] = [
  {
    why: "Calls are answered within their time limit; tasks are not offered",
    what: [
      "tasks-lifecycle",
      "tasks-capability-negotiation",
      "tasks-wire-fields",
      "tasks-request-state-removal",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-dispatch-and-envelope",
      "tasks-status-notifications",
      "tasks-required-task-error",
      "tasks-mrtr-composition",
    ],
  },
  {
    why: "Skills are resources, and resources are not offered",
    what: ["sep-2640-skills-directory", "sep-2640-skills-enumeration", "sep-2640-skills-manifest"],
  },
];

/** Every scenario for clients that is run passes. */
export const clientExceptions: readonly Exception[] = [];

export const clientScenariosNotRun: readonly Exception[] = [
  {
    why: "Skills are resources, and a server's tools are all that is taken from it",
    what: [
      "sep-2640-client-no-prefetch",
      "sep-2640-client-verify-digest",
      "sep-2640-client-verify-size",
      "sep-2640-client-verify-frontmatter",
    ],
  },
];
