/** The maps page: the list, its actions, and the import of a map. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyActorRef, type EventObject, waitFor } from 'xstate';
import type { MapFloor } from '../../../contract/entities/map.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  mapImportMachine,
  placingOf,
  type ImportEvent,
  type ImportRequest,
  type ReadMap,
} from '../../../src/machines/maps/mapImport.machine.ts';
import { mapsMachine } from '../../../src/machines/maps/maps.machine.ts';
import type { Belongings, KeptDialog, MapDoing, MapsResult } from '../../../src/machines/maps/maps.setup.ts';
import { toMetres } from '../../../contract/rules/mapFrame.ts';
import { PICTURE_ZOOM_MAX, placedBy } from '../../../src/machines/maps/placing.ts';
import { keptInTab } from '../../fakes/keptDialog.ts';

const { tab, keepDialog, recallDialog } = keptInTab<KeptDialog>();

const floor = (id: string, change: Partial<MapFloor> = {}): MapFloor => ({
  id,
  siteId: 's',
  floor: '1F',
  name: id,
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 3,
  pointCount: 2,
  createdAt: 0,
  ...change,
});
const FOUND: MapsResult = {
  siteId: 's',
  sites: [],
  floors: [floor('a'), floor('b'), floor('c')],
  robots: [{ serialNumber: 'R', name: 'Porter', mapNames: [{ name: 'ground', mapId: 'a' }] }],
  plans: [],
};
const READ: ReadMap = {
  key: 'k',
  url: 'blob:k',
  width: 100,
  height: 50,
  title: 'roof',
  meta: { occupiedThresh: 0.65, freeThresh: 0.2, negate: false, mode: 'trinary' },
  placing: null,
};
const NO_SECOND = { x2: '', y2: '' };
const input = { page: 'maps', params: {}, query: {}, user: null, serialNumber: 'R', language: 'enUS' as const };

function start({ fail }: { fail?: boolean } = {}) {
  const done: (MapDoing | null)[] = [];
  const told: unknown[] = [];
  const load = vi.fn(async () => FOUND);
  const machine = mapsMachine.provide({
    actors: {
      recallDialog,
      loadMaps: fromPromise<MapsResult, { siteId: string; serialNumber: string }>(load),
      loadBelongings: fromPromise<Belongings, { mapId: string }>(async () => ({
        points: 2,
        versions: 0,
        routes: [],
        robots: [],
        underWay: [],
        deliveries: [],
      })),
      carryOut: fromPromise<unknown, { doing: MapDoing | null }>(async ({ input: { doing } }) => {
        done.push(doing);
        if (fail) throw new ApiError('mapNameTaken', { field: 'name' });
      }),
      exportMap: fromPromise<void, { mapId: string; format: 'ros' | 'lif' }>(
        async ({ input: wish }) => void told.push(wish),
      ),
      mapImport: mapImportMachine.provide({
        actors: { readFiles: fromCallback(() => undefined), saveImport: fromPromise(async () => floor('new')) },
        actions: {
          forgetRead: () => undefined,
          keepImport: (_, { kept }) => void (tab.kept = kept && { imported: kept }),
        },
      }),
    },
    actions: {
      keepDialog,
      notifyDone: () => void told.push('done'),
      notifyImported: () => void told.push('imported'),
      notifyFailed: (_, { failure }) => void told.push(failure.code),
    },
  });
  const actor = createActor(machine, { input }).start();
  return {
    actor,
    done,
    told,
    load,
    settled: () => waitFor(actor, (snapshot) => snapshot.matches({ list: 'ready', action: 'idle' })),
  };
}

describe('the map of a robot', () => {
  it('is read at once, and files are picked when it is gone', async () => {
    const read: unknown[] = [];
    let tell: (event: ImportEvent) => void = () => undefined;
    const actor = createActor(
      mapImportMachine.provide({
        actors: {
          readFiles: fromCallback<EventObject, { files: readonly File[]; fileId: string | null }>(
            ({ input: wish, sendBack }) => {
              read.push(wish);
              tell = (event) => sendBack(event);
            },
          ),
        },
        actions: { forgetRead: () => undefined, keepImport: () => undefined },
      }),
      { input: { siteId: 's', replaced: null, fileId: 'f1' } },
    ).start();
    expect(read).toEqual([{ files: [], fileId: 'f1' }]);
    tell({ type: 'read.failed', fault: { kind: 'scanGone', words: {} } });
    expect(actor.getSnapshot().value).toBe('choosing');
    const files = [new File(['x'], 'x.zip')];
    actor.send({ type: 'files.pick', files });
    expect(read.at(-1)).toEqual({ files, fileId: null });
  });
  it('opens the import of the site', async () => {
    const { actor, settled } = start();
    await settled();
    actor.send({ type: 'map.importScan', fileId: 'f1' });
    const part = actor.getSnapshot().children.mapImport;
    expect(part?.getSnapshot()).toMatchObject({ value: 'reading', context: { siteId: 's', replaced: null } });
    part?.send({ type: 'import.cancel' });
    await settled();
    expect(actor.getSnapshot().context.scanFileId).toBeNull();
  });
});

describe('the maps of a site', () => {
  it('are read, and read anew after every change', async () => {
    const { actor, done, told, load, settled } = start();
    await settled();
    actor.send({ type: 'map.move', mapId: 'c', to: 0 });
    expect(actor.getSnapshot().context.floors.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await settled();
    actor.send({ type: 'map.makeDefault', map: floor('b') });
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(3));
    expect([done.map((doing) => doing?.act), told]).toEqual([
      ['order', 'makeDefault'],
      ['done', 'done'],
    ]);
    expect(done[0]).toMatchObject({ siteId: 's', order: ['c', 'a', 'b'] });
  });

  it('are edited with the names that robots have for them; a refusal keeps what was typed', async () => {
    const { actor, done, settled } = start({ fail: true });
    await settled();
    actor.send({ type: 'map.edit', map: floor('a') });
    expect(actor.getSnapshot().context.fields).toEqual({ name: 'a', floor: '1F', robotNames: { R: 'ground' } });
    actor.send({ type: 'edit.type', change: { name: ' ' } });
    actor.send({ type: 'edit.save' });
    expect(done).toEqual([]);
    actor.send({ type: 'edit.type', change: { name: 'B' } });
    actor.send({ type: 'edit.save' });
    await waitFor(actor, ({ context }) => context.editFailure !== null);
    expect(actor.getSnapshot()).toMatchObject({ value: { action: 'editing' }, context: { fields: { name: 'B' } } });
    actor.send({ type: 'edit.close' });
    expect(actor.getSnapshot().matches({ action: 'idle' })).toBe(true);
  });

  it('are deleted after a question that tells what goes along', async () => {
    const { actor, done, settled } = start();
    await settled();
    actor.send({ type: 'map.delete', map: floor('a') });
    await waitFor(actor, (snapshot) => snapshot.hasTag('asking'));
    expect(actor.getSnapshot().context.belongings).toMatchObject({ points: 2 });
    actor.send({ type: 'delete.no' });
    expect(done).toEqual([]);
    actor.send({ type: 'map.delete', map: floor('a') });
    await waitFor(actor, (snapshot) => snapshot.hasTag('asking'));
    actor.send({ type: 'delete.yes' });
    await settled();
    expect(done).toEqual([{ act: 'delete', map: floor('a') }]);
  });

  it('are handed out, and come in through a part of its own', async () => {
    const { actor, told, settled } = start();
    await settled();
    actor.send({ type: 'map.export', map: floor('a'), format: 'lif' });
    await settled();
    expect(told).toEqual([{ mapId: 'a', format: 'lif' }]);
    actor.send({ type: 'map.import', map: floor('a') });
    const part = actor.getSnapshot().children.mapImport as AnyActorRef;
    expect(part.getSnapshot().context).toMatchObject({ siteId: 's', replaced: { id: 'a' }, fields: { name: 'a' } });
    part.send({ type: 'import.cancel' });
    await settled();
    expect(told).toHaveLength(1);
  });
});

describe('a map that comes in', () => {
  function begin({ refuse = false, replaced = null as MapFloor | null } = {}) {
    const wishes: (ImportRequest | null)[] = [];
    const forgotten: string[] = [];
    const stopped = vi.fn();
    const machine = mapImportMachine.provide({
      actors: {
        readFiles: fromCallback(() => stopped),
        saveImport: fromPromise<MapFloor, { wish: ImportRequest | null }>(async ({ input: { wish } }) => {
          wishes.push(wish);
          if (refuse && !wish?.leaveOutside)
            throw new ApiError('mapPointsOutside', { words: { count: 1, points: 'Lobby' } });
          return floor('new');
        }),
      },
      actions: { forgetRead: (_, { key }) => void forgotten.push(key), keepImport: () => undefined },
    });
    const actor = createActor(machine, { input: { siteId: 's', replaced } }).start();
    const send = (...events: ImportEvent[]) => events.forEach((event) => actor.send(event));
    return { actor, send, wishes, forgotten, stopped };
  }
  const pick: ImportEvent = { type: 'files.pick', files: [new File(['x'], 'x.png')] };

  it('is read with progress, can be stopped, and says why it is none', () => {
    const { actor, send, stopped } = begin();
    send({ type: 'files.pick', files: [] });
    expect(actor.getSnapshot().matches('choosing')).toBe(true);
    send(pick, { type: 'read.progressed', done: 0.4 });
    expect(actor.getSnapshot().context.progress).toBe(0.4);
    send({ type: 'read.stop' });
    expect([actor.getSnapshot().value, stopped.mock.calls.length]).toEqual(['choosing', 1]);
    send(pick, { type: 'read.failed', fault: { kind: 'yamlMissing', words: {} } });
    expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { fault: { kind: 'yamlMissing' } } });
    send(pick);
    expect(actor.getSnapshot().context.fault).toBeNull();
  });

  it('with its own scale is saved once it has a floor and a name; what was read is forgotten', async () => {
    const { actor, send, wishes, forgotten } = begin();
    send(
      pick,
      { type: 'read.done', read: { ...READ, placing: { resolution: 0.05, origin: { x: 1, y: 2, yaw: 0 } } } },
      { type: 'import.save' },
    );
    expect([actor.getSnapshot().value, wishes]).toEqual(['describing', []]);
    send(
      { type: 'field.type', change: { floor: '3F' } },
      { type: 'robot.name', serialNumber: 'R', name: 'roof' },
      { type: 'import.save' },
    );
    await waitFor(actor, ({ status }) => status === 'done');
    expect(wishes).toMatchObject([
      {
        siteId: 's',
        fields: { floor: '3F', name: 'roof' },
        placing: { resolution: 0.05 },
        robotNames: { R: 'roof' },
        leaveOutside: false,
      },
    ]);
    expect([actor.getSnapshot().output?.saved?.id, forgotten]).toEqual(['new', ['k']]);
  });

  it('in place of another picture is refused where points would lie outside, until that is known of', async () => {
    const { actor, send, wishes } = begin({ refuse: true, replaced: floor('a') });
    send(
      pick,
      { type: 'read.done', read: { ...READ, placing: { resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } } } },
      { type: 'import.save' },
    );
    await waitFor(actor, ({ context }) => context.failure !== null);
    send({ type: 'import.save', leaveOutside: true });
    await waitFor(actor, ({ status }) => status === 'done');
    expect(wishes.map((wish) => [wish?.replaced?.id, wish?.leaveOutside])).toEqual([
      ['a', false],
      ['a', true],
    ]);
  });

  it('is looked at as large as one wants, and marked by keys within the picture, until another one is picked', () => {
    const { actor, send } = begin();
    send(pick, { type: 'read.done', read: READ });
    const looked = () => {
      const { zoom, nextMark } = actor.getSnapshot().context;
      return { zoom, nextMark };
    };
    expect(looked()).toEqual({ zoom: 1, nextMark: null });
    send({ type: 'nextMark.move', by: [1, 0] });
    expect(looked().nextMark).toEqual([READ.width / 2 + 1, READ.height / 2]);
    send({ type: 'nextMark.move', by: [-1e6, 1e6] });
    expect(looked().nextMark).toEqual([0, READ.height]);
    for (let presses = 0; presses < 6; presses += 1) send({ type: 'picture.zoom', factor: 2 });
    expect(looked().zoom).toBe(PICTURE_ZOOM_MAX);
    send({ type: 'picture.zoom', factor: 0.5 });
    expect(looked().zoom).toBe(PICTURE_ZOOM_MAX / 2);
    send({ type: 'picture.fit' }, { type: 'picture.zoom', factor: 0.5 });
    expect(looked().zoom).toBe(1);
    send({ type: 'picture.zoom', factor: 2 }, { type: 'import.again' });
    expect(looked()).toEqual({ zoom: 1, nextMark: null });
  });

  it('as a plain picture gets its scale from two marks; a third begins anew', () => {
    const { actor, send } = begin();
    send(pick, { type: 'read.done', read: READ }, { type: 'mark.put', mark: [10, 40] });
    expect(placingOf(actor.getSnapshot().context)).toBeNull();
    send({ type: 'mark.put', mark: [70, 40] }, { type: 'field.type', change: { distance: '3' } });
    expect(placingOf(actor.getSnapshot().context)).toEqual({ resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } });
    send({ type: 'mark.put', mark: [1, 1] });
    expect(actor.getSnapshot().context.marks).toEqual([[1, 1]]);
    send({ type: 'import.again' });
    expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { read: null, marks: [] } });
  });
});

describe('scale and origin by two marks', () => {
  const marks = [
    [10, 40],
    [70, 40],
  ] as const;
  it.each<[string, string, { x: string; y: string }, unknown]>([
    ['in metres', '3', { x: '', y: '' }, { resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } }],
    ['with a comma', '3,0', { x: '', y: '' }, { resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } }],
    ["with the first one's place", '3', { x: '0.5', y: '0.5' }, { resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } }],
    ['with another place', '3', { x: '10', y: '-4' }, { resolution: 0.05, origin: { x: 9.5, y: -4.5, yaw: 0 } }],
    ['with half a place', '3', { x: '10', y: '' }, null],
    ['without a distance', '', { x: '', y: '' }, null],
    ['with a distance of nothing', '0', { x: '', y: '' }, null],
    ['with words', 'three', { x: '', y: '' }, null],
    ['out of all measure', '99999', { x: '', y: '' }, null],
  ])('%s', (_, distance, first, expected) =>
    expect(placedBy(50, marks, { distance, ...first, ...NO_SECOND })).toEqual(expected),
  );

  it('on one spot make none', () =>
    expect(
      placedBy(
        50,
        [
          [5, 5],
          [5, 5],
        ],
        { distance: '3', x: '', y: '', ...NO_SECOND },
      ),
    ).toBeNull());

  it('whose places are both known find scale, origin and turn of any map again', () => {
    const near = fc.double({ min: -500, max: 500, noNaN: true });
    const map = fc.record({
      resolution: fc.double({ min: 0.01, max: 1, noNaN: true }),
      x: near,
      y: near,
      yaw: fc.double({ min: -3.14, max: 3.14, noNaN: true }),
    });
    fc.assert(
      fc.property(map, ({ resolution, x, y, yaw }) => {
        const frame = { resolution, width: 0, height: 800 * resolution, origin: { x, y, yaw } };
        const [a, b] = [
          [100, 700],
          [900, 150],
        ] as const;
        const [[x1, y1], [x2, y2]] = [toMetres(frame, ...a), toMetres(frame, ...b)];
        const text = (value: number): string => value.toFixed(9);
        const found = placedBy(800, [a, b], { distance: '1', x: text(x1), y: text(y1), x2: text(x2), y2: text(y2) });
        for (const [one, other] of [
          [found?.resolution, resolution],
          [found?.origin.x, x],
          [found?.origin.y, y],
          [found?.origin.yaw, yaw],
        ] as const)
          expect(one).toBeCloseTo(other, 5);
      }),
    );
    expect(placedBy(50, marks, { distance: '3', x: '', y: '', x2: '1', y2: '1' })).toBeNull();
    expect(placedBy(50, marks, { distance: '3', x: '1', y: '1', x2: '1', y2: 'x' })).toBeNull();
  });
});

it('a map that was being renamed is open again after a forced sign-out', async () => {
  const before = start();
  await before.settled();
  before.actor.send({ type: 'map.edit', map: floor('a') });
  before.actor.send({ type: 'edit.type', change: { name: 'Half' } });
  const { actor } = start();
  await waitFor(actor, (snapshot) => snapshot.matches({ action: 'editing' }));
  expect(actor.getSnapshot().context).toMatchObject({ chosen: floor('a'), fields: { name: 'Half', floor: '1F' } });
  actor.send({ type: 'edit.close' });
  expect(tab.kept).toBeNull();
});

it('a map that was being imported is described again after a forced sign-out, and its files are picked again', async () => {
  const before = start();
  await before.settled();
  before.actor.send({ type: 'map.import', map: null });
  const part = () => {
    const child = before.actor.getSnapshot().children.mapImport;
    if (!child) throw new Error('no import is open');
    return child;
  };
  part().send({ type: 'files.pick', files: [new File(['x'], 'x.png')] });
  part().send({ type: 'read.done', read: READ });
  part().send({ type: 'field.type', change: { name: 'Attic', floor: '4F', distance: '12' } });
  part().send({ type: 'robot.name', serialNumber: 'R', name: 'attic' });
  // The forced sign-out ends the page without any event.
  before.actor.stop();

  const { actor } = start();
  await waitFor(actor, (snapshot) => snapshot.matches({ action: 'importing' }));
  const again = actor.getSnapshot().children.mapImport as unknown as ReturnType<typeof part>;
  expect(again.getSnapshot()).toMatchObject({
    value: 'choosing',
    context: {
      siteId: 's',
      replaced: null,
      read: null,
      isRecalled: true,
      fields: { name: 'Attic', floor: '4F', distance: '12' },
      robotNames: { R: 'attic' },
    },
  });
  again.send({ type: 'files.pick', files: [new File(['x'], 'x.png')] });
  again.send({ type: 'read.done', read: READ });
  expect(again.getSnapshot().context.fields.name).toBe('Attic');
  again.send({ type: 'import.cancel' });
  expect(tab.kept).toBeNull();
  expect(actor.getSnapshot().matches({ action: 'idle' })).toBe(true);
});
