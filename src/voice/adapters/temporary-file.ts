import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A path for a file that only this user can read, and that is gone afterwards, however it ends. */
export async function withTemporaryFile<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "switchboard-voice-"));
  try {
    return await work(join(folder, name));
  } finally {
    // What was stopped in the middle may write one more file while the folder is emptied.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
