/**
 * Replaces the key of the key file (keyFile.ts). File and database cannot change in one step, so the old key is kept
 * beside the file until the database has committed: whenever the rotation is killed, one of the two files opens the
 * secrets, and the next start of a server or of the rotation keeps that one (settleRotation).
 */
import { lstat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './db/database.ts';
import { record } from './db/repositories/audit.ts';
import { isPrepared, lockSecrets, otherConnections, resealSecrets, sealedBy } from './db/repositories/installation.ts';
import { addSecretKey, fingerprintOf, previousKeyFile } from './db/secretKeys.ts';
import { KeyFileError, keyPath, newKey, readKey, settleRotation } from './keyFile.ts';
import { writePrivate } from './privateFile.ts';
import type { Settings } from './settings.ts';

/** Time for PostgreSQL to notice that a server has ended. */
const ENDING_MS = 3_000;
const RETRY_MS = 250;

/** In this order. */
export const ROTATION_STEPS = ['sealed', 'kept', 'replaced', 'committed'] as const;
type Step = (typeof ROTATION_STEPS)[number];

/**
 * @param db of no server
 * @param onStep is called after each step (tests)
 * @returns the key file, and how many secrets it seals
 * @throws KeyFileError; then the old key is still the one in use
 */
export async function rotateKey(
  db: Db,
  settings: Pick<Settings, 'keyFile' | 'dataFolder'>,
  onStep: (step: Step) => void = () => undefined,
): Promise<{ file: string; secrets: number }> {
  const file = keyPath(settings);
  const next = newKey();
  let secrets = 0;
  let hasWritten = false;
  try {
    await db.transaction(async (transaction) => {
      await lockSecrets(transaction);
      const key = await currentKey(transaction, file);
      const mode = await replaceableMode(file);
      await refuseServers(transaction);
      addSecretKey(key);
      secrets = await resealSecrets(transaction, addSecretKey(next));
      await record(transaction, { userId: '', act: 'installation.rotateKey', subject: 'installation' });
      onStep('sealed');
      hasWritten = true;
      await write(previousKeyFile(file), key, mode);
      onStep('kept');
      await write(file, next, mode);
      onStep('replaced');
    });
    onStep('committed');
  } catch (error) {
    if (!hasWritten) throw error;
    // After a broken connection only the database knows whether it has committed. It must answer first.
    const inUse = await settle(db, file).catch(() => {
      throw new KeyFileError(
        `The database went away. Old and new key are in ${previousKeyFile(file)} and ${file}; the next start of the server, or of this command, keeps the right one.`,
        { cause: error },
      );
    });
    if (inUse !== fingerprintOf(next)) throw error;
  }
  await settle(db, file);
  return { file, secrets };
}

/** Files and database agree again. @returns the fingerprint of the key in use */
function settle(db: Db, file: string): Promise<string | undefined> {
  return db.transaction(async (transaction) => {
    // Waits for a commit whose answer was lost.
    await lockSecrets(transaction);
    const wanted = await sealedBy(transaction);
    if (wanted !== undefined) await settleRotation(file, wanted);
    return wanted;
  });
}

async function currentKey(transaction: Db, file: string): Promise<string> {
  const wanted = (await isPrepared(transaction)) ? await sealedBy(transaction) : undefined;
  if (wanted === undefined)
    throw new KeyFileError(
      'The secrets of this database have no key file yet: start the server once, with ROUNDHOUSE_KEY_FILE if the database is external.',
    );
  await settleRotation(file, wanted);
  const key = await readKey(file);
  if (key === undefined || fingerprintOf(key) !== wanted)
    throw new KeyFileError(
      `The key that opens the secrets of this database is not in ${file}. Set ROUNDHOUSE_KEY_FILE as for the server. Nothing was changed.`,
    );
  return key;
}

/** The new file has the owner and the mode of the old one, or a server could not read it. @returns the mode */
async function replaceableMode(file: string): Promise<number> {
  const { mode, uid, isLink } = await lstat(file).then((found) => ({ ...found, isLink: found.isSymbolicLink() }));
  if (isLink)
    throw new KeyFileError(
      `${file} is a link, which would be replaced instead of its target. Set ROUNDHOUSE_KEY_FILE to the file itself, for the servers too. Nothing was changed.`,
    );
  if (process.getuid && process.getuid() !== uid)
    throw new KeyFileError(
      `${file} belongs to another user, who could not read it afterwards. Run this command as the user of the server. Nothing was changed.`,
    );
  return mode & 0o777;
}

/** A running server would not be able to open what the new key seals. One that starts now waits for the lock. */
async function refuseServers(transaction: Db): Promise<void> {
  const deadline = Date.now() + ENDING_MS;
  for (;;) {
    const found = await otherConnections(transaction);
    if (found === 0) return;
    if (Date.now() > deadline)
      throw new KeyFileError(
        `A server is still connected to this database (${found} connections). Stop all servers first. Nothing was changed.`,
      );
    await sleep(RETRY_MS);
  }
}

async function write(file: string, key: string, mode: number): Promise<void> {
  await writePrivate(file, `${key}\n`, mode).catch((error: unknown) => {
    throw new KeyFileError(
      `The file ${file} cannot be written: ${error instanceof Error ? error.message : ''}. Nothing was changed.`,
      { cause: error },
    );
  });
}
