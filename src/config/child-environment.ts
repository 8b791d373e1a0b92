/** What a program needs to run at all, and nothing that may be a secret (MCP-18). */
const posixNames = /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_[A-Z]+|TZ|TMPDIR)$/;
const windowsNames =
  /^(?:PATH|PATHEXT|COMSPEC|SYSTEMROOT|SYSTEMDRIVE|WINDIR|TEMP|TMP|HOMEDRIVE|HOMEPATH|USERPROFILE|USERNAME|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|PROGRAMFILES\(X86\)|PROGRAMW6432|PROCESSOR_ARCHITECTURE|NUMBER_OF_PROCESSORS|OS)$/i;

/** The environment that a server's process starts from; its config adds the rest. */
export function readChildEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const names = platform === "win32" ? windowsNames : posixNames;
  const kept = Object.entries(variables).filter(
    // A value that begins like this is a function exported by an old shell: code, not a setting.
    (entry): entry is [string, string] =>
      entry[1] !== undefined && names.test(entry[0]) && !entry[1].startsWith("()"),
  );
  return Object.fromEntries(kept);
}
