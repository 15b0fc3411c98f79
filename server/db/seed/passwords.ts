/**
 * Passwords of the demo accounts. On the loopback address they are the one that everybody knows; anywhere else they are
 * random, made once, and kept in a file of the data folder so that they can be printed again at the next start.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { ACCOUNTS, DEMO_PASSWORD } from '../../../demo/accounts.ts';
import { PASSWORD_LENGTH } from '../../../contract/rules/limits.ts';
import { isGoodPassword } from '../../../contract/rules/password.ts';
import { hashPassword } from '../../passwords.ts';
import { writePrivate } from '../../privateFile.ts';
import { isLoopback, type Settings } from '../../settings.ts';
import type { Db } from '../database.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { accounts } from '../schema.ts';

const MARK = 'demoPasswords';
const KNOWN = 'known';
const RANDOM = 'random';

/** By account id. */
type Passwords = Readonly<Record<string, string>>;
export interface DemoSignIn {
  email: string;
  phone: string;
  /** null: they are random and were made by another server, whose data folder has them. */
  password: string | null;
}

/** Sets them where the database has not those that are wanted here, and tells them for printing. */
export async function seedPasswords(
  db: Db,
  { host, dataFolder }: Pick<Settings, 'host' | 'dataFolder'>,
): Promise<DemoSignIn[]> {
  const file = join(dataFolder, 'demo-passwords.json');
  const mark = await markOf(db, MARK);
  const isKnown = isLoopback(host);
  let passwords: Passwords | null = isKnown
    ? Object.fromEntries(ACCOUNTS.map(({ id }) => [id, DEMO_PASSWORD]))
    : await readPasswords(file);
  if (mark !== (isKnown ? KNOWN : RANDOM)) {
    passwords ??= Object.fromEntries(ACCOUNTS.map(({ id }) => [id, randomPassword()]));
    if (!isKnown) await writePrivate(file, JSON.stringify(passwords));
    await setPasswords(db, passwords);
    await setMark(db, MARK, isKnown ? KNOWN : RANDOM);
  }
  return ACCOUNTS.map(({ id, email, phone }) => ({ email, phone: phone ?? '', password: passwords?.[id] ?? null }));
}

async function setPasswords(db: Db, passwords: Passwords): Promise<void> {
  const hashes = new Map(
    await Promise.all(
      [...new Set(Object.values(passwords))].map(async (password) => [password, await hashPassword(password)] as const),
    ),
  );
  for (const [id, password] of Object.entries(passwords))
    await db
      .update(accounts)
      .set({ passwordHash: hashes.get(password) ?? '' })
      .where(eq(accounts.id, id));
}

const stored = v.record(v.string(), v.string());
async function readPasswords(file: string): Promise<Passwords | null> {
  try {
    return v.parse(stored, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: PASSWORD_LENGTH.max }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(
      '',
    );
    if (isGoodPassword(password)) return password;
  }
}
