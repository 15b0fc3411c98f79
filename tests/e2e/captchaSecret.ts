/** The secret of the captchas of a real server, which its key file seals: tests set known letters by it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { addSecretKey, openSecret } from '../../server/db/secretKeys.ts';
import { KEY_FILE } from '../../server/keyFile.ts';

/** @param folder the data folder of the server */
export async function captchaSecretOf(folder: string, database: pg.Client): Promise<string> {
  const {
    rows: [row],
  } = await database.query<{ value: string }>(`select value from installation where key = 'captchaSecret'`);
  addSecretKey((await readFile(join(folder, KEY_FILE), 'utf8')).trim());
  return openSecret('captchaSecret', row?.value ?? '');
}
