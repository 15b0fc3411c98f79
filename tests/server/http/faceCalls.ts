/** The calls about faces, for the access matrix, and the rows that they name. */
import { A, B, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

export const [FACE, FAR_FACE, FACE_PERSON, FAR_FACE_PERSON] = ['face-1', 'face-2', 'person-1', 'person-2'];
const AT = new Date(1_700_000_000_000);

const person = {
  name: 'Ada Berg',
  kind: 'staff' as const,
  robotFaceId: 'f0',
  consentAt: AT,
  consentBy: 'superAdmin',
};
export const FACE_PERSONS = [
  { ...person, id: FACE_PERSON, siteId: A.siteId, serialNumber: A.serialNumber },
  { ...person, id: FAR_FACE_PERSON, siteId: B.siteId, serialNumber: B.serialNumber },
];
const face = { at: AT, temperature: 36.5, threshold: 37.3, isHigh: false, placeName: 'Lobby' };
export const FACES = [
  { ...face, id: FACE, serialNumber: A.serialNumber, siteId: A.siteId, robotFaceId: 'f1', robotName: 'Porter' },
  { ...face, id: FAR_FACE, serialNumber: B.serialNumber, siteId: B.siteId, robotFaceId: 'f2', robotName: 'Mist' },
];

const filter = { serialNumberStr: A.serialNumber, selectType: 'all', name: '', startTime: 0, endTime: 0 };
const note = 'The guest asked at the desk';

type Call = { demand: Demand; data: (person: Person) => Record<string, unknown> };
export const FACE_CALLS: Readonly<Record<string, Call>> = {
  'faces.list': { demand: 'read', data: () => ({ ...filter, page: 1, limit: 5 }) },
  'faces.details': { demand: 'read', data: () => ({ faceId: FACE }) },
  'faces.export': { demand: 'read', data: () => ({ ...filter, timeZone: 'UTC' }) },
  'faces.check': { demand: 'operate', data: () => ({ faceId: FACE }) },
  // Refused after the access check, so that the row stays for the next caller.
  'faces.reveal': { demand: 'administer', data: () => ({ faceId: FACE, reason: 'guestAsks', note }) },
  'faces.open': { demand: 'administer', data: () => ({ faceId: FACE, ticket: 'wrong' }) },
  'faces.remove': { demand: 'administer', data: () => ({ faceId: FACE }) },
  'faces.persons': { demand: 'administer', data: () => ({ siteId: A.siteId }) },
  'faces.register': {
    demand: 'administer',
    data: () => ({ faceId: FACE, name: 'Ada', personKind: 'staff', consent: true, consentNote: '' }),
  },
  'faces.erase': { demand: 'administer', data: () => ({ personId: FACE_PERSON }) },
  'faces.settings': { demand: 'session', data: () => ({}) },
  'faces.askReveal': { demand: 'operate', data: () => ({ faceId: FACE, reason: 'guestAsks', note }) },
  'faces.revealRequests': { demand: 'session', data: () => ({}) },
  'faces.answerReveal': {
    demand: 'administer',
    data: () => ({ serialNumber: A.serialNumber, askerId: 'nobody', at: 0, allow: true }),
  },
  'faces.shortenDays': {
    demand: 'administer',
    data: () => ({ siteId: A.siteId, pictureDays: 30, rowDays: 90, revision: 99 }),
  },
  'faces.saveSetting': {
    demand: 'accountAdmin',
    data: () => ({ siteId: A.siteId, isOn: false, ground: '', pictureDays: 30, rowDays: 90, revision: 99 }),
  },
};
