/** Files with secrets in the data folder: readable by the server's user only, and written atomically. */
import { randomBytes } from 'node:crypto';
import { chmod, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @param mode of the file, if others may read it too */
export async function writePrivate(file: string, text: string, mode?: number): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    if (mode !== undefined) await chmod(draft, mode);
    await replacePrivate(file, draft);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Replaces a file by another of the same folder. */
export async function replacePrivate(file: string, by: string): Promise<void> {
  await rename(by, file);
  await syncFolder(dirname(file));
}

/** Makes the new name survive a power failure, on systems whose folders can be synchronized. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
