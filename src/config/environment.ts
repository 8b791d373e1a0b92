/** What the environment says; nowhere else is it read. */
export interface Environment {
  readonly ollamaHost: string | undefined;
}

export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  return { ollamaHost: variables["OLLAMA_HOST"] };
}
