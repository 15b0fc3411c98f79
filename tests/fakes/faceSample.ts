/** Face recognition records for tests. */
import type { FaceDetails, FacePerson, FaceRecord, FaceRequest, FaceSetting } from '../../contract/entities/face.ts';

export const FACE_NOW = 1_750_000_000_000;
const DAY_MS = 86_400_000;

export const sampleFace = (change: Partial<FaceRecord> = {}): FaceRecord => ({
  id: 'face-1',
  serialNumber: 'U1-1',
  robotName: 'Lobby host',
  siteId: 'harbour',
  at: FACE_NOW - 3 * DAY_MS,
  person: null,
  temperature: 37.9,
  threshold: 37.3,
  isHigh: true,
  place: 'Main entrance',
  alarmCaseId: 'case-1',
  blurred: 'data:image/webp;base64,QkxVUlJFRA==',
  pictureUntil: FACE_NOW + 27 * DAY_MS - 1_000,
  until: FACE_NOW + 87 * DAY_MS,
  checked: null,
  demo: false,
  ...change,
});

export const sampleFaceDetails = (
  change: Partial<FaceDetails> = {},
  record: Partial<FaceRecord> = {},
): FaceDetails => ({
  record: sampleFace(record),
  reveals: [],
  isOn: true,
  canReveal: true,
  mayRevealUntil: null,
  mayAsk: false,
  askedAt: null,
  administrators: [],
  ...change,
});

export const sampleFaceRequest = (change: Partial<FaceRequest> = {}): FaceRequest => ({
  serialNumber: 'U1-1',
  robotName: 'Lobby host',
  askerId: 'chen',
  askerName: 'Chen Yu',
  reason: 'guestAsks',
  note: 'Nurse asks whom to call',
  at: FACE_NOW - 60_000,
  until: null,
  ...change,
});

export const sampleFaceSetting = (change: Partial<FaceSetting> = {}): FaceSetting => ({
  siteId: 'harbour',
  siteName: 'Harbour Hotel',
  isOn: true,
  ground: 'Agreed by the works council',
  byName: 'Zhao Min',
  at: FACE_NOW - 40 * DAY_MS,
  pictureDays: 30,
  rowDays: 90,
  revision: 3,
  mayChange: 'all',
  ...change,
});

export const sampleFacePerson = (change: Partial<FacePerson> = {}): FacePerson => ({
  id: 'person-1',
  siteId: 'harbour',
  name: 'Ada Berg',
  kind: 'staff',
  consentAt: FACE_NOW - DAY_MS,
  consentByName: 'Lin Wei',
  consentNote: 'signed form',
  until: null,
  records: 4,
  ...change,
});
