import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { bundleLibrary, bundlePrograms } from "./bundle.ts";

// A file that was renamed must not live on in the package.
rmSync("dist", { recursive: true, force: true });
execFileSync("tsc", ["--project", "tsconfig.build.json"], { stdio: "inherit" });
await bundleLibrary("dist");
await bundlePrograms("dist");
