import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether anybody of a process group still runs. The dead stay in their group until somebody reaps them, which in a
 * container may be never: where there is a /proc, they are told from the living.
 */
export function hasLivingMembers(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((entry) => /^\d+$/.test(entry) && isLivingMember(entry, groupId));
}

function isLivingMember(pid: string, groupId: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before these fields is in brackets and may hold anything.
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === String(groupId) && state !== "Z" && state !== "X";
  } catch {
    return false;
  }
}
