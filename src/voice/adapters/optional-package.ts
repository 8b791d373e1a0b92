import { createRequire } from "node:module";
import { SwitchboardError } from "../../errors.ts";

/** Where a file of an optional package is; says how to install it where it is not there. */
export function resolvePackage(file: string, packageName: string, purpose: string): string {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch (cause) {
    throw new SwitchboardError(
      "missing_package",
      `${purpose} needs the package ${packageName}: npm install ${packageName}`,
      { cause },
    );
  }
}
