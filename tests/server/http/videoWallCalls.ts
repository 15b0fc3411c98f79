/** The calls of the video wall, for the access matrix. */
import { A, type Person } from '../../fakes/testServer.ts';
import type { Demand } from './demand.ts';

const settings = { grid: 4, quality: '360p', stillSeconds: 60, isShared: false };
let saved = 0;

type Call = { demand: Demand; data: (person: Person) => Record<string, unknown> };
export const VIDEO_WALL_CALLS: Readonly<Record<string, Call>> = {
  'videoWall.layouts': { demand: 'session', data: () => ({}) },
  'videoWall.saveLayout': {
    demand: 'session',
    data: () => ({ ...settings, name: `Wall ${++saved}`, tiles: [] }),
  },
  'videoWall.deleteLayout': { demand: 'session', data: () => ({ layoutId: 'no-layout' }) },
  'videoWall.cameras': { demand: 'session', data: () => ({}) },
  'videoWall.viewers': { demand: 'read', data: () => ({ serialNumber: A.serialNumber }) },
};
