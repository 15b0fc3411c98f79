/** Registered persons and their consent, and what account administrators allow at each site (design 24). */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { faces as catalogue } from '../../contract/endpoints/faces.ts';
import {
  FACE_DAYS,
  FACE_PERSONS_MAX,
  faultOfFaceSetting,
  faultOfShorterDays,
  GROUND_LENGTH,
  VISITOR_CONSENT_MS,
} from '../../contract/rules/faces.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addFacePerson,
  eraseFacePerson,
  faceSitesOf,
  lockFacePerson,
  lockFaceSite,
  personsOfSite,
  saveFaceSite,
  unsetFaceSite,
} from '../db/repositories/facePersons.ts';
import { changeFace, lockFace, recordsByPerson } from '../db/repositories/faces.ts';
import { filesByIds } from '../db/repositories/files.ts';
import { allSites, sitesOf } from '../db/repositories/maps.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import { administeredSites } from '../db/repositories/resourceOwners.ts';
import { siteById } from '../db/repositories/sites.ts';
import { deleteBytes } from '../files/deleteFiles.ts';
import type { RequestContext } from '../requestContext.ts';
import { notifyFacesChanged } from './faceNotices.ts';
import { isConsentOver } from './facePresenter.ts';
import type { FaceRobots } from './faceRobots.ts';
import type { FaceNeeds } from './faces.ts';

type Calls = Pick<typeof catalogue, 'persons' | 'register' | 'erase' | 'settings' | 'saveSetting' | 'shortenDays'>;
type Needs = FaceNeeds & { robots: FaceRobots };

export function createFacePersonHandlers(deps: Needs): Handlers<Calls, RequestContext> {
  const { now, files, robots } = deps;
  return {
    async persons({ siteId }, { db, language }) {
      const rows = (await personsOfSite(db, siteId)).filter((person) => !isConsentOver(person, now()));
      const counts = await recordsByPerson(
        db,
        rows.map(({ id }) => id),
      );
      const names = await namesOf(db, [...new Set(rows.map(({ consentBy }) => consentBy))]);
      return {
        rows: rows.map(({ id, name, kind, consentAt, consentBy, consentNote, until }) => ({
          id,
          siteId,
          name,
          kind,
          consentAt: consentAt.getTime(),
          consentByName: nameIn(names.get(consentBy) ?? '', language),
          consentNote,
          until: until?.getTime() ?? null,
          records: counts.get(id) ?? 0,
        })),
      };
    },

    async register({ faceId, name, personKind, consentNote }, { db, userId, afterCommit }) {
      const face = await lockFace(db, faceId);
      if (!face) throw new ApiError('notFound', { field: 'faceId' });
      if (face.personId !== null) throw new ApiError('faceRegistered', { field: 'faceId' });
      const { siteId, serialNumber, robotFaceId } = face;
      const site = await lockFaceSite(db, siteId);
      if (!site.isOn) throw new ApiError('faceOff');
      if ((await personsOfSite(db, siteId)).length >= FACE_PERSONS_MAX)
        throw new ApiError('tooManyFacePersons', { words: { limit: FACE_PERSONS_MAX } });
      const at = now();
      const personId = randomUUID();
      await addFacePerson(db, {
        id: personId,
        siteId,
        name,
        kind: personKind,
        serialNumber,
        robotFaceId,
        consentAt: new Date(at),
        consentBy: userId,
        consentNote,
        until: personKind === 'visitor' ? new Date(at + VISITOR_CONSENT_MS) : null,
      });
      await changeFace(db, faceId, { personId });
      // Ids only: the log outlives the person's data.
      await record(db, { userId, act: 'face.register', subject: siteId, after: { personId, personKind, faceId } });
      afterCommit(() => robots.tellSite(siteId));
      return { personId };
    },

    async erase({ personId }, { db, userId, afterCommit }) {
      const person = await lockFacePerson(db, personId);
      if (!person) throw new ApiError('notFound', { field: 'personId' });
      const { siteId } = person;
      const records = (await recordsByPerson(db, [personId])).get(personId) ?? 0;
      const fileIds = await eraseFacePerson(db, personId);
      const gone = await filesByIds(db, fileIds);
      await record(db, { userId, act: 'face.erase', subject: siteId, before: { personId, records } });
      afterCommit(async () => {
        await Promise.all([notifyFacesChanged(deps, siteId), robots.tellSite(siteId)]);
        // What a failure leaves is deleted by retention.
        for (const file of gone) await deleteBytes(files, file);
      });
      return null;
    },

    async settings(_, { db, userId, roles, language }) {
      const places = roles.includes('admin') ? await allSites(db) : await sitesOf(db, userId);
      const administered = await administeredSites(db, userId, roles);
      const found = await faceSitesOf(
        db,
        places.map(({ id }) => id),
      );
      const names = await namesOf(
        db,
        [...new Set([...found.values()].map(({ changedBy }) => changedBy))].filter(Boolean),
      );
      return {
        rows: places.map(({ id, name }) => {
          const { isOn, ground, changedBy, changedAt, pictureDays, rowDays, revision } =
            found.get(id) ?? unsetFaceSite(id);
          return {
            siteId: id,
            siteName: nameIn(name, language),
            isOn,
            ground,
            byName: nameIn(names.get(changedBy) ?? '', language),
            at: changedBy === '' ? null : changedAt.getTime(),
            pictureDays,
            rowDays,
            revision,
            mayChange: roles.includes('admin') ? 'all' : administered.has(id) ? 'shorter' : 'nothing',
          };
        }),
      };
    },

    async saveSetting({ siteId, revision, ...wanted }, { db, userId, afterCommit }) {
      if (!(await siteById(db, siteId))) throw new ApiError('siteUnknown', { field: 'siteId' });
      const fault = faultOfFaceSetting(wanted);
      if (fault === 'ground')
        throw new ApiError('faceGroundNeeded', { field: 'ground', words: { min: GROUND_LENGTH.min } });
      if (fault !== null)
        throw new ApiError('faceDaysWrong', {
          field: fault === 'rowDays' ? 'rowDays' : 'pictureDays',
          words: { min: FACE_DAYS.min, max: FACE_DAYS.max },
        });
      const before = await lockFaceSite(db, siteId);
      if (before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      const next = { ...wanted, siteId, changedBy: userId, changedAt: new Date(now()), revision: revision + 1 };
      await saveFaceSite(db, next);
      const { isOn, ground, pictureDays, rowDays } = before;
      await record(db, {
        userId,
        act: 'face.saveSetting',
        subject: siteId,
        before: { isOn, ground, pictureDays, rowDays },
        after: wanted,
      });
      afterCommit(async () => {
        await Promise.all([notifyFacesChanged(deps, siteId), robots.tellSite(siteId)]);
      });
      return { revision: next.revision };
    },

    async shortenDays({ siteId, revision, pictureDays, rowDays }, { db, userId, afterCommit }) {
      const before = await lockFaceSite(db, siteId);
      if (before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      const fault = faultOfShorterDays(before, { pictureDays, rowDays });
      if (fault === 'longerPictures' || fault === 'longerRows')
        throw new ApiError('faceDaysLonger', {
          field: fault === 'longerRows' ? 'rowDays' : 'pictureDays',
          words: { pictures: before.pictureDays, records: before.rowDays },
        });
      if (fault !== null)
        throw new ApiError('faceDaysWrong', {
          field: fault === 'rowDays' ? 'rowDays' : 'pictureDays',
          words: { min: FACE_DAYS.min, max: FACE_DAYS.max },
        });
      const changed = { changedBy: userId, changedAt: new Date(now()), revision: revision + 1 };
      await saveFaceSite(db, { ...before, ...changed, pictureDays, rowDays });
      await record(db, {
        userId,
        act: 'face.saveSetting',
        subject: siteId,
        before: { pictureDays: before.pictureDays, rowDays: before.rowDays },
        after: { pictureDays, rowDays },
      });
      afterCommit(() => notifyFacesChanged(deps, siteId));
      return { revision: changed.revision };
    },
  };
}
