/**
 * Import of points from a layout file: compared first, saved once, and compared again after another user changed the
 * map.
 */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { MapFloor } from '../../../contract/entities/map.ts';
import type { PointChange, SaveResult } from '../../../contract/entities/mapEdit.ts';
import type { OwnPoint } from '../../../contract/rules/mapFiles/lifChanges.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  LifFault,
  lifImportMachine,
  type LifInput,
  type LifRead,
  type LifTarget,
} from '../../../src/machines/maps/lifImport.machine.ts';

const MAP: MapFloor = {
  id: 'm',
  siteId: 's',
  floor: '2F',
  name: 'Ward',
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 3,
  pointCount: 2,
  createdAt: 0,
};
const point = (areaId: string, change: Partial<OwnPoint> = {}): OwnPoint => ({
  areaId,
  name: areaId,
  worldX: 5,
  worldY: 4,
  angle: 90,
  stayTime: 0,
  departWord: '',
  arrivedWord: '',
  attributes: ['none'],
  elevatorId: null,
  doorId: null,
  chargeBase: [],
  ...change,
});
const layout = (mapId: string, name: string, floor: string, points: OwnPoint[]) => ({
  mapId,
  name,
  floor,
  site: '',
  revision: 0,
  points,
});
const READ: LifRead = {
  seed: 'seed',
  layouts: [
    layout('x', 'Lobby', '1F', [point('far', { worldX: 99 })]),
    layout('y', 'Clinic', '2F', [point('a', { name: 'Gate' }), point('b')]),
  ],
};
const SAVED: SaveResult = { result: 'saved', revision: 4, summary: { added: 2, moved: 0, changed: 0, deleted: 0 } };
type Answer = SaveResult | ApiError;

function begin({ answers = [SAVED], refusal }: { answers?: Answer[]; refusal?: Error } = {}) {
  const sent: { baseRevision: number; points: string[] }[] = [];
  let revision = 3;
  const machine = lifImportMachine.provide({
    actors: {
      readLayouts: fromPromise<LifRead, { files: readonly File[] }>(async () => {
        if (refusal) throw refusal;
        return READ;
      }),
      loadTarget: fromPromise<LifTarget, LifInput>(async () => ({
        own: [point('old')],
        frame: { resolution: 0.05, width: 40, height: 30, origin: { x: 0, y: 0, yaw: 0 } },
        elevators: [],
        doors: [],
        revision: revision++,
      })),
      saveLayout: fromPromise<SaveResult, { mapId: string; baseRevision: number; changes: readonly PointChange[] }>(
        async ({ input: { baseRevision, changes } }) => {
          sent.push({ baseRevision, points: changes.map((change) => change.point) });
          const answer = answers.shift() ?? SAVED;
          if (answer instanceof ApiError) throw answer;
          return answer;
        },
      ),
    },
  });
  const actor = createActor(machine, { input: { map: MAP, serialNumber: 'R' } }).start();
  const pick = () => actor.send({ type: 'file.pick', files: [new File(['{}'], 'a.json')] });
  return { actor, sent, pick, compared: () => waitFor(actor, (snapshot) => snapshot.matches('comparing')) };
}

describe('points of a layout', () => {
  it('are compared with the map, the likeliest of several layouts first, and saved as one', async () => {
    const { actor, sent, pick, compared } = begin();
    actor.send({ type: 'file.pick', files: [] });
    expect(actor.getSnapshot().matches('choosing')).toBe(true);
    pick();
    const { context } = await compared();
    expect([context.index, context.outcome?.steps.map(({ does }) => does), context.outcome?.kept]).toEqual([
      1,
      ['add', 'add'],
      1,
    ]);
    actor.send({ type: 'layout.choose', index: 0 });
    actor.send({ type: 'lif.save' });
    expect([
      actor.getSnapshot().value,
      actor.getSnapshot().context.outcome?.steps.map(({ does }) => does),
      sent,
    ]).toEqual(['comparing', ['unused'], []]);
    actor.send({ type: 'layout.choose', index: 1 });
    actor.send({ type: 'lif.save' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect([sent, actor.getSnapshot().output]).toEqual([
      [{ baseRevision: 3, points: ['seed-1-0', 'seed-1-1'] }],
      { summary: SAVED.summary },
    ]);
  });

  it('keep their ids when a Save got no answer, so that they come once', async () => {
    const { actor, sent, pick, compared } = begin({ answers: [new ApiError('unknownError'), SAVED] });
    pick();
    await compared();
    actor.send({ type: 'lif.save' });
    await waitFor(actor, ({ context }) => context.failure !== null);
    expect(actor.getSnapshot().matches('comparing')).toBe(true);
    actor.send({ type: 'lif.save' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect(sent[0]).toEqual(sent[1]);
  });

  it('are held against the map anew when somebody saved first; what only the cloud can judge stays out', async () => {
    const { actor, sent, pick, compared } = begin({
      answers: [
        { result: 'conflicts', revision: 4, conflicts: [] },
        { result: 'faulty', faults: [{ areaId: 'seed-1-0', field: 'name', error: 'nameTaken', other: 'old' }] },
        SAVED,
      ],
    });
    pick();
    await compared();
    actor.send({ type: 'lif.save' });
    await waitFor(actor, (snapshot) => snapshot.matches('comparing') && snapshot.context.anew);
    actor.send({ type: 'lif.save' });
    await waitFor(actor, ({ context }) => context.outcome?.changes.length === 1);
    expect(actor.getSnapshot().context.outcome?.steps[0]).toMatchObject({
      does: 'unused',
      fault: { error: 'nameTaken' },
    });
    actor.send({ type: 'lif.save' });
    await waitFor(actor, ({ status }) => status === 'done');
    expect(sent).toEqual([
      { baseRevision: 3, points: ['seed-1-0', 'seed-1-1'] },
      { baseRevision: 4, points: ['seed-1-0', 'seed-1-1'] },
      { baseRevision: 4, points: ['seed-1-1'] },
    ]);
  });

  it('say why a file has none, and can be given up', async () => {
    const { actor, pick } = begin({ refusal: new LifFault({ kind: 'lifVersion', words: { version: '2.0' } }) });
    pick();
    await waitFor(actor, ({ context }) => context.fault !== null);
    expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { fault: { kind: 'lifVersion' } } });
    const broken = begin({ refusal: new ApiError('unknownError') });
    broken.pick();
    await waitFor(broken.actor, ({ context }) => context.failure !== null);
    const other = begin();
    other.pick();
    await other.compared();
    other.actor.send({ type: 'lif.again' });
    expect(other.actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { read: null, outcome: null } });
    other.actor.send({ type: 'lif.cancel' });
    expect(other.actor.getSnapshot()).toMatchObject({ status: 'done', output: { summary: null } });
  });
});
