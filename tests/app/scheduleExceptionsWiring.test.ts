/** What an exception can leave out: the stops of the routes of tasks, and the points that tasks disinfect, by map. */
import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { ApiError, type ErrorName, ERRORS } from '../../contract/wire/errors.ts';
import type { Services } from '../../src/app/services.ts';
import { wireScheduleExceptions } from '../../src/app/wiring/scheduleExceptions.ts';
import type { StopsRequest } from '../../src/machines/scheduleExceptions/scheduleExceptions.setup.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';

const stop = (areaId: string, isMissing = false) => ({
  areaId,
  isMissing,
  name: areaId,
  stayTime: 0,
  speech: '',
  angle: null,
});
const route = (pathId: string, stops: ReturnType<typeof stop>[]) => ({
  id: pathId,
  pathId,
  pathName: pathId,
  mapId: 'm1',
  mapName: 'Ground floor',
  floor: '1',
  isDefault: false,
  missing: [],
  createTime: 1,
  userId: 'lin',
  userName: 'Lin',
  startSpeech: '',
  endSpeech: '',
  mapAreaVOList: stops,
  revision: 1,
});
const POINTS = ['lobby', 'bar', 'pool', 'gone', 'other'].map((areaId) => ({ areaId }));

async function load(input: StopsRequest, refusals: Record<string, ErrorName> = {}) {
  const paths: string[] = [];
  const transport = async (path: string) => {
    paths.push(path);
    const rows = [route('p1', [stop('lobby'), stop('gone', true)]), route('p2', [stop('other')])];
    return { total: rows.length, rows };
  };
  const maps = {
    get: async ({ mapId }: { mapId: string }) => {
      const refusal = refusals[mapId];
      if (refusal) throw new ApiError(refusal);
      return { id: mapId, points: POINTS };
    },
  };
  const services = { transport, present: () => ({ api: { maps } }), world: { newId: () => 'id' } };
  const page = { visibilityState: 'visible', addEventListener: () => {}, removeEventListener: () => {} };
  // Nothing else of these is read by what is wired.
  const machine = wireScheduleExceptions(services as unknown as Services, page as unknown as Document);
  const actor = createActor(childLogicOf(machine, 'loadStops') as AnyActorLogic, { input } as never).start();
  const found = (await toPromise(actor)) as { maps: { map: { id: string }; points: { areaId: string }[] }[] };
  return {
    paths,
    found: found.maps.map(({ map, points }) => [map.id, points.map(({ areaId }) => areaId)]),
  };
}

it('offers the stops of the routes and the disinfected points of each map', async () => {
  const points = [
    { mapId: 'm1', areaId: 'bar' },
    { mapId: 'm2', areaId: 'pool' },
  ];
  const { found } = await load({ serialNumber: 'S2-1', pathIds: ['p1'], points });
  expect(found).toEqual([
    ['m1', ['lobby', 'bar']],
    ['m2', ['pool']],
  ]);
});

it('leaves out a map that was deleted, and fails if a map could not be read', async () => {
  const points = [
    { mapId: 'm1', areaId: 'bar' },
    { mapId: 'm2', areaId: 'pool' },
  ];
  const input = { serialNumber: 'S2-1', pathIds: [], points };
  expect((await load(input, { m2: 'mapUnknown' })).found).toEqual([['m1', ['bar']]]);
  await expect(load(input, { m1: 'mapUnknown', m2: 'serverError' })).rejects.toMatchObject({
    code: ERRORS.serverError,
  });
});

it('reads no routes for tasks that only disinfect', async () => {
  const { found, paths } = await load({ serialNumber: 'S2-1', pathIds: [], points: [{ mapId: 'm1', areaId: 'bar' }] });
  expect(found).toEqual([['m1', ['bar']]]);
  expect(paths).toEqual([]);
});
