/** The calls about the past and about events, for the access matrix. */
import { A, type Person } from '../../fakes/testServer.ts';
import { CASE } from './alarmCalls.ts';
import type { Demand } from './demand.ts';

const HOUR = 3_600_000;
const span = { siteId: A.siteId, from: 1_700_000_000_000, until: 1_700_000_000_000 + HOUR };
const filter = { bizType: '', startTime: 0, endTime: 0 };

type Call = { demand: Demand; data: (person: Person) => Record<string, unknown> };
export const MONITORING_CALLS: Readonly<Record<string, Call>> = {
  'monitoring.tracks': { demand: 'read', data: () => span },
  'monitoring.overview': { demand: 'read', data: () => span },
  'monitoring.events': { demand: 'read', data: () => span },
  'monitoring.export': { demand: 'read', data: () => ({ ...span, serialNumberStr: A.serialNumber, timeZone: 'UTC' }) },
  'monitoring.exportState': { demand: 'session', data: () => ({ exportId: 'no-export' }) },
  'monitoring.cancelExport': { demand: 'session', data: () => ({ exportId: 'no-export' }) },
  'eventRecords.list': {
    demand: 'read',
    data: (person) => ({ ...filter, loginUserId: person, serialNumber: A.serialNumber, page: 1, limit: 5 }),
  },
  'eventRecords.listNew': {
    demand: 'read',
    data: (person) => ({ ...filter, loginUserId: person, serialNumberStr: A.serialNumber, page: 1, limit: 5 }),
  },
  'eventRecords.export': {
    demand: 'read',
    data: (person) => ({ ...filter, loginUserId: person, serialNumberStr: A.serialNumber, timeZone: 'UTC' }),
  },
  'eventRecords.details': { demand: 'read', data: () => ({ eventId: `alarm:${CASE}` }) },
  'eventRecords.newestCruises': { demand: 'read', data: () => ({ serialNumber: A.serialNumber, size: 5 }) },
};
