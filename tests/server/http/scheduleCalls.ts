/** The calls about scheduled tasks and exceptions, for the access matrix. */
import { A, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const one = { serialNumber: A.serialNumber };
const ROUTE = 'route-1';
const task = { ...one, executeTime: '22:00', pathId: ROUTE };
const exception = { ...one, startTime: '2099-05-04 10:00', endTime: '2099-05-04 11:00' };

/** A task and an exception of robot A. */
export const SCHEDULE_ROWS = {
  tasks: [
    {
      id: 'task-1',
      serialNumber: A.serialNumber,
      executeTime: '22:00',
      pathId: ROUTE,
      pathName: 'Round',
      pointSettings: [],
      patience: 30,
      anchorAt: new Date(1_700_000_000_000),
      savedBy: 'superAdmin',
      createdAt: new Date(1_700_000_000_000),
    },
  ],
  exceptions: [
    {
      id: 'exception-1',
      serialNumber: A.serialNumber,
      // Over, so that deleting it is refused and it stays for the next caller.
      start: '2020-05-04 10:00',
      end: '2020-05-04 11:00',
      points: [],
      savedBy: 'superAdmin',
      createdAt: new Date(1_700_000_000_000),
    },
  ],
};

export const SCHEDULE_CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> = {
  'schedules.list': { demand: 'read', data: () => one },
  'schedules.save': { demand: 'administer', data: () => task },
  'schedules.remove': { demand: 'administer', data: () => ({ ...one, id: 'task-1' }) },
  'schedules.restore': { demand: 'administer', data: () => ({ ...one, id: 'task-1' }) },
  'schedules.setState': { demand: 'administer', data: () => ({ ...one, id: 'task-1', state: '0' }) },
  'schedules.pointSettings': { demand: 'read', data: () => ({ taskId: 'task-1', pathId: ROUTE }) },
  'schedules.copy': { demand: 'administer', data: () => ({ id: 'task-1', serialNumberStr: A.serialNumber }) },
  'schedules.checkCopy': { demand: 'administer', data: () => ({ id: 'task-1' }) },
  'schedules.exceptions': { demand: 'read', data: () => one },
  'schedules.saveException': { demand: 'administer', data: () => exception },
  'schedules.deleteException': { demand: 'administer', data: () => ({ id: 'exception-1' }) },
  'schedules.timetable': { demand: 'read', data: () => ({ siteId: A.siteId, from: '2026-11-20' }) },
  'schedules.exportExceptions': { demand: 'read', data: () => ({ siteId: A.siteId }) },
  'schedules.batteryHistory': { demand: 'read', data: () => ({ siteId: A.siteId, from: '2026-11-20' }) },
  'schedules.sites': { demand: 'session', data: () => ({}) },
  'schedules.preview': { demand: 'read', data: () => task },
  'schedules.previewException': { demand: 'read', data: () => exception },
  'schedules.changeRun': {
    demand: 'operate',
    data: () => ({ ...one, taskId: 'task-1', plannedAt: 1_900_000_000_000, startsAt: 1_900_000_060_000 }),
  },
};
