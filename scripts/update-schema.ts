// Writes the JSON Schema of the config file for editors; src/config/settings-schema.test.ts holds the two together.
import { writeFileSync } from "node:fs";
import { settingsSchema } from "../src/config/settings-schema.ts";

writeFileSync("docs/switchboard.schema.json", `${JSON.stringify(settingsSchema, undefined, 2)}\n`);
