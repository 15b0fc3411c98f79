/**
 * The right to reveal the faces of a robot: of its administrators, and for an hour of those whom one of them lets. Each
 * picture needs its own reason all the same.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { faces as catalogue } from '../../contract/endpoints/faces.ts';
import { FACE_GRANT_MS, isNoteEnough, REVEAL_NOTE } from '../../contract/rules/faces.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import { answerFaceGrant, askFaceGrant, faceGrantOf, openFaceGrants } from '../db/repositories/faceGrants.ts';
import { faceSiteOf } from '../db/repositories/facePersons.ts';
import { faceById } from '../db/repositories/faces.ts';
import { relationsToRobots } from '../db/repositories/resourceOwners.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import type { RequestContext } from '../requestContext.ts';
import { notifyFacesChanged } from './faceNotices.ts';
import type { FaceNeeds } from './faces.ts';
import { seenRobots } from './listRequest.ts';

type Calls = Pick<typeof catalogue, 'askReveal' | 'revealRequests' | 'answerReveal'>;
type Caller = Pick<RequestContext, 'userId' | 'roles'>;

async function administered(db: Db, { userId, roles }: Caller, serialNumbers: readonly string[]): Promise<string[]> {
  const rows = serialNumbers.length === 0 ? [] : await relationsToRobots(db, userId, serialNumbers);
  return rows.flatMap(({ serialNumber, isAuth, isRobotAdmin, isSuperAdmin }) =>
    hasRight(
      roles,
      relationOf({
        isAuth: isAuth === true,
        isRobotAdmin: isRobotAdmin === true,
        isSuperAdmin: isSuperAdmin === true,
      }),
      'administer',
    )
      ? [serialNumber]
      : [],
  );
}

/** Whether a caller with the right `operate` may reveal faces of a robot. @throws notAllowed */
export async function assertMayReveal(db: Db, caller: Caller, serialNumber: string, now: number): Promise<void> {
  if ((await administered(db, caller, [serialNumber])).length > 0) return;
  const grant = await faceGrantOf(db, serialNumber, caller.userId, new Date(now));
  if (!grant?.until) throw new ApiError('notAllowed', { field: 'faceId' });
}

export function createFaceGrantHandlers(deps: FaceNeeds): Handlers<Calls, RequestContext> {
  const {
    now,
    fleet: { fleetCache },
  } = deps;
  return {
    async askReveal({ faceId, reason, note }, { db, userId, roles, afterCommit }) {
      if (!isNoteEnough(note))
        throw new ApiError('faceNoteShort', { field: 'note', words: { words: REVEAL_NOTE.words } });
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

    async revealRequests(_, context) {
      const { db, language } = context;
      const own = await administered(db, context, await seenRobots(fleetCache, context));
      const rows = await openFaceGrants(db, own, new Date(now()));
      const names = await namesOf(db, [...new Set(rows.map(({ userId }) => userId))]);
      return {
        rows: rows.map(({ serialNumber, userId, reason, note, askedAt }) => ({
          serialNumber,
          robotName: nameIn(fleetCache.robot(serialNumber)?.name ?? '', language) || serialNumber,
          askerId: userId,
          askerName: nameIn(names.get(userId) ?? '', language),
          ...{ reason, note, at: askedAt.getTime() },
        })),
      };
    },

    async answerReveal({ serialNumber, askerId, allow }, { db, userId, afterCommit }) {
      const until = allow ? new Date(now() + FACE_GRANT_MS) : null;
      const answered = await answerFaceGrant(db, { serialNumber, userId: askerId }, until, new Date(now()));
      if (!answered) throw new ApiError('faceRequestOver');
      await record(db, {
        userId,
        act: allow ? 'face.allowReveal' : 'face.refuseReveal',
        subject: serialNumber,
        after: { askerId, reason: answered.reason, ...(until && { until: until.getTime() }) },
      });
      const siteId = fleetCache.robot(serialNumber)?.siteId;
      if (siteId !== undefined) afterCommit(() => notifyFacesChanged(deps, siteId));
      return null;
    },
  };
}
