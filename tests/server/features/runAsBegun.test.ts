/** A run under way whose task says something else now, and one whose task was only looked at or switched. */
import { describe, expect, it } from 'vitest';
import { zonedInstant } from '../../../contract/rules/zonedTime.ts';
import type { RouteRunRow } from '../../../server/db/repositories/cruiseRecords.ts';
import type { ListedDisinfection } from '../../../server/db/repositories/disinfections.ts';
import type { TaskRow } from '../../../server/db/repositories/schedules.ts';
import { isDisinfectionAsBegun, isRouteRunAsBegun } from '../../../server/features/runAsBegun.ts';

const ZONE = 'Asia/Shanghai';
/** A Saturday. */
const PLANNED = new Date(zonedInstant(ZONE, '2026-11-21', '14:30'));
const STARTED = new Date(PLANNED.getTime() + 60_000);
const LATER = new Date(PLANNED.getTime() + 300_000);
const RUN = { plannedAt: PLANNED };

// Only what is compared is there.
const TASK = {
  executeTime: '14:30',
  days: '6,7',
  pathId: 'round',
  rounds: 2,
  pointSettings: [{ areaId: 'bar', skip: false, stayTime: 20, speech: null }],
  anchorAt: new Date(PLANNED.getTime() - 86_400_000),
  disinfection: null,
} as unknown as TaskRow;
const ROUTE_RUN = {
  pathId: 'round',
  rounds: 2,
  startedAt: STARTED,
  plan: {
    stops: [
      { areaId: 'desk', stayTime: 5 },
      { areaId: 'bar', stayTime: 20 },
    ],
  },
} as unknown as RouteRunRow;

describe('a run along a route', () => {
  const isAsBegun = (change: Partial<TaskRow>) => isRouteRunAsBegun({ ...TASK, ...change }, RUN, ROUTE_RUN, ZONE);

  it('is what its task says, also after it was switched off and on', () => {
    expect(isAsBegun({})).toBe(false);
    expect(isAsBegun({ anchorAt: LATER })).toBe(false);
    expect(isAsBegun({ days: '', anchorAt: LATER })).toBe(false);
  });

  it.each<[string, Partial<TaskRow>]>([
    ['another time', { executeTime: '15:00', anchorAt: LATER }],
    ['other days', { days: '1,2', anchorAt: LATER }],
    ['another route', { pathId: 'other' }],
    ['other rounds', { rounds: 3 }],
    ['another stay', { pointSettings: [{ areaId: 'bar', skip: false, stayTime: 30, speech: null }] }],
    ['a stop that is left out', { pointSettings: [{ areaId: 'desk', skip: true, stayTime: null, speech: null }] }],
  ])('goes on as it began after the task got %s', (_, change) => {
    expect(isAsBegun(change)).toBe(true);
  });

  it('that a person moved to another time is still that of its task', () => {
    const moved = { ...ROUTE_RUN, startedAt: new Date(PLANNED.getTime() + 7_200_000) };
    expect(isRouteRunAsBegun(TASK, RUN, moved, ZONE)).toBe(false);
  });
});

describe('a disinfection', () => {
  const plan = { mapId: 'm1', mode: 'uv', dose: 20, waitUntilEmpty: true };
  const record = { mapId: 'm1', mode: 'uv', aim: 20, waitUntilEmpty: true, startedAt: STARTED };
  const isAsBegun = (change: object) =>
    isDisinfectionAsBegun(
      { ...TASK, disinfection: { ...plan, ...change } } as unknown as TaskRow,
      RUN,
      record as unknown as ListedDisinfection,
      ZONE,
    );

  it('goes on as it began after its map, mode, dose or rule for people changed', () => {
    expect(isAsBegun({})).toBe(false);
    for (const change of [{ mapId: 'm2' }, { mode: 'mist' }, { dose: 30 }, { waitUntilEmpty: false }])
      expect(isAsBegun(change)).toBe(true);
  });
});
