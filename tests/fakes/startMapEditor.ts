/** The map editor with a fake API, and helpers that send events like user gestures. */
import { createActor, fromCallback, fromPromise, setup } from 'xstate';
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapPoint } from '../../contract/entities/map.ts';
import type { MapVersion, SaveResult } from '../../contract/entities/mapEdit.ts';
import type { DraftPoint } from '../../src/machines/mapEditor/draft.ts';
import { draftPoints } from '../../src/machines/mapEditor/draftActions.ts';
import { mapEditorMachine } from '../../src/machines/mapEditor/mapEditor.machine.ts';
import { selectEditor, selectStage } from '../../src/machines/mapEditor/mapEditor.selectors.ts';
import type {
  KeptDraft,
  LoadedMap,
  LoadInput,
  MapEditorEvent,
  SaveInput,
  Tool,
} from '../../src/machines/mapEditor/mapEditor.setup.ts';
import { pointOf } from './draftPoints.ts';
import { userOf } from './startSession.ts';

export const mapPoint = (point: DraftPoint): MapPoint => ({
  ...point,
  chargeBase: [...point.chargeBase],
  mapAreaPointId: point.areaId,
  mapId: 'm1',
  coordinateX: 0,
  coordinateY: 0,
});
export const mapOf = (points: readonly DraftPoint[], revision = 4): IndoorMap => ({
  id: 'm1',
  siteId: 's1',
  floor: '1F',
  name: 'Lobby floor',
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: true,
  revision,
  plan: {
    width: 40,
    height: 30,
    outline: [
      [
        [0, 0],
        [40, 0],
        [40, 30],
        [0, 30],
      ],
    ],
    walls: [],
    outerWalls: [],
    windows: [],
    rooms: [{ id: 'shaft', name: 'Lift 1', kind: 'lift', x: 14, y: 14, w: 3, h: 3 }],
    doors: [{ id: 'd1', from: [24, 10], to: [26, 10], swing: [0, 1], controlled: true }],
    columns: [],
    furniture: [],
  },
  points: points.map(mapPoint),
});
export const THREE = [
  pointOf('a', { name: 'Dock', worldX: 2, worldY: 2 }),
  pointOf('b', { name: 'Bar', worldX: 6, worldY: 4 }),
  pointOf('c', { name: 'Lift', worldX: 10, worldY: 9 }),
];

export interface Cloud {
  map: IndoorMap | null;
  mayEdit: boolean;
  isSiteUnused: boolean;
  saved: SaveInput[];
  answer: (input: SaveInput) => SaveResult | Promise<SaveResult>;
  versions: DraftPoint[][];
}

export function startMapEditor({
  points = THREE,
  kept = null,
  cloud: own = {},
  query = {},
  serialNumber = 'A',
}: {
  points?: readonly DraftPoint[];
  kept?: KeptDraft | null;
  cloud?: Partial<Cloud>;
  query?: Record<string, string>;
  serialNumber?: string;
} = {}) {
  const cloud: Cloud = {
    map: mapOf(points),
    mayEdit: true,
    isSiteUnused: false,
    saved: [],
    versions: [],
    answer: ({ changes }) => take(changes),
    ...own,
  };
  const drafts: { revision: number; changes: readonly unknown[] }[] = [];
  const told: { type: string }[] = [];
  const asked: object[] = [];
  let lastDraft: KeptDraft | null = kept;
  const take = (changes: SaveInput['changes']): SaveResult => {
    const after = new Map(cloud.map?.points.map((point) => [point.areaId, point]));
    for (const change of changes) {
      if (change.op === 'delete') after.delete(change.point);
      else after.set(change.point, mapPoint({ ...change.to, areaId: change.point }));
    }
    if (cloud.map) cloud.map = { ...cloud.map, revision: cloud.map.revision + 1, points: [...after.values()] };
    return {
      result: 'saved',
      revision: cloud.map?.revision ?? 0,
      summary: { added: 0, moved: 0, changed: 0, deleted: 0 },
    };
  };
  let seeds = 0;
  const machine = mapEditorMachine.provide({
    actors: {
      loadMap: fromPromise<LoadedMap, LoadInput>(async () => ({
        floors: cloud.map ? [{ ...cloud.map, pointCount: cloud.map.points.length, createdAt: 1 }] : [],
        map: cloud.map,
        elevators: [{ id: 'e1', name: 'Lift 1' }],
        entrances: [{ id: 'd1', mapId: 'm1', name: 'Door 1' }],
        mayEdit: cloud.mayEdit,
        isSiteUnused: cloud.isSiteUnused,
        seed: `n${(seeds += 1)}`,
        kept: lastDraft,
      })),
      savePoints: fromPromise<SaveResult, SaveInput>(async ({ input }) => {
        cloud.saved.push(input);
        return cloud.answer(input);
      }),
      sendRobot: fromPromise<unknown, { serialNumber: string; mapId: string; x: number; y: number; theta: number }>(
        async ({ input }) => void asked.push(input),
      ),
      loadVersions: fromPromise<
        { total: number; rows: readonly MapVersion[] },
        { mapId: string; page: number; limit: number }
      >(async () => ({
        total: cloud.versions.length,
        rows: cloud.versions.map((rows, revision) => ({
          revision,
          at: 1,
          by: null,
          summary: { added: 0, moved: 0, changed: 1, deleted: 0 },
          pointCount: rows.length,
        })),
      })),
      loadVersion: fromPromise<
        { version: MapVersion; points: readonly MapPoint[] },
        { mapId: string; revision: number }
      >(async ({ input }) => ({
        version: {
          revision: input.revision,
          at: 1,
          by: null,
          summary: { added: 0, moved: 0, changed: 0, deleted: 0 },
          pointCount: 0,
        },
        points: (cloud.versions[input.revision] ?? []).map(mapPoint),
      })),
      restoreVersion: fromPromise<
        SaveResult,
        { serialNumber: string; mapId: string; revision: number; baseRevision: number; attempt: string }
      >(async ({ input }) => {
        if (cloud.map)
          cloud.map = {
            ...cloud.map,
            revision: cloud.map.revision + 1,
            points: (cloud.versions[input.revision] ?? []).map(mapPoint),
          };
        return {
          result: 'saved',
          revision: cloud.map?.revision ?? 0,
          summary: { added: 0, moved: 0, changed: 0, deleted: 0 },
        };
      }),
      guardTab: fromCallback(() => undefined),
      watchKeeping: fromCallback(() => undefined),
    },
    actions: {
      keepDraft: (_, { draft }) => {
        lastDraft = draft ? { ...draft, at: 1 } : null;
        if (draft) drafts.push(draft);
      },
    },
  });
  const systemActor = fromCallback(({ receive }) => receive((event) => told.push(event)));
  const root = createActor(
    setup({ actors: { systemActor, machine } }).createMachine({
      invoke: [
        ...['notices', 'navigation', 'fleet'].map((name) => ({
          src: 'systemActor' as const,
          id: name,
          systemId: name,
        })),
        {
          src: 'machine' as const,
          id: 'screen',
          systemId: 'screen',
          input: {
            page: 'mapEditor',
            params: {},
            query,
            user: userOf(),
            serialNumber,
            language: 'enUS' as const,
          },
        },
      ],
    }),
  ).start();
  const actor = root.system.get('screen') as ReturnType<typeof createActor<typeof mapEditorMachine>>;
  const send = (event: MapEditorEvent) => (actor.send(event), hand);
  const at = (x: number, y: number): { at: Place; px: [number, number]; reach: number } => ({
    at: [x, y],
    px: [x * 20, -y * 20],
    reach: 0.3,
  });
  const hitAt = (x: number, y: number): string | null =>
    context().points.find(({ worldX, worldY }) => Math.hypot(worldX - x, worldY - y) < 0.3)?.areaId ?? null;
  const context = () => selectEditor(actor.getSnapshot());
  const hand = {
    actor,
    cloud,
    drafts,
    told,
    asked,
    send,
    context,
    kept: () => lastDraft,
    stage: () => selectStage(actor.getSnapshot()),
    isIn: (state: object) => actor.getSnapshot().matches({ editing: state } as never),
    tool: (tool: Tool) => send({ type: 'tool.pick', tool }),
    down: (x: number, y: number, { join = false, touch = false } = {}) =>
      send({
        type: 'pointer.down',
        ...at(x, y),
        hit: hitAt(x, y),
        join,
        touch,
        camera: { scale: 20, cx: 0, cy: 0 },
        name: 'Point',
      }),
    move: (x: number, y: number) => send({ type: 'pointer.move', ...at(x, y) }),
    up: () => send({ type: 'pointer.up' }),
    cancel: () => send({ type: 'pointer.cancel' }),
    escape: () => send({ type: 'key.escape' }),
    undo: () => send({ type: 'history.undo' }),
    redo: () => send({ type: 'history.redo' }),
    select: (...ids: string[]) => send({ type: 'points.select', ids, join: false }),
    /** Positions of the points, in the form "a 2,2". */
    places: () =>
      context()
        .points.map(({ areaId, worldX, worldY }) => `${areaId} ${worldX},${worldY}`)
        .join(' · '),
    base: () => draftPoints(cloud.map ?? { points: [] }),
    settle: async () => {
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
      return hand;
    },
    answer: (yes: boolean) => {
      const confirm = actor.getSnapshot().children['confirm'] as { send(event: object): void } | undefined;
      confirm?.send({ type: yes ? 'confirm.accept' : 'confirm.cancel' });
      return hand;
    },
    reload: () => startMapEditor({ points, kept: lastDraft, cloud: { ...cloud } }),
  };
  return hand;
}
