import type { Tool } from "../tool.ts";
import { calculate } from "./calculate.ts";
import { echo } from "./echo.ts";
import { generateUuid } from "./generate-uuid.ts";
import { getCurrentDatetime } from "./get-current-datetime.ts";

/** Tools that need nothing outside. They have no private door: a registry is given them like any other (REG-18). */
export const builtinTools: readonly Tool[] = [getCurrentDatetime, calculate, generateUuid, echo];
