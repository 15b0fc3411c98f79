/** A disinfection with its cells, for tests of the console. */
import type { Disinfection, DisinfectionDetails } from '../../contract/entities/disinfection.ts';
import type { IndoorMap } from '../../contract/entities/map.ts';

const section = { id: 'meeting-1', name: 'Meeting 1', squareMetres: 2, coverage: 1, dose: 8.2, aim: 8, seconds: 70 };

export const sampleDisinfection = (change: Partial<Disinfection> = {}): Disinfection => ({
  id: 'run-1',
  serialNumber: 'D2-1',
  robotName: 'Mist 1',
  mapId: 'm1',
  mapName: 'Ground',
  floor: '1F',
  kind: 'rooms',
  mode: 'spray',
  aim: 8,
  waitUntilEmpty: true,
  state: 'partiallyCompleted',
  phase: null,
  reason: { type: 'person', description: '' },
  startedBy: { userId: 'u', name: 'Lin Wei' },
  task: null,
  startedAt: 1_750_000_000_000,
  endedAt: 1_750_000_120_000,
  estimate: { seconds: 100, battery: 1, agent: 0.03, squareMetres: 4 },
  squareMetres: 4,
  coverage: 0.5,
  dose: 4.1,
  agentLeft: 5.9,
  agentFull: 6,
  sections: [
    { ...section, state: 'done' },
    { ...section, id: 'meeting-2', name: 'Meeting 2', state: 'person', coverage: 0, dose: 0, seconds: 10 },
  ],
  revision: 3,
  demo: false,
  ...change,
});

export const sampleDetails = (change: Partial<Disinfection> = {}): DisinfectionDetails => ({
  run: sampleDisinfection(change),
  grid: { x: 0, y: 0, cellM: 0.5, columns: 4, rows: 4 },
  planned: [1, 8, 2, 8],
  doses: [10, 8, 0, 8],
  pauses: [{ at: 1_750_000_060_000, until: 1_750_000_110_000, x: 1, y: 1.5 }],
  track: [],
});

export const sampleFloor: IndoorMap = {
  id: 'm1',
  siteId: 's',
  floor: '1F',
  name: 'Ground',
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: true,
  revision: 1,
  plan: {
    width: 10,
    height: 8,
    outline: [
      [
        [0, 0],
        [10, 0],
        [10, 8],
        [0, 8],
      ],
    ],
    rooms: [
      { id: 'meeting-1', name: 'Meeting 1', kind: 'meeting', x: 0, y: 0, w: 5, h: 8 },
      { id: 'meeting-2', name: 'Meeting 2', kind: 'meeting', x: 5, y: 0, w: 5, h: 8 },
    ],
    walls: [{ from: [5, 0], to: [5, 8] }],
    outerWalls: [],
    windows: [],
    doors: [],
    columns: [],
    furniture: [{ shape: 'rect', x: 1, y: 1, w: 1, h: 1, solid: true }],
  },
  points: [],
};
