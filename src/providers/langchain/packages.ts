/** @ts-ignore -- absent for who does not use it, and their type check must not fail for that */
import type * as langChainAnthropic from "@langchain/anthropic";
import type * as langChainMessages from "@langchain/core/messages";
/** @ts-ignore -- absent for who does not use it, and their type check must not fail for that */
import type * as langChainGoogle from "@langchain/google";
/** @ts-ignore -- absent for who does not use it, and their type check must not fail for that */
import type * as langChainOllama from "@langchain/ollama";
/** @ts-ignore -- absent for who does not use it, and their type check must not fail for that */
import type * as langChainOpenAI from "@langchain/openai";
import { SwitchboardError } from "../../errors.ts";

/** The packages that are loaded when first used: nobody needs all of them. */
export interface LangChainPackages {
  readonly "@langchain/core/messages": typeof langChainMessages;
  readonly "@langchain/ollama": typeof langChainOllama;
  readonly "@langchain/anthropic": typeof langChainAnthropic;
  readonly "@langchain/openai": typeof langChainOpenAI;
  readonly "@langchain/google": typeof langChainGoogle;
}

export type LangChainPackage = keyof LangChainPackages;

/** How packages are imported; tests put their own in its place. */
export type ImportPackage = <Name extends LangChainPackage>(name: Name) => Promise<LangChainPackages[Name]>;

const imports: { readonly [Name in LangChainPackage]: () => Promise<LangChainPackages[Name]> } = {
  "@langchain/core/messages": () => import("@langchain/core/messages"),
  "@langchain/ollama": () => import("@langchain/ollama"),
  "@langchain/anthropic": () => import("@langchain/anthropic"),
  "@langchain/openai": () => import("@langchain/openai"),
  "@langchain/google": () => import("@langchain/google"),
};

const importForReal: ImportPackage = (name) => imports[name]();

/** Loads an optional package; one that is not installed is an error that says how to get it. */
export async function loadPackage<Name extends LangChainPackage>(
  name: Name,
  importPackage: ImportPackage = importForReal,
): Promise<LangChainPackages[Name]> {
  try {
    return await importPackage(name);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    const packages = [...new Set([name.split("/", 2).join("/"), "@langchain/core"])].join(" ");
    throw new SwitchboardError(
      "missing_package",
      `${name} is needed for this and is not installed. Install it with: npm install ${packages}`,
      { cause },
    );
  }
}

/** Only that a package of LangChain is not there; anything else that goes wrong in it is told as it is. */
function isMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isNotFound = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return isNotFound && /'@langchain\//.test(String(message));
}
