/**
 * The key file: it seals the secrets that the database holds, so that a copy of the database alone opens nothing. With
 * the embedded database it is made in the data folder; an external database has one if ROUNDHOUSE_KEY_FILE is set,
 * because all its servers need the same file.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './db/database.ts';
import {
  forgetSealedSecrets,
  isKeyOutside,
  lockSecrets,
  markOf,
  noteKeyPlace,
  sealedBy,
  sealSecrets,
  setMark,
} from './db/repositories/installation.ts';
import { countLiveServers } from './db/repositories/jobs.ts';
import { SILENT_MS } from './jobs/silence.ts';
import type { Log } from './log.ts';
import { replacePrivate, writePrivate } from './privateFile.ts';
import { addSecretKey, fingerprintOf, previousKeyFile } from './db/secretKeys.ts';
import type { Settings } from './settings.ts';

/** In the data folder. */
export const KEY_FILE = 'secrets.key';
/** When the loss of a key was accepted last, ms, and for how long no other server may accept one. */
const KEY_MADE_MARK = 'keyMadeAt';
const KEY_MADE_MS = 60_000;
const KEY = /^[\w-]{43}$/u;
/** What is lost with the key, for people who have lost it. */
export const LOST_WITH_KEY =
  'Lost: the secrets of apps and the keys of video relays (create them again), the codes of open deliveries (they get new ones), passwords of simulated robots added here (renew them), and codes and file links that were just given out. Accounts, sessions, robots and all records stay.';

/** The key file cannot be used; the message gives the reason and the remedy. */
export class KeyFileError extends Error {
  override name = 'KeyFileError';
}

export const newKey = (): string => randomBytes(32).toString('base64url');
/** Of the key file that the settings name. */
export const keyPath = ({ keyFile, dataFolder }: Pick<Settings, 'keyFile' | 'dataFolder'>): string =>
  keyFile ?? join(dataFolder, KEY_FILE);

type Needs = Pick<Settings, 'dataFolder' | 'databaseUrl' | 'keyFile' | 'keyLost'>;

/**
 * Reads or makes the key and seals what is not sealed yet. Safe to interrupt: the file is on the disk before the database
 * refers to it.
 *
 * @param db no transaction; before anything reads a secret
 * @returns whether the key was lost, and with it the secrets
 * @throws KeyFileError
 */
export async function openKeyFile(db: Db, settings: Needs, log: Log): Promise<{ isLost: boolean }> {
  const { keyFile, databaseUrl, dataFolder, keyLost } = settings;
  const inFolder = join(dataFolder, KEY_FILE);
  const own = keyPath(settings);
  const isEmbedded = databaseUrl === undefined;
  return db.transaction(async (transaction) => {
    await lockSecrets(transaction);
    const wanted = await sealedBy(transaction);
    // Without a common file, servers of one database would each make a key of their own.
    if (wanted === undefined && !isEmbedded && keyFile === undefined) return { isLost: false };
    if (wanted !== undefined) await settleRotation(own, wanted);
    const ownKey = await readKey(own);
    const opens = (key: string | undefined): boolean =>
      key !== undefined && (wanted === undefined || fingerprintOf(key) === wanted);
    // After a restore the key is in the data folder. What else is left there does not matter.
    const known = [
      ownKey,
      own === inFolder || opens(ownKey) ? undefined : await readKey(inFolder).catch(() => undefined),
    ].find(opens);
    const isLost = wanted !== undefined && known === undefined;
    if (isLost) {
      // A file that belongs to another installation is a mistake, not a loss.
      if (ownKey !== undefined && !keyLost)
        throw new KeyFileError(
          `The key file ${own} belongs to another installation: its key does not open the secrets of this database. Set ROUNDHOUSE_KEY_FILE to the right file, or restore it from a backup. If the key was rotated on another server, copy the file from there. If it is lost, start once with ROUNDHOUSE_KEY_LOST=accept. ${LOST_WITH_KEY}`,
        );
      // A file outside of the data folder can be there and not be found: a setting left out, a volume that is not mounted
      // yet, a server of several that was set up without it. None of them must end the secrets.
      const isByDefault = isEmbedded && keyFile === undefined && !(await isKeyOutside(transaction));
      if (!isByDefault && !keyLost)
        throw new KeyFileError(
          `The key file ${own} is missing. Set ROUNDHOUSE_KEY_FILE to where it is, copy it from another server of this database, or restore it from a backup. If it is lost, start once with ROUNDHOUSE_KEY_LOST=accept. ${LOST_WITH_KEY}`,
        );
      // Its key opens the secrets, so nothing is lost, and it would be left with a key that opens nothing.
      if (!isEmbedded && (await countLiveServers(transaction, SILENT_MS)) > 0)
        throw new KeyFileError(
          `The key file ${own} is missing, but another server of this database runs with its key: copy the file from there. If the file is lost there too, stop all servers, wait for ${SILENT_MS / 1_000} seconds, and start one of them with ROUNDHOUSE_KEY_LOST=accept.`,
        );
      // With a file for each server, one that starts in the same moment shows no life yet.
      const madeAgo = Date.now() - Number((await markOf(transaction, KEY_MADE_MARK)) ?? 0);
      if (!isEmbedded && madeAgo < KEY_MADE_MS)
        throw new KeyFileError(
          `The key file ${own} is missing, but another server of this database made a new key ${Math.ceil(madeAgo / 1_000)} seconds ago, because the old one was lost: copy the file from there.`,
        );
      await setMark(transaction, KEY_MADE_MARK, String(Date.now()));
      await forgetSealedSecrets(transaction);
      log.warn(
        { file: own },
        `The key file is lost, so the secrets of this installation were made new. ${LOST_WITH_KEY}`,
      );
    }
    const key = known ?? newKey();
    if (ownKey !== key) {
      if (ownKey !== undefined && !keyLost)
        throw new KeyFileError(
          `The key file ${own} has another key than this database, whose key is in ${inFolder}. Set ROUNDHOUSE_KEY_FILE to a file that does not exist yet, or start once with ROUNDHOUSE_KEY_LOST=accept: the other key is kept beside it.`,
        );
      // It may be all that opens another installation.
      if (ownKey !== undefined) await rename(own, `${own}.${fingerprintOf(ownKey)}.old`);
      await writePrivate(own, `${key}\n`);
    }
    await noteKeyPlace(transaction, own === inFolder ? 'folder' : 'outside');
    const sealed = await sealSecrets(transaction, addSecretKey(key));
    if (sealed > 0)
      log.info({ file: own, secrets: sealed }, 'the secrets in the database were sealed with the key file');
    return { isLost };
  });
}

/**
 * Ends a rotation that was interrupted (rotateKey.ts): of the two keys, the one that opens the database stays. Only while
 * the secrets are locked.
 *
 * @param wanted fingerprint of the key that seals the secrets
 */
export async function settleRotation(own: string, wanted: string): Promise<void> {
  const beside = previousKeyFile(own);
  const opens = async (file: string): Promise<boolean> => {
    const key = await readKey(file).catch(() => undefined);
    return key !== undefined && fingerprintOf(key) === wanted;
  };
  if (await opens(own)) await rm(beside, { force: true }).catch(() => undefined);
  else if (await opens(beside)) await replacePrivate(own, beside);
}

/** @throws KeyFileError when there is a file that is not a key, or cannot be read */
export async function readKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (KEY.test(key)) return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new KeyFileError(`The key file ${file} cannot be read: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
  throw new KeyFileError(`The key file ${file} is damaged. Restore it from a backup, or remove it if it is lost.`);
}
