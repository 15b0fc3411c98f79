/** The calls about video calls, for the access matrix, and the rows that they name. */
import { A, B, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

export const [CALL, FAR_CALL] = ['call-1', 'call-2'];

/** Without its id and robot. */
export const endedCall = {
  robotName: 'Porter',
  origin: 'operator' as const,
  tool: 'direct' as const,
  state: 'ended' as const,
  operatorId: 'member',
  operatorName: 'Member',
  sessionId: 'session-member',
  declined: [],
  createdAt: new Date(1_700_000_000_000),
  rangAt: new Date(1_700_000_001_000),
  answeredAt: new Date(1_700_000_004_000),
  endedAt: new Date(1_700_000_064_000),
  endedBy: 'operator' as const,
  end: 'hungUp' as const,
};
export const CALLS = [
  { ...endedCall, id: CALL, serialNumber: A.serialNumber },
  { ...endedCall, id: FAR_CALL, serialNumber: B.serialNumber },
];

const one = { callingRequestId: CALL };
const filter = { serialNumberStr: A.serialNumber, startTime: 0, endTime: 0, origin: '', end: '', operatorName: '' };

type Call = { demand: Demand; data: (person: Person) => Record<string, unknown> };
export const CALL_CALLS: Readonly<Record<string, Call>> = {
  'calls.send': {
    demand: 'operate',
    data: (person) => ({
      userId: person,
      receiverUserId: A.serialNumber,
      currentArea: 'Desk',
      singleCallingTool: 'direct',
    }),
  },
  'calls.cameraCount': { demand: 'read', data: () => one },
  'calls.end': { demand: 'read', data: () => one },
  'calls.current': { demand: 'session', data: () => ({}) },
  'calls.details': { demand: 'read', data: () => one },
  'calls.answer': { demand: 'operate', data: () => one },
  'calls.decline': { demand: 'operate', data: () => one },
  'calls.askToWait': { demand: 'operate', data: () => ({ ...one, text: 'One moment' }) },
  'calls.repeat': { demand: 'read', data: () => ({ ...one, hasMedia: true, roundTrip: 90 }) },
  'calls.say': { demand: 'operate', data: () => ({ ...one, text: 'Good afternoon' }) },
  'calls.show': { demand: 'operate', data: () => ({ ...one, picture: 'plan', imageId: '' }) },
  'callContents.get': { demand: 'read', data: () => ({ serialNumber: A.serialNumber }) },
  'callContents.save': {
    demand: 'administer',
    data: () => ({ serialNumber: A.serialNumber, version: 0, phrases: ['Good day'], pictures: [] }),
  },
  'calls.note': { demand: 'operate', data: () => ({ ...one, topic: 'way', note: 'To meeting 2' }) },
  'calls.list': { demand: 'read', data: () => ({ ...filter, page: 1, limit: 5 }) },
  'calls.export': { demand: 'read', data: () => ({ ...filter, timeZone: 'UTC' }) },
};
