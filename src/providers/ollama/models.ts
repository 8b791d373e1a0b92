/** A model that the server has. */
export interface OllamaModelInfo {
  readonly name: string;
  readonly digest: string;
  readonly sizeBytes: number;
  readonly modifiedAt: string;
  readonly family: string;
  readonly parameterSize: string;
  readonly quantization: string;
}

interface TagsBody {
  readonly models?: readonly TagsModel[] | null;
}

interface TagsModel {
  readonly name?: string;
  readonly digest?: string;
  readonly size?: number;
  readonly modified_at?: string;
  readonly details?: {
    readonly family?: string;
    readonly parameter_size?: string;
    readonly quantization_level?: string;
  };
}

/** The list of `/api/tags`. */
export function toModelList({ models }: TagsBody): readonly OllamaModelInfo[] {
  return (models ?? []).map(
    ({ name = "", digest = "", size = 0, modified_at: modifiedAt = "", details = {} }) => ({
      name,
      digest,
      sizeBytes: size,
      modifiedAt,
      family: details.family ?? "",
      parameterSize: details.parameter_size ?? "",
      quantization: details.quantization_level ?? "",
    }),
  );
}
