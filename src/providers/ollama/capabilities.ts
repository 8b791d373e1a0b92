/** What a model can do, and what a caller must know to use it well. */
export interface OllamaModelDetails {
  /** As the server names them: `completion`, `tools`, `thinking`, `vision` … */
  readonly capabilities: readonly string[];
  readonly family: string;
  readonly parameterSize: string;
  readonly quantization: string;
  readonly template: string;
  /** The longest context that the model was made for. */
  readonly contextLength?: number;
  /** The context that it gets unless a request says otherwise, where its Modelfile says so. */
  readonly defaultNumCtx?: number;
}

export interface OllamaCapabilities extends OllamaModelDetails {
  readonly hasTools: boolean;
  readonly hasThinking: boolean;
  readonly hasVision: boolean;
  /** Changes whenever the model does; absent for a model that the server does not list. */
  readonly digest?: string;
}

/** `/api/show`, before anything in it is trusted. */
interface ShowBody {
  readonly capabilities?: unknown;
  readonly template?: unknown;
  readonly parameters?: unknown;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly model_info?: Readonly<Record<string, unknown>>;
}

export function toModelDetails(body: ShowBody): OllamaModelDetails {
  const template = textOf(body.template);
  const architecture = textOf(body.model_info?.["general.architecture"]);
  const contextLength = body.model_info?.[`${architecture}.context_length`];
  const numCtx = /^num_ctx\s+(\d+)$/m.exec(textOf(body.parameters))?.[1];
  return {
    capabilities: Array.isArray(body.capabilities) ? body.capabilities : capabilitiesOf(template),
    family: textOf(body.details?.["family"]),
    parameterSize: textOf(body.details?.["parameter_size"]),
    quantization: textOf(body.details?.["quantization_level"]),
    template,
    ...(typeof contextLength === "number" && { contextLength }),
    ...(numCtx !== undefined && { defaultNumCtx: Number(numCtx) }),
  };
}

export function toCapabilities(details: OllamaModelDetails, digest: string | undefined): OllamaCapabilities {
  const has = (capability: string) => details.capabilities.includes(capability);
  return {
    ...details,
    hasTools: has("tools"),
    hasThinking: has("thinking"),
    hasVision: has("vision"),
    ...(digest !== undefined && { digest }),
  };
}

/** Servers before 0.6.4 list no capabilities; they looked into the template, and so does this. */
function capabilitiesOf(template: string): readonly string[] {
  return template.includes(".Tools") ? ["completion", "tools"] : ["completion"];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
