/**
 * The right to reveal the faces of a robot: of its administrators, and for an hour of those whom one of them lets. Each
 * picture needs its own reason all the same.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { faces as catalogue } from '../../contract/endpoints/faces.ts';
import { FACE_ASKS_PER_HOUR, FACE_GRANT_MS, isNoteEnough, REVEAL_NOTE } from '../../contract/rules/faces.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { answerFaceGrant, askFaceGrant, faceGrantOf, openFaceGrants } from '../db/repositories/faceGrants.ts';
import { faceSiteOf } from '../db/repositories/facePersons.ts';
import { faceById } from '../db/repositories/faces.ts';
import { robotsWithRight } from '../db/repositories/resourceOwners.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { notifyFacesChanged } from './faceNotices.ts';
import type { FaceNeeds } from './faces.ts';
import { seenRobots } from './listRequest.ts';
import { createRateLimiter } from './rateLimiter.ts';

type Calls = Pick<typeof catalogue, 'askReveal' | 'revealRequests' | 'answerReveal'>;
type Caller = Pick<RequestContext, 'userId' | 'roles'>;

const HOUR_MS = 3_600_000;

const administered = (db: Db, caller: Caller, serialNumbers: readonly string[]): Promise<string[]> =>
  robotsWithRight(db, caller, serialNumbers, 'administer');

/** Whether a caller with the right `operate` may reveal faces of a robot. @throws notAllowed */
export async function assertMayReveal(db: Db, caller: Caller, serialNumber: string, now: number): Promise<void> {
  if ((await administered(db, caller, [serialNumber])).length > 0) return;
  const grant = await faceGrantOf(db, serialNumber, caller.userId, new Date(now));
  if (!grant?.until) throw new ApiError('notAllowed', { field: 'faceId' });
}

export function createFaceGrantHandlers(deps: FaceNeeds & Pick<AppDeps, 'db'>): Handlers<Calls, RequestContext> {
  const {
    now,
    fleet: { fleetCache },
  } = deps;
  // Refused calls count too.
  const asks = createRateLimiter({ db: deps.db, prefix: 'faceAsk', points: FACE_ASKS_PER_HOUR, windowMs: HOUR_MS });
  return {
    askReveal: guarded(
      async ({ note }: Received<Calls['askReveal']>, { userId }) => {
        if (!isNoteEnough(note))
          throw new ApiError('faceNoteShort', { field: 'note', words: { words: REVEAL_NOTE.words } });
        await asks.consume(userId).catch((spent: unknown) => {
          if (!(spent instanceof RateLimiterRes)) throw spent;
          throw new ApiError('tooManyFaceRequests', {
            words: { limit: FACE_ASKS_PER_HOUR, minutes: Math.max(1, Math.ceil(spent.msBeforeNext / 60_000)) },
          });
        });
      },
      async ({ faceId, reason, note }, { db, userId, roles, afterCommit }) => {
        const found = await faceById(db, faceId);
        if (!found) throw new ApiError('notFound', { field: 'faceId' });
        const { serialNumber, siteId } = found.face;
        if (!(await faceSiteOf(db, siteId)).isOn) throw new ApiError('faceOff');
        // Administrators need nobody's permission.
        if ((await administered(db, { userId, roles }, [serialNumber])).length > 0) return null;
        const isNew = await askFaceGrant(db, { serialNumber, userId, reason, note, askedAt: new Date(now()) });
        if (!isNew) return null;
        // Not the note, in which people can be named: the log outlives the person's data.
        await record(db, { userId, act: 'face.askReveal', subject: serialNumber, after: { reason } });
        afterCommit(() => notifyFacesChanged(deps, siteId));
        return null;
      },
    ),

    async revealRequests(_, context) {
      const { db, language } = context;
      const own = await administered(db, context, await seenRobots(fleetCache, context));
      const rows = await openFaceGrants(db, own, new Date(now()));
      const names = await namesOf(db, [...new Set(rows.map(({ userId }) => userId))]);
      return {
        rows: rows.map(({ serialNumber, userId, reason, note, askedAt, until }) => ({
          serialNumber,
          robotName: nameIn(fleetCache.robot(serialNumber)?.name ?? '', language) || serialNumber,
          askerId: userId,
          askerName: nameIn(names.get(userId) ?? '', language),
          ...{ reason, note, at: askedAt.getTime(), until: until?.getTime() ?? null },
        })),
      };
    },

    async answerReveal({ serialNumber, askerId, at, allow }, { db, userId, afterCommit }) {
      const until = allow ? new Date(now() + FACE_GRANT_MS) : null;
      const request = { serialNumber, userId: askerId, askedAt: new Date(at) };
      const answered = await answerFaceGrant(db, request, until, new Date(now()));
      if (!answered) throw new ApiError('faceRequestOver');
      await record(db, {
        userId,
        act: allow ? 'face.allowReveal' : answered.until ? 'face.endReveal' : 'face.refuseReveal',
        subject: serialNumber,
        after: { askerId, reason: answered.reason, ...(until && { until: until.getTime() }) },
      });
      const siteId = fleetCache.robot(serialNumber)?.siteId;
      if (siteId !== undefined) afterCommit(() => notifyFacesChanged(deps, siteId));
      return null;
    },
  };
}
