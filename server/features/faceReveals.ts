/**
 * The only way to a clear picture of a face: a ticket, whose reason is recorded before it is issued, and one call that
 * returns the picture for it, once.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { faces as catalogue } from '../../contract/endpoints/faces.ts';
import { isNoteEnough, REVEAL_MS, REVEAL_NOTE, REVEALS_PER_HOUR } from '../../contract/rules/faces.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { record } from '../db/repositories/audit.ts';
import { faceSiteOf } from '../db/repositories/facePersons.ts';
import { addReveal, faceById, takeReveal, type FaceRow } from '../db/repositories/faces.ts';
import { fileById } from '../db/repositories/files.ts';
import type { FileStore } from '../files/fileStore.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { assertMayReveal } from './faceGrants.ts';
import { hasPicture, isConsentOver } from './facePresenter.ts';
import { createRateLimiter } from './rateLimiter.ts';

type Calls = Pick<typeof catalogue, 'reveal' | 'open'>;
type Needs = Pick<AppDeps, 'db' | 'now'> & { store: FileStore };

const HOUR_MS = 3_600_000;
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

export function createFaceRevealHandlers({ db: ownDb, now, store }: Needs): Handlers<Calls, RequestContext> {
  // Refused calls count too, so that the limit also holds against guessing.
  const reveals = createRateLimiter({ db: ownDb, prefix: 'faceReveal', points: REVEALS_PER_HOUR, windowMs: HOUR_MS });

  /** @throws notFound, notAllowed, faceOff, facePictureGone */
  const pictured = async (
    { db, userId, roles }: Pick<RequestContext, 'db' | 'userId' | 'roles'>,
    faceId: string,
  ): Promise<FaceRow & { fileId: string }> => {
    const found = await faceById(db, faceId);
    if (!found) throw new ApiError('notFound', { field: 'faceId' });
    const { face, person } = found;
    // Before all else: others are not told what became of the picture.
    await assertMayReveal(db, { userId, roles }, face.serialNumber, now());
    const site = await faceSiteOf(db, face.siteId);
    if (!site.isOn) throw new ApiError('faceOff');
    const { fileId } = face;
    if (fileId === null || !hasPicture(face, site, now()) || (person && isConsentOver(person, now())))
      throw new ApiError('facePictureGone', { field: 'faceId' });
    return { ...face, fileId };
  };

  return {
    reveal: guarded(
      async ({ note }: Received<Calls['reveal']>, { userId }) => {
        if (!isNoteEnough(note))
          throw new ApiError('faceNoteShort', { field: 'note', words: { words: REVEAL_NOTE.words } });
        await reveals.consume(userId).catch((spent: unknown) => {
          if (!(spent instanceof RateLimiterRes)) throw spent;
          throw new ApiError('tooManyReveals', {
            words: { limit: REVEALS_PER_HOUR, seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) },
          });
        });
      },
      async ({ faceId, reason, note }, context) => {
        const { db, userId } = context;
        const face = await pictured(context, faceId);
        const at = now();
        const ticket = randomBytes(32).toString('base64url');
        const revealId = randomUUID();
        await addReveal(db, {
          id: revealId,
          faceId,
          userId,
          reason,
          note,
          at: new Date(at),
          ticketHash: hashOf(ticket),
        });
        // Not the note, in which people can be named: the log outlives the person's data.
        await record(db, {
          userId,
          act: 'face.reveal',
          subject: face.serialNumber,
          after: { faceId, at: face.at.getTime(), reason, revealId },
        });
        return { ticket, until: at + REVEAL_MS };
      },
    ),

    async open({ faceId, ticket }, context) {
      const { db, userId } = context;
      const { fileId } = await pictured(context, faceId);
      const at = new Date(now());
      const issuedAfter = new Date(now() - REVEAL_MS);
      if (!(await takeReveal(db, { faceId, userId, ticketHash: hashOf(ticket), issuedAfter, at })))
        throw new ApiError('faceTicketWrong', { field: 'ticket' });
      const file = await fileById(db, fileId);
      const bytes = file?.state === 'ready' ? await store.get('face', file.storedAs ?? file.id) : null;
      if (!file || !bytes) throw new ApiError('facePictureGone', { field: 'faceId' });
      return { contentType: file.contentType, fileName: 'face', bytes };
    },
  };
}
