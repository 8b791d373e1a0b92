/** What happens while tools are served over MCP, beside the calls themselves. */
export type ServeEvent =
  /** A message that could not be read, an answer that could not be sent: the serving goes on. */
  { readonly type: "serve.problem"; readonly error: Error };
