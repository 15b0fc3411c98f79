/** Face recognition records: listed, exported, checked, deleted (design 24). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Handlers } from '../../contract/endpoint.ts';
import type { faces as catalogue } from '../../contract/endpoints/faces.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { CSV_MARK, csvLine } from '../../contract/rules/csv.ts';
import { FACES_COUNTED } from '../../contract/rules/faces.ts';
import { ADMINISTRATORS_SHOWN } from '../../contract/rules/limits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import { faceGrantOf } from '../db/repositories/faceGrants.ts';
import { faceSiteOf, faceSitesOf, unsetFaceSite } from '../db/repositories/facePersons.ts';
import {
  changeFace,
  deleteFace,
  faceById,
  faceCounts,
  facePage,
  facesAfter,
  lockFace,
  revealsOf,
  type FaceFilter,
  type FaceWithPerson,
} from '../db/repositories/faces.ts';
import { fileById } from '../db/repositories/files.ts';
import { namesOf, peopleOf } from '../db/repositories/robotMembers.ts';
import { deleteBytes } from '../files/deleteFiles.ts';
import type { FilesDeps } from '../files/files.ts';
import type { RequestContext } from '../requestContext.ts';
import { notifyFacesChanged } from './faceNotices.ts';
import { toFaceRecordDto } from './facePresenter.ts';
import { assertTimeSpan, listedSeenRobots, offsetOf } from './listRequest.ts';

type Calls = Pick<typeof catalogue, 'list' | 'details' | 'export' | 'check' | 'remove'>;
export type FaceNeeds = Pick<AppDeps, 'fleet' | 'broker' | 'log' | 'now'> & { files: FilesDeps };

/** Rows per query of an export. */
const PIECE = 1_000;
const REVEALS_SHOWN = 50;

export function createFaceRecordHandlers(deps: FaceNeeds): Handlers<Calls, RequestContext> {
  const { fleet, now, files } = deps;
  const filterOf = async (
    { serialNumberStr, ...asked }: Omit<FaceFilter, 'serialNumbers' | 'now'> & { serialNumberStr: string },
    context: RequestContext,
  ): Promise<FaceFilter> => {
    assertTimeSpan(asked);
    const serialNumbers = await listedSeenRobots(fleet.fleetCache, serialNumberStr, context);
    return { ...asked, serialNumbers, now: now() };
  };
  const present = async (db: Db, rows: readonly FaceWithPerson[], language: Language) => {
    const sites = await faceSitesOf(
      db,
      rows.map(({ face }) => face.siteId),
    );
    const names = await namesOf(db, [...new Set(rows.flatMap(({ face }) => face.checkedBy ?? []))]);
    return rows.map((row) =>
      toFaceRecordDto(row, {
        site: sites.get(row.face.siteId) ?? unsetFaceSite(row.face.siteId),
        now: now(),
        language,
        names,
      }),
    );
  };

  return {
    async list({ page, limit, after, ...asked }, context) {
      const { db, language } = context;
      const filter = await filterOf(asked, context);
      const { total, rows } = await facePage(db, filter, { offset: offsetOf({ page, limit }), limit, after });
      return { total, rows: await present(db, rows, language), counts: await faceCounts(db, filter) };
    },

    async details({ faceId }, { db, language, userId, roles }) {
      const found = await faceById(db, faceId);
      const [shown] = found ? await present(db, [found], language) : [];
      if (!found || !shown) throw new ApiError('notFound', { field: 'faceId' });
      const { isOn } = await faceSiteOf(db, found.face.siteId);
      const reveals = await revealsOf(db, faceId, REVEALS_SHOWN);
      const names = await namesOf(db, [...new Set(reveals.map((reveal) => reveal.userId))]);
      const { serialNumber } = found.face;
      const people = await peopleOf(db, serialNumber);
      const administrators = people.filter((person) =>
        hasRight(person.roles, relationOf(person.relation), 'administer'),
      );
      const own = people.find(({ relation }) => relation.userId === userId)?.relation;
      const administers = hasRight(roles, own ? relationOf(own) : null, 'administer');
      const operates = hasRight(roles, own ? relationOf(own) : null, 'operate');
      const grant = administers || !operates ? undefined : await faceGrantOf(db, serialNumber, userId, new Date(now()));
      const canReveal = administers || (grant !== undefined && grant.until !== null);
      return {
        record: shown,
        reveals: reveals.map(({ id, userId: by, at, reason, note, openedAt }) => ({
          id,
          byName: nameIn(names.get(by) ?? '', language),
          at: at.getTime(),
          reason,
          note,
          isOpened: openedAt !== null,
        })),
        isOn,
        canReveal,
        mayRevealUntil: grant?.until?.getTime() ?? null,
        mayAsk: operates && !canReveal && administrators.length > 0,
        askedAt: grant && grant.until === null ? grant.askedAt.getTime() : null,
        administrators: canReveal
          ? []
          : administrators.slice(0, ADMINISTRATORS_SHOWN).map(({ nickname }) => nameIn(nickname, language)),
      };
    },

    async export({ timeZone, ...asked }, context) {
      const { db, userId, language } = context;
      const filter = await filterOf(asked, context);
      const { total } = await facePage(db, filter, { offset: 0, limit: 1, most: FACES_COUNTED });
      const robots = filter.serialNumbers.length;
      const { selectType, startTime, endTime } = filter;
      // Not the name that was searched for: the log outlives the person's data.
      await record(db, {
        userId,
        act: 'face.export',
        subject: 'faces',
        after: { selectType, startTime, endTime, robots, rows: total },
      });
      const pieces = async function* (): AsyncGenerator<Uint8Array> {
        const stamp = zonedStamp(timeZone);
        yield Buffer.from(
          CSV_MARK +
            csvLine([
              `time (${timeZone})`,
              'robot',
              'serial number',
              'place',
              'kind',
              'name',
              '°C',
              'threshold',
              'high',
            ]),
        );
        let last: FaceWithPerson | undefined;
        for (let written = 0; written < total; written += PIECE) {
          const rows = await facesAfter(db, filter, last?.face, Math.min(PIECE, total - written));
          last = rows.at(-1);
          const lines = (await present(db, rows, language)).map((row) =>
            csvLine([
              stamp(row.at),
              row.robotName,
              row.serialNumber,
              row.place,
              row.person ? row.person.kind : 'stranger',
              row.person?.name ?? '',
              row.temperature ?? '',
              row.threshold,
              row.isHigh ? 'yes' : 'no',
            ]),
          );
          yield Buffer.from(lines.join(''));
          await pause(0);
          if (rows.length < PIECE) return;
        }
      };
      const day = new Date(now()).toISOString().slice(0, 10);
      return { contentType: 'text/csv; charset=utf-8', fileName: `faces-${day}.csv`, bytes: pieces() };
    },

    async check({ faceId }, { db, userId }) {
      const face = await lockFace(db, faceId);
      if (!face) throw new ApiError('notFound', { field: 'faceId' });
      // The first check counts.
      if (face.checkedAt !== null) return null;
      await changeFace(db, faceId, { checkedBy: userId, checkedAt: new Date(now()) });
      await record(db, { userId, act: 'face.check', subject: face.serialNumber, after: { faceId } });
      return null;
    },

    async remove({ faceId }, { db, userId, afterCommit }) {
      const face = await lockFace(db, faceId);
      if (!face) throw new ApiError('notFound', { field: 'faceId' });
      const bytes = face.fileId === null ? undefined : await fileById(db, face.fileId);
      await deleteFace(db, faceId);
      await record(db, {
        userId,
        act: 'face.delete',
        subject: face.serialNumber,
        before: { faceId, at: face.at.getTime() },
      });
      // What a failure leaves is deleted by retention.
      afterCommit(async () => {
        await notifyFacesChanged(deps, face.siteId);
        if (bytes) await deleteBytes(files, bytes);
      });
      return null;
    },
  };
}
