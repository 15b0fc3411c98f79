/** A route run with three stops, as returned by the API. Tests override the fields they need. */
import type { RouteRun } from '../../contract/entities/routeRun.ts';
import { NOW, SN } from './robotSample.ts';

export const sampleRouteRun = (change: Partial<RouteRun> = {}): RouteRun => ({
  id: 'd1',
  serialNumber: SN,
  robotName: 'Porter 1',
  pathId: 'r1',
  pathName: 'Day round',
  mapId: 'f1',
  mapName: 'F1',
  floor: 'F1',
  cycleType: 'single',
  state: 'inProgress',
  phase: 'driving',
  stayUntil: null,
  loop: 0,
  rounds: null,
  task: null,
  reason: null,
  startedBy: { userId: 'me', name: 'Lin Wei' },
  startedAt: NOW - 60_000,
  endedAt: null,
  distance: 12.4,
  stops: [
    { areaId: 'p1', name: 'Kitchen pass', state: 'arrived', arrivedAt: NOW - 30_000, leftAt: NOW - 20_000 },
    { areaId: 'p2', name: 'Lift 1', state: 'underway', arrivedAt: null, leftAt: null },
    { areaId: 'p3', name: 'Lounge', state: 'waiting', arrivedAt: null, leftAt: null },
  ],
  arrived: 1,
  skipped: 0,
  revision: 3,
  demo: false,
  ...change,
});
