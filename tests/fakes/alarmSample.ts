/** An alarm case as the API returns it. */
import { fromPromise } from 'xstate';
import type { AlarmCase } from '../../contract/entities/alarmCase.ts';
import type {
  AfterPhoto,
  CaseDetails,
  CaseDrafts,
  PhotosRequest,
} from '../../src/machines/alarmCase/alarmCase.machine.ts';

export const sampleCase = (change: Partial<AlarmCase> = {}): AlarmCase => ({
  id: 'case-1',
  number: 7,
  serialNumber: 'S2-1',
  robotName: 'West patrol',
  event: 'smoke',
  severity: 'critical',
  state: 'open',
  raisedAt: 1_000,
  lastAt: 1_000,
  count: 1,
  overAt: null,
  value: null,
  place: null,
  pictureId: null,
  owner: null,
  takenAt: null,
  handOverTo: null,
  levelTwoAt: 901_000,
  levelTwoToldAt: null,
  isAskedAgain: false,
  resolvedAt: null,
  resolvedBy: null,
  cause: null,
  ...change,
});
export const takenCase = (by = 'lin', change: Partial<AlarmCase> = {}): AlarmCase =>
  sampleCase({
    state: 'taken',
    owner: { kind: 'account', id: by, name: by },
    takenAt: 2_000,
    levelTwoAt: null,
    ...change,
  });
export const sampleDetails = (found: AlarmCase = sampleCase()): CaseDetails => ({
  time: 1_000,
  case: found,
  entries: [],
  notifications: [],
  olderNotifications: 0,
  tellingAgain: null,
  toldNext: null,
  pictures: [],
  atPlace: [],
  isPictureComing: false,
  map: null,
});
/** Effects of a case's page about which nothing was typed and whose robot has no photos. */
export const noPhotos = fromPromise<readonly AfterPhoto[], PhotosRequest>(async () => []);
export const noDrafts = {
  actions: { keepDialog: (): void => undefined },
  actors: { recallDialog: fromPromise<CaseDrafts | null>(async () => null) },
};
