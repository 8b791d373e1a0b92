import type { Tool } from "../tool.ts";
import { calculate } from "./calculate.ts";
import { controlSpeakerVolume } from "./control-speaker-volume.ts";
import { echo } from "./echo.ts";
import { generateUuid } from "./generate-uuid.ts";
import { getCurrentDatetime } from "./get-current-datetime.ts";
import { searchWeb } from "./search-web.ts";

/**
 * They have no private door: a registry is given them like any other (REG-18). The last two need something outside,
 * and say so when they are called without it.
 */
export const builtinTools: readonly Tool[] = [
  getCurrentDatetime,
  calculate,
  generateUuid,
  echo,
  searchWeb,
  controlSpeakerVolume,
];
