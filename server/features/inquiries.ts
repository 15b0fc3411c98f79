/**
 * The contact form: accepts messages from anyone within rate limits, and e-mails them to the administrators, who read
 * and delete them.
 */
import { randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { inquiries } from '../../contract/endpoints/inquiries.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { tidyInquiry } from '../../contract/rules/inquiry.ts';
import {
  INQUIRIES_PER_ADDRESS,
  INQUIRIES_PER_DAY,
  INQUIRIES_WINDOW_MS,
  INQUIRY_RECIPIENTS_MAX,
} from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addInquiry,
  administratorsToNotify,
  inquiriesShown,
  isAsked,
  lockInquiries,
  nthLastInquiry,
  removeInquiry,
  type StoredInquiry,
} from '../db/repositories/inquiries.ts';
import { type Gateway, NotSent } from '../gateway/gateway.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { messageText } from './messageTexts.ts';
import { createRateLimiter } from './rateLimiter.ts';

const DAY_MS = 86_400_000;
type Given = Received<(typeof inquiries)['save']>;

export function createInquiryHandlers({
  db: ownDb,
  sharedDb,
  settings,
  now,
  gateway,
}: Pick<CoreDeps, 'db' | 'sharedDb' | 'settings' | 'now'> & { gateway: Gateway }): Handlers<
  typeof inquiries,
  RequestContext
> {
  // Refused inquiries count as well.
  const perAddress = createRateLimiter({
    db: sharedDb,
    prefix: 'inquiry',
    points: INQUIRIES_PER_ADDRESS,
    windowMs: INQUIRIES_WINDOW_MS,
  });
  const tooOften = (ms: number) =>
    new ApiError('inquiriesTooOften', { words: { minutes: Math.max(1, Math.ceil(ms / 60_000)) } });

  const tell = async ({ name, company, phone, question }: StoredInquiry, language: Language): Promise<void> => {
    // Demo accounts cannot receive e-mail, so they are included only without a mail server, where the outbox shows it.
    const targets = await administratorsToNotify(ownDb, {
      demo: settings.smtp === undefined,
      limit: INQUIRY_RECIPIENTS_MAX,
    });
    const text = messageText('inquiry', language, { name, company: company || '—', phone, question });
    for (const target of targets) {
      // The outbox contains the reason.
      await gateway.send({ channel: 'email', topic: 'inquiry', target, language, ...text }).catch((error: unknown) => {
        if (!(error instanceof NotSent)) throw error;
      });
    }
  };

  return {
    save: guarded(
      async (given: Given, { db, address }) => {
        const fields = tidyInquiry(given);
        // A repeat after a lost reply: already stored.
        if (await isAsked(db, fields, new Date(now() - DAY_MS))) return;
        await perAddress.consume(networkOf(address)).catch((spent: unknown) => {
          throw spent instanceof RateLimiterRes ? tooOften(spent.msBeforeNext) : spent;
        });
      },
      async (given, { db, language, afterCommit }) => {
        const fields = tidyInquiry(given);
        const at = new Date(now());
        const dayAgo = new Date(at.getTime() - DAY_MS);
        await lockInquiries(db);
        if (await isAsked(db, fields, dayAgo)) return null;
        const last = await nthLastInquiry(db, INQUIRIES_PER_DAY, dayAgo);
        if (last) throw tooOften(last.getTime() + DAY_MS - at.getTime());
        const inquiry: StoredInquiry = { id: randomUUID(), at, ...fields };
        await addInquiry(db, inquiry);
        afterCommit(() => tell(inquiry, language));
        return null;
      },
    ),

    async list(filter, { db }) {
      const { total, rows } = await inquiriesShown(db, filter);
      return { total, rows: rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() })) };
    },

    async remove({ inquiryId }, { db, userId }) {
      const removed = await removeInquiry(db, inquiryId);
      if (!removed) throw new ApiError('notFound', { field: 'inquiryId' });
      // The question is deleted permanently and does not go to the audit log either.
      await record(db, {
        userId,
        act: 'inquiry.delete',
        subject: inquiryId,
        before: { at: removed.at, name: removed.name },
      });
      return null;
    },
  };
}
