/** The calls about disinfections, for the access matrix, and the rows that they name. */
import { A, B, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const one = { serialNumber: A.serialNumber };
export const [DISINFECTION, FAR_DISINFECTION] = ['disinfection-1', 'disinfection-2'];

/** Without its id and robot. */
export const ended = {
  robotName: 'Mist',
  mapName: 'Ground',
  robotMapName: 'F1',
  kind: 'area' as const,
  mode: 'spray' as const,
  aim: 8,
  waitUntilEmpty: true,
  state: 'finished' as const,
  startedBy: 'member',
  startedByName: 'Member',
  startedAt: new Date(1_700_000_000_000),
  endedAt: new Date(1_700_000_060_000),
  estimate: { seconds: 60, battery: 1, agent: 0.1, squareMetres: 1 },
  plannedCells: 4,
  coveredCells: 4,
  dose: 8,
  sections: [
    { id: '', name: '', cells: 4, aim: 8, stand: null, state: 'done' as const, seconds: 50, covered: 4, dose: 8 },
  ],
  grid: { x: 0, y: 0, cellM: 0.5, columns: 2, rows: 2 },
  planned: [1, 4],
  doses: [10, 4],
  pauses: [],
};
export const DISINFECTIONS = [
  { ...ended, id: DISINFECTION, serialNumber: A.serialNumber, mapId: A.mapId },
  { ...ended, id: FAR_DISINFECTION, serialNumber: B.serialNumber, mapId: B.mapId },
];

const plan = {
  mapId: A.mapId,
  target: { kind: 'points', points: [{ areaId: A.areaId, minutes: 3 }] },
  mode: 'spray',
  dose: 8,
  waitUntilEmpty: true,
};
const filter = { serialNumberStr: A.serialNumber, startTime: 0, endTime: 0, state: '', mode: '' };

type Call = { demand: Demand; data: (person: Person) => Record<string, unknown> };
export const DISINFECTION_CALLS: Readonly<Record<string, Call>> = {
  'disinfections.preview': { demand: 'read', data: () => ({ ...one, plan }) },
  'disinfections.start': { demand: 'operate', data: (person) => ({ ...one, userId: person, plan }) },
  'disinfections.end': {
    demand: 'operate',
    data: (person) => ({ ...one, userId: person, disinfectionId: DISINFECTION }),
  },
  'disinfections.current': { demand: 'read', data: () => one },
  'disinfections.list': { demand: 'read', data: () => ({ ...filter, page: 1, limit: 5 }) },
  'disinfections.count': { demand: 'read', data: () => filter },
  'disinfections.export': { demand: 'read', data: () => ({ ...filter, timeZone: 'UTC' }) },
  'disinfections.details': { demand: 'read', data: () => ({ disinfectionId: DISINFECTION }) },
};
