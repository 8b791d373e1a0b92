import { z } from "zod";

/** The forecast's schema as users of the peers write it. */
export const forecastZod = z.object({
  city: z.string().min(1),
  days: z.int().min(1).max(14),
  unit: z.enum(["celsius", "fahrenheit"]),
  hourly: z.boolean(),
  fields: z.array(z.string()),
});
