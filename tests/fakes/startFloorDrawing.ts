/** Drawing a floor with a fake server, and helpers that send events like a hand and a keyboard. */
import { fromCallback, fromPromise } from 'xstate';
import type { DrawingSave } from '../../contract/endpoints/floorDrawings.ts';
import type { Drawing, FloorDrawing } from '../../contract/entities/floorDrawing.ts';
import { EMPTY_DRAWING } from '../../contract/rules/drawFloor/edit.ts';
import { floorDrawingMachine } from '../../src/machines/floorDrawing/floorDrawing.machine.ts';
import {
  type FloorDrawingRef,
  selectDrawTool,
  selectFloorStage,
} from '../../src/machines/floorDrawing/floorDrawing.selectors.ts';
import { selectQuestion } from '../../src/machines/factories/draftEditor.selectors.ts';
import type {
  DrawTool,
  FloorDrawingEvent,
  KeptFloorDraft,
  LoadedFloor,
  SaveDrawingInput,
} from '../../src/machines/floorDrawing/floorDrawing.setup.ts';
import { mapImportMachine } from '../../src/machines/maps/mapImport.machine.ts';
import { settle } from './settle.ts';
import { userOf } from './startSession.ts';
import { startUnderApp } from './startWithSiblings.ts';

export const floorOf = (drawing: Drawing = EMPTY_DRAWING, more: Partial<FloorDrawing> = {}): FloorDrawing => ({
  id: 'f1',
  siteId: 's1',
  siteName: 'Harbour Hotel',
  mapId: null,
  floor: '5F',
  name: 'Attic',
  width: 20,
  height: 12,
  revision: 3,
  publishedRevision: null,
  savedAt: 1_000,
  savedBy: 'Chen Yu',
  trace: null,
  drawing,
  ...more,
});

export interface FloorCloud {
  floor: FloorDrawing;
  saved: SaveDrawingInput[];
  published: { revision: number; leaveBlocked: boolean }[];
  save: (input: SaveDrawingInput) => DrawingSave | Promise<DrawingSave>;
  publish: (input: { revision: number; leaveBlocked: boolean }) => FloorDrawing | Promise<FloorDrawing>;
}

/** The machine of the page over a fake server, for startFloorDrawing and for tests of the page. */
export function fakeFloorCloud({
  drawing = EMPTY_DRAWING,
  kept = null,
  ...own
}: { drawing?: Drawing; kept?: KeptFloorDraft | null } & Partial<FloorCloud> = {}) {
  const cloud: FloorCloud = {
    floor: floorOf(drawing),
    saved: [],
    published: [],
    save({ drawing: next }) {
      cloud.floor = { ...cloud.floor, drawing: next, revision: cloud.floor.revision + 1 };
      return { result: 'saved', revision: cloud.floor.revision };
    },
    publish({ revision }) {
      cloud.floor = { ...cloud.floor, mapId: 'f1', publishedRevision: revision };
      return cloud.floor;
    },
    ...own,
  };
  const drafts: { last: Omit<KeptFloorDraft, 'at'> | null; watch: (isKept: boolean) => void; guards: number } = {
    last: kept,
    watch: () => undefined,
    guards: 0,
  };
  let seeds = 0;
  const machine = floorDrawingMachine.provide({
    actors: {
      loadFloor: fromPromise<LoadedFloor, { drawingId: string; userId: string }>(async ({ input: { drawingId } }) => {
        if (drawingId !== cloud.floor.id) throw new Error('no such floor');
        return {
          floor: cloud.floor,
          seed: `s${(seeds += 1)}`,
          kept: drafts.last && { ...drafts.last, at: 2_000 },
        };
      }),
      saveDrawing: fromPromise<DrawingSave, SaveDrawingInput>(async ({ input }) => {
        cloud.saved.push(input);
        return cloud.save(input);
      }),
      publishDrawing: fromPromise<FloorDrawing, { drawingId: string; revision: number; leaveBlocked: boolean }>(
        async ({ input }) => {
          cloud.published.push(input);
          return cloud.publish(input);
        },
      ),
      removeTrace: fromPromise<FloorDrawing, { drawingId: string }>(async () => ({ ...cloud.floor, trace: null })),
      mapImport: mapImportMachine.provide({
        actors: {
          readFiles: fromCallback(({ sendBack }) =>
            sendBack({
              type: 'read.done',
              read: {
                key: 'k',
                url: 'blob:k',
                width: 100,
                height: 50,
                title: 'plan',
                meta: { occupiedThresh: 0.65, freeThresh: 0.196, negate: false, mode: 'trinary' },
                placing: null,
              },
            }),
          ),
          saveImport: fromPromise(async ({ input: { wish } }) => {
            if (!wish?.replaced) throw new Error('nothing to save');
            const { resolution, origin } = wish.placing;
            cloud.floor = { ...cloud.floor, trace: { id: 't1', width: 100, height: 50, resolution, origin } };
            return wish.replaced;
          }),
        },
        actions: { forgetRead: () => {}, keepImport: () => {} },
      }),
      watchKeeping: fromCallback(({ sendBack }) => {
        drafts.watch = (isKept) => sendBack({ type: isKept ? 'draft.kept' : 'draft.refused' });
      }),
      guardTab: fromCallback(() => {
        drafts.guards += 1;
        return () => void (drafts.guards -= 1);
      }),
    },
    actions: { keepDraft: (_, { draft }) => void (drafts.last = draft) },
  });
  return { cloud, drafts, machine };
}

export function startFloorDrawing(options: Parameters<typeof fakeFloorCloud>[0] = {}, query = { drawing: 'f1' }) {
  const { cloud, drafts, machine } = fakeFloorCloud(options);
  const started = startUnderApp(machine, {
    as: 'screen',
    input: { page: 'floorDrawing', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' },
  });
  const actor = started.actor as FloorDrawingRef;
  const context = () => actor.getSnapshot().context;
  const camera = { scale: 20, cx: 10, cy: 6 };
  /** As on a screen with 20 px per metre. */
  const at = (x: number, y: number, isStraight = false) => ({
    at: [x, y] as [number, number],
    px: [x * 20, -y * 20] as const,
    isStraight,
    reach: 0.2,
  });
  const hand = {
    actor,
    cloud,
    drafts,
    toldTo: started.toldTo,
    context,
    stage: () => selectFloorStage(actor.getSnapshot()),
    draft: () => {
      const { value } = actor.getSnapshot();
      return typeof value === 'object' && 'editing' in value ? (value.editing as { draft: string }).draft : null;
    },
    question: () => selectQuestion(actor.getSnapshot()),
    currentTool: () => selectDrawTool(actor.getSnapshot()),
    send(event: FloorDrawingEvent) {
      actor.send(event);
      return hand;
    },
    tool: (tool: DrawTool) => hand.send({ type: 'tool.pick', tool }),
    down: (x: number, y: number, isStraight = false) =>
      hand.send({ type: 'pointer.down', ...at(x, y, isStraight), camera }),
    move: (x: number, y: number, isStraight = false) => hand.send({ type: 'pointer.move', ...at(x, y, isStraight) }),
    up: () => hand.send({ type: 'pointer.up' }),
    click: (x: number, y: number) => hand.down(x, y).up(),
    double: () => hand.send({ type: 'pointer.double' }),
    escape: () => hand.send({ type: 'key.escape' }),
    cancel: () => hand.send({ type: 'pointer.cancel' }),
    /** Presses arrow keys until the cursor has moved by this, in whole metres and tenths. */
    arrows(dx: number, dy: number) {
      return hand.send({ type: 'cursor.move', dx, dy, middle: [10, 6] });
    },
    enter: () => hand.send({ type: 'cursor.set', middle: [10, 6] }),
    type(text: string) {
      for (const key of text) hand.send({ type: 'length.key', key });
      return hand;
    },
    undo: () => hand.send({ type: 'history.undo' }),
    redo: () => hand.send({ type: 'history.redo' }),
    walls: () => context().drawing.walls.map(({ from, to }) => `${from.join()} ${to.join()}`),
    doors: () => context().drawing.doors.map(({ at: middle, width }) => `${middle} ${width}`),
    async settle() {
      for (let turn = 0; turn < 4; turn += 1) await settle();
      return hand;
    },
    async answer(accept: boolean) {
      hand.question()?.send({ type: accept ? 'confirm.accept' : 'confirm.cancel' });
      return hand.settle();
    },
  };
  return hand;
}
