import { SwitchboardError } from "../../errors.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import type { Tool } from "../tool.ts";

interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** Who searches: there is no search engine for everybody, so the program brings one. */
export type Search = (
  query: string,
  options: { readonly signal: AbortSignal | undefined },
) => Promise<readonly SearchResult[]>;

/** More would fill a small model's context with pages that nobody asked for. */
const maxResults = 5;

export function createSearchWeb(search: Search | undefined): Tool {
  return {
    name: "search_web",
    description:
      "Searches the web and returns titles, addresses and excerpts of the best results. Use it for news and facts " +
      "that you do not know.",
    schema: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, maxLength: 400, description: "What to search for." },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    async invoke({ query }, config) {
      if (typeof query !== "string") throw new TypeError("query must be a string");
      if (search === undefined) {
        throw new SwitchboardError(
          "unavailable",
          "Web search is unavailable: no search provider is configured. Give createSearchWeb one, such as " +
            "createSearxngSearch with the address of a SearXNG server",
        );
      }
      const results = await search(query, {
        signal: (config as { signal?: AbortSignal } | undefined)?.signal,
      });
      return results.slice(0, maxResults);
    },
  };
}

/** The builtin, which has nobody to ask. */
export const searchWeb = createSearchWeb(undefined);

/** Searches with a SearXNG server (its settings must allow the format `json`). */
export function createSearxngSearch(address: string): Search {
  return async (query, { signal }) => {
    const url = new URL("search", address.endsWith("/") ? address : `${address}/`);
    url.searchParams.set("q", query);
    url.searchParams.set("format", "json");
    const response = await fetch(url, signal === undefined ? {} : { signal });
    if (!response.ok) {
      const hint = response.status === 403 ? "; its settings may not allow the format json" : "";
      throw new SwitchboardError("unavailable", `The search server answered ${response.status}${hint}`);
    }
    return parseResults(await response.text()).map(({ title, url: page, content }) => ({
      title: toText(title),
      url: toText(page),
      text: toText(content),
    }));
  };
}

/** A server that answers with a page has another address, or shows its results only to people. */
function parseResults(body: string): readonly Record<string, unknown>[] {
  const answer = parseJson(body);
  const results = isPlainObject(answer) ? answer["results"] : undefined;
  if (Array.isArray(results)) return results.filter(isPlainObject);
  throw new SwitchboardError(
    "unavailable",
    "The search server did not answer with results in JSON: check its address, and that its settings allow that format",
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
