/**
 * The outbox: listed for account administrators. In a local demo, anyone on this machine can read the latest messages
 * to a target.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { outbox } from '../../contract/endpoints/outbox.ts';
import { NEWEST_MESSAGES, NEWEST_MESSAGES_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import { keptFor, messages } from '../db/repositories/outbox.ts';
import type { RequestContext } from '../requestContext.ts';
import { isLoopback } from '../settings.ts';

const linkIn = (body: string): string => /https?:\/\/[^\s，。）)]+/u.exec(body)?.[0].replace(/[.,;]$/u, '') ?? '';

export function createOutboxHandlers({
  settings,
  now,
}: Pick<CoreDeps, 'settings' | 'now'>): Handlers<typeof outbox, RequestContext> {
  /** With a public URL or a proxy, the caller can be on another machine. */
  const isOurs =
    settings.demo && isLoopback(settings.host) && settings.publicUrl === undefined && settings.trustProxy.length === 0;
  return {
    async list(filter, { db }) {
      const { total, rows } = await messages(db, filter);
      return { total, rows: rows.map(({ at, ...row }) => ({ ...row, at: at.getTime(), link: linkIn(row.body) })) };
    },

    async newest({ target }, { db, address }) {
      if (!isOurs || !isLoopback(address)) throw new ApiError('unknownPath');
      const kept = phoneNumberOf(target, '') ?? target.toLowerCase();
      const found = await keptFor(db, kept, new Date(now() - NEWEST_MESSAGES_MS), NEWEST_MESSAGES);
      return found.map(({ id, at, subject, body }) => ({ id, at: at.getTime(), subject, body }));
    },
  };
}
