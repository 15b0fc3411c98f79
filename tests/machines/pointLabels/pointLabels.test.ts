/** The labels page: listing and selecting points, and the generated files. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { LABELS_PER_FILE } from '../../../contract/rules/mapLimits.ts';
import { ApiError, ERRORS, type ErrorName } from '../../../contract/wire/errors.ts';
import {
  type LabelPoint,
  type LabelsResult,
  type PartRequest,
  pointLabelsMachine,
} from '../../../src/machines/pointLabels/pointLabels.machine.ts';
import {
  amountOf,
  attributesOn,
  floorIn,
  listed,
  selectIsPrinting,
  selectLabels,
  selectLabelStage,
  shownPoint,
} from '../../../src/machines/pointLabels/pointLabels.selectors.ts';
import { settle } from '../../fakes/settle.ts';

const point = (areaId: string, name: string, attributes: LabelPoint['attributes'] = ['none']): LabelPoint => ({
  areaId,
  name,
  attributes,
});
const FOUND: LabelsResult = {
  floors: [
    { mapId: 'empty', name: 'Roof', floor: '9F', points: [] },
    {
      mapId: 'm1',
      name: 'Ground',
      floor: '1F',
      points: [point('a', '大堂'), point('b', 'Bar', ['charging']), point('c', 'Bar 2', ['elevator', 'mapSwitching'])],
    },
    {
      mapId: 'm2',
      name: 'Rooms',
      floor: '2F',
      points: Array.from({ length: LABELS_PER_FILE + 2 }, (_, i) => point(`r${i}`, `Room ${i}`)),
    },
  ],
  site: 'Hotel',
  origin: 'https://rh.example',
  mayPrint: true,
};

function start({
  found = FOUND,
  serialNumber = 'R',
  query = {},
}: { found?: LabelsResult | ErrorName; serialNumber?: string; query?: Record<string, string> } = {}) {
  const world = {
    found,
    wishes: [] as PartRequest[],
    aborted: 0,
    said: 0,
    loads: 0,
    finish: (_?: ErrorName): void => {},
  };
  const machine = pointLabelsMachine.provide({
    actors: {
      loadPoints: fromPromise<LabelsResult, { serialNumber: string; roles: readonly string[] }>(async () => {
        world.loads += 1;
        if (typeof world.found === 'string') throw new ApiError(world.found);
        return world.found;
      }),
      printPart: fromPromise<void, { wish: PartRequest }>(
        ({ input: { wish }, signal }) =>
          new Promise((resolve, reject) => {
            world.wishes.push(wish);
            signal.addEventListener('abort', () => void (world.aborted += 1));
            world.finish = (error) => (error ? reject(new ApiError(error)) : resolve());
          }),
      ),
    },
    actions: { notifyDone: () => void (world.said += 1) },
  });
  const actor = createActor(machine, {
    input: { page: 'pointLabels', params: {}, query, user: null, serialNumber, language: 'enUS' },
  }).start();
  const now = () => selectLabels(actor.getSnapshot());
  return {
    actor,
    world,
    now,
    stage: () => selectLabelStage(actor.getSnapshot()),
    finish: async (error?: ErrorName) => {
      world.finish(error);
      await settle();
    },
  };
}

describe('the list', () => {
  it('is that of the floor in the address, else of the first with points', async () => {
    const page = start();
    expect(page.stage()).toBe('loading');
    await settle();
    expect([page.stage(), page.now().mapId]).toEqual(['ready', 'm1']);
    page.actor.send({ type: 'points.tick', ids: ['a', 'b'], on: true });
    page.actor.send({ type: 'page.queryChanged', query: { map: 'm2' } });
    expect([page.now().mapId, page.now().ticked]).toEqual(['m2', []]);
    const other = start({ query: { map: 'm2' } });
    await settle();
    expect(other.now().mapId).toBe('m2');
  });

  it('is searched by name and by kind; what is ticked stays ticked', async () => {
    const page = start();
    await settle();
    page.actor.send({ type: 'points.tick', ids: ['a'], on: true });
    page.actor.send({ type: 'points.search', keyword: ' bar ' });
    expect(listed(page.now()).map(({ areaId }) => areaId)).toEqual(['b', 'c']);
    page.actor.send({ type: 'points.filter', attribute: 'mapSwitching' });
    expect(listed(page.now()).map(({ areaId }) => areaId)).toEqual(['c']);
    page.actor.send({ type: 'points.tick', ids: listed(page.now()).map(({ areaId }) => areaId), on: true });
    expect(page.now().ticked).toEqual(['a', 'c']);
    const floor = floorIn(page.now());
    expect(floor && attributesOn(floor)).toEqual(['charging', 'elevator', 'mapSwitching']);
  });

  it('shows the label of the point one is at, else of the first ticked, else of the first', async () => {
    const page = start();
    await settle();
    expect(shownPoint(page.now())?.areaId).toBe('a');
    page.actor.send({ type: 'points.tick', ids: ['c'], on: true });
    expect(shownPoint(page.now())?.areaId).toBe('c');
    page.actor.send({ type: 'point.show', areaId: 'b' });
    expect(shownPoint(page.now())?.areaId).toBe('b');
  });

  it('says why there is none', async () => {
    expect(start({ serialNumber: '' }).stage()).toBe('none');
    for (const [found, stage] of [
      ['notAllowed', 'forbidden'],
      ['networkFailed', 'failed'],
      [{ ...FOUND, mayPrint: false }, 'forbidden'],
    ] as const) {
      const page = start({ found });
      await settle();
      expect(page.stage()).toBe(stage);
      page.world.found = FOUND;
      page.actor.send({ type: 'points.reload' });
      await settle();
      expect(page.stage()).toBe('ready');
    }
  });

  it('is read anew when a map changed, and forgets what is gone', async () => {
    const page = start();
    await settle();
    page.actor.send({ type: 'point.tick', areaId: 'a' });
    page.actor.send({ type: 'point.tick', areaId: 'b' });
    page.world.found = {
      ...FOUND,
      floors: [{ mapId: 'm1', name: 'Ground', floor: '1F', points: [point('b', 'Bar')] }],
    };
    page.actor.send({ type: 'page.resumed' });
    await settle();
    expect([page.world.loads, page.now().ticked, shownPoint(page.now())?.areaId]).toEqual([2, ['b'], 'b']);
  });
});

describe('printing', () => {
  it('needs a tick, and takes the points in the order of the list', async () => {
    const page = start();
    await settle();
    page.actor.send({ type: 'labels.print' });
    expect(page.world.wishes).toEqual([]);
    page.actor.send({ type: 'point.tick', areaId: 'c' });
    page.actor.send({ type: 'point.tick', areaId: 'a' });
    page.actor.send({ type: 'sheet.choose', change: { size: 'small', paper: 'Letter' } });
    page.actor.send({ type: 'labels.print' });
    expect(page.world.wishes).toEqual([
      { serialNumber: 'R', mapId: 'm1', ids: ['a', 'c'], format: 'pdf', paper: 'Letter', size: 'small' },
    ]);
    expect(selectIsPrinting(page.actor.getSnapshot())).toBe(true);
    await page.finish();
    expect([selectIsPrinting(page.actor.getSnapshot()), page.world.said]).toEqual([false, 1]);
  });

  it('makes several files of many points, one after the other', async () => {
    const page = start({ query: { map: 'm2' } });
    await settle();
    page.actor.send({ type: 'points.tick', ids: listed(page.now()).map(({ areaId }) => areaId), on: true });
    expect(amountOf(page.now())).toEqual({ files: 2, pages: 63 });
    page.actor.send({ type: 'labels.print' });
    await page.finish();
    expect([page.now().printing?.done, page.world.said]).toEqual([1, 0]);
    await page.finish();
    expect([page.world.wishes.map(({ ids }) => ids.length), page.world.wishes[1]?.ids[0], page.world.said]).toEqual([
      [LABELS_PER_FILE, 2],
      `r${LABELS_PER_FILE}`,
      1,
    ]);
  });

  it('is given up by a press, and tells a refusal, keeping what was ticked', async () => {
    const page = start();
    await settle();
    page.actor.send({ type: 'point.tick', areaId: 'a' });
    page.actor.send({ type: 'labels.print' });
    page.actor.send({ type: 'labels.cancel' });
    expect([page.world.aborted, page.now().printFailure, page.now().printing]).toEqual([1, null, null]);
    page.actor.send({ type: 'labels.print' });
    await page.finish('pointUnknown');
    expect([page.now().printFailure?.code, page.now().ticked, page.world.said]).toEqual([
      ERRORS.pointUnknown,
      ['a'],
      0,
    ]);
    page.actor.send({ type: 'labels.print' });
    expect(page.now().printFailure).toBeNull();
  });
});
