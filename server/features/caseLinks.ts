/**
 * Links in messages about alarm cases: their recipients can take the case without an account. The token is derived
 * from the notification's id, so that a repeated attempt to send it has the same link and nothing is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { keptSecretOf } from '../db/repositories/installation.ts';

export interface CaseLinks {
  /** @param until ms since 1970 */
  tokenOf(notificationId: string, until: number): Promise<string>;
  /** The notification's id, and when the token expires; null for a token that was not issued here. */
  read(token: string): Promise<{ notificationId: string; until: number } | null>;
}

const SHAPE = /^([0-9a-f-]{36})\.([0-9a-z]{1,12})\.([\w-]{43})$/u;

export function createCaseLinks(sharedDb: Db): CaseLinks {
  const sign = async (text: string): Promise<Buffer> =>
    createHmac('sha256', await keptSecretOf(sharedDb, 'caseLinkSecret'))
      .update(text)
      .digest();
  return {
    async tokenOf(notificationId, until) {
      const text = `${notificationId}.${until.toString(36)}`;
      return `${text}.${(await sign(text)).toString('base64url')}`;
    },
    async read(token) {
      const [, notificationId = '', until = '', signature = ''] = SHAPE.exec(token) ?? [];
      if (notificationId === '') return null;
      const expected = await sign(`${notificationId}.${until}`);
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return { notificationId, until: Number.parseInt(until, 36) };
    },
  };
}
