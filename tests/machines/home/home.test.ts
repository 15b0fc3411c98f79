import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import { type FleetMaps, homeMachine } from '../../../src/machines/home/home.machine.ts';
import {
  selectAreMapsLoading,
  selectCamera,
  selectHomeQuery,
  selectHovered,
  selectMaps,
  selectMapsById,
  selectMapsFailure,
} from '../../../src/machines/home/home.selectors.ts';
import { sampleRobot } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const { maps } = sampleRobot();

function start() {
  const cloud = { fails: false, asked: 0 };
  const started = startUnderApp(
    homeMachine.provide({
      actors: {
        loadMaps: fromPromise<FleetMaps>(async () => {
          cloud.asked += 1;
          if (cloud.fails) throw new ApiError('networkFailed');
          return { sites: [], maps };
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'home',
        params: {},
        query: { filter: 'alarm' },
        user: userOf(),
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  return { ...started, cloud };
}

it('draws what the URL says, and asks for the URL to be changed', () => {
  const { actor, toldTo } = start();
  expect(selectHomeQuery(actor.getSnapshot())).toEqual({ filter: 'alarm' });
  actor.send({ type: 'home.show', query: { view: 'table' }, push: true });
  actor.send({ type: 'home.show', query: { q: 'por' } });
  expect(toldTo('navigation')).toEqual([
    { type: 'navigation.query', query: { view: 'table' }, push: true },
    { type: 'navigation.query', query: { q: 'por' }, push: false },
  ]);
  expect(selectHomeQuery(actor.getSnapshot())).toEqual({ filter: 'alarm' });
  actor.send({ type: 'page.queryChanged', query: { view: 'table' } });
  expect(selectHomeQuery(actor.getSnapshot())).toEqual({ view: 'table' });
});

it('opens a robot: makes it current and goes to its page', () => {
  const { actor, toldTo } = start();
  actor.send({ type: 'robot.open', serialNumber: 'W1-2308-0417' });
  expect(toldTo('fleet')).toEqual([{ type: 'robot.choose', serialNumber: 'W1-2308-0417' }]);
  expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/home/robot-data?serialNumber=W1-2308-0417' }]);
  actor.send({ type: 'robot.hover', serialNumber: 'x' });
  expect(selectHovered(actor.getSnapshot())).toBe('x');
});

it('reads the maps once, again in another language, after a gap or when one of them changed, and keeps the old ones meanwhile', async () => {
  const { actor, cloud } = start();
  expect(selectAreMapsLoading(actor.getSnapshot())).toBe(true);
  await settle();
  expect(selectMaps(actor.getSnapshot())).toEqual(maps);
  expect([...selectMapsById(actor.getSnapshot()).keys()]).toEqual(maps.map(({ id }) => id));
  expect(selectMapsById(actor.getSnapshot())).toBe(selectMapsById(actor.getSnapshot()));
  actor.send({ type: 'page.languageChanged', language: 'zhCN' });
  expect(selectAreMapsLoading(actor.getSnapshot())).toBe(false);
  await settle();
  actor.send({ type: 'page.resumed' });
  await settle();
  // Another user saved one of them.
  actor.send({ type: 'page.mapChanged', siteId: 's', mapId: 'm', revision: 4, by: { userId: 'u', name: 'Ann' } });
  expect(selectAreMapsLoading(actor.getSnapshot())).toBe(false);
  await settle();
  expect(cloud.asked).toBe(4);
});

it('says that the maps did not come, and tries again', async () => {
  const { actor, cloud } = start();
  cloud.fails = true;
  actor.send({ type: 'page.languageChanged', language: 'zhCN' });
  await settle();
  expect(selectMapsFailure(actor.getSnapshot())).not.toBeNull();
  cloud.fails = false;
  actor.send({ type: 'maps.retry' });
  await settle();
  expect(selectMapsFailure(actor.getSnapshot())).toBeNull();
});

it('remembers what of a floor a hand brought into sight, for that floor alone, until it is the whole again', () => {
  const { actor } = start();
  const camera = (mapId: string) => selectCamera(mapId)(actor.getSnapshot());
  expect(camera('1f')).toBeUndefined();
  actor.send({ type: 'map.moved', camera: { mapId: '1f', scale: 24, cx: 3, cy: 4 } });
  expect(camera('1f')).toEqual({ mapId: '1f', scale: 24, cx: 3, cy: 4 });
  expect(camera('2f')).toBeUndefined();
  actor.send({ type: 'map.moved', camera: null });
  expect(camera('1f')).toBeUndefined();
});
