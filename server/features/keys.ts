/** Keys for boards and robots' screens: administrators create and revoke them. */
import { randomBytes } from 'node:crypto';
import QRCode from 'qrcode';
import type { Handlers } from '../../contract/endpoint.ts';
import type { keys } from '../../contract/endpoints/keys.ts';
import { KEY_PAGES, type KeyLink } from '../../contract/entities/wallKey.ts';
import { WALL_KEYS_SHOWN } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { hashOf } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { typedRobot } from '../db/repositories/robots.ts';
import { addKey, keysShown, revokeKey } from '../db/repositories/wallKeys.ts';
import type { RequestContext } from '../requestContext.ts';
import { newId } from './sessionIssuer.ts';

type Needs = Pick<AppDeps, 'settings' | 'now' | 'broker'> & {
  /** Public URL of the console, without a trailing slash. */
  publicUrl: () => string;
};

export function createKeyHandlers({ settings, now, broker, publicUrl }: Needs): Handlers<typeof keys, RequestContext> {
  return {
    async list(_, { db, language }) {
      const rows = await keysShown(db, WALL_KEYS_SHOWN);
      return rows.map(
        ({ key: { id, name, kind, serialNumber, createdAt, lastUsedAt, revokedAt }, createdBy, robot }) => ({
          id,
          name,
          kind,
          serialNumber,
          robotNickName: nameIn(robot ?? '', language),
          createdBy: nameIn(createdBy ?? '', language),
          createdAt: createdAt.getTime(),
          lastUsedAt: lastUsedAt?.getTime() ?? null,
          revokedAt: revokedAt?.getTime() ?? null,
        }),
      );
    },

    async create({ name, kind, serialNumber, host }, { db, userId }) {
      if (kind === 'screen' && serialNumber === '') throw new ApiError('parameterEmpty', { field: 'serialNumber' });
      const robot = kind === 'screen' ? await typedRobot(db, serialNumber) : null;
      if (robot === undefined) throw new ApiError('robotUnknown', { field: 'serialNumber' });
      const key = randomBytes(24).toString('hex');
      const id = newId();
      const made = { name, kind, serialNumber: robot };
      await db.transaction(async (transaction) => {
        await addKey(transaction, { id, ...made, keyHash: hashOf(key), createdBy: userId, createdAt: new Date(now()) });
        await record(transaction, { userId, act: 'key.create', subject: id, after: made });
      });
      const from = settings.publicUrl ?? (host || publicUrl());
      return {
        id,
        key,
        links: await Promise.all(KEY_PAGES[kind].map((page) => linkOf(page, `${from}${page}#${key}`))),
      };
    },

    async revoke({ keyId }, { db, userId, afterCommit }) {
      const revoked = await revokeKey(db, keyId, new Date(now()));
      if (!revoked) throw new ApiError('notFound', { field: 'keyId' });
      const { name, kind, serialNumber } = revoked;
      await record(db, { userId, act: 'key.revoke', subject: keyId, before: { name, kind, serialNumber } });
      afterCommit(() => broker.dropKey(keyId));
      return null;
    },
  };
}

async function linkOf(page: string, url: string): Promise<KeyLink> {
  const svg = await QRCode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { page, url, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}
