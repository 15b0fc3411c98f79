/** Wires drawing a floor: API, drafts that survive the tab, the picture to trace, and the confirmation before the tab closes. */
import { fromCallback, fromPromise } from 'xstate';
import { type DrawingSave, floorDrawings } from '../../../contract/endpoints/floorDrawings.ts';
import type { FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import { floorDrawingMachine } from '../../machines/floorDrawing/floorDrawing.machine.ts';
import type { KeptFloorDraft, LoadedFloor, SaveDrawingInput } from '../../machines/floorDrawing/floorDrawing.setup.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { createMapDrafts } from '../../services/mapDrafts.ts';
import type { Services } from '../services.ts';
import { wireMapImport } from './mapImport.ts';

export function wireFloorDrawing({ transport, robotBrowser, world: { clock, newId } }: Services) {
  const calls = createClient(floorDrawings, transport);
  // A fork must not access stored drafts.
  const drafts = createMapDrafts<KeptFloorDraft>({
    storage: () => (robotBrowser ? null : window.localStorage),
    window: robotBrowser ? { addEventListener: () => undefined } : window,
    name: 'floor_draft',
  });
  /** Request ids by attempt: a request without a response is repeated with the same id. */
  const requests = new Map<string, string>();
  const requestOf = (attempt: string): string => {
    const id = requests.get(attempt) ?? newId();
    requests.set(attempt, id);
    return id;
  };

  return floorDrawingMachine.provide({
    actors: {
      loadFloor: fromPromise<LoadedFloor, { drawingId: string; userId: string }>(
        async ({ input: { drawingId, userId }, signal }) => ({
          floor: await calls.get({ drawingId }, { signal }),
          seed: newId().slice(0, 20),
          kept: drafts.read(userId, drawingId),
        }),
      ),
      saveDrawing: fromPromise<DrawingSave, SaveDrawingInput>(
        ({ input: { drawingId, baseRevision, drawing, attempt }, signal }) =>
          calls.save({ drawingId, baseRevision, drawing }, { signal, id: requestOf(attempt) }),
      ),
      publishDrawing: fromPromise<FloorDrawing, { drawingId: string; revision: number; leaveBlocked: boolean }>(
        ({ input, signal }) => calls.publish(input, { signal }),
      ),
      removeTrace: fromPromise<FloorDrawing, { drawingId: string }>(({ input, signal }) =>
        calls.removeTrace(input, { signal }),
      ),
      mapImport: wireMapImport(async ({ replaced, read, placing: { resolution, origin } }, reader, signal) => {
        if (!replaced) throw new Error('no floor to trace on');
        await calls.trace(
          {
            drawingId: replaced.id,
            picture: reader.encoded(read.key),
            resolution,
            originX: origin.x,
            originY: origin.y,
            originYaw: origin.yaw,
          },
          { signal },
        );
        return replaced;
      }),
      // A fork stores nothing and reports nothing about it.
      watchKeeping: fromCallback(({ sendBack }) =>
        robotBrowser
          ? undefined
          : drafts.watch((isKept) => sendBack({ type: isKept ? 'draft.kept' : 'draft.refused' })),
      ),
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
    },
    actions: {
      keepDraft: (_, { userId, drawingId, draft }) =>
        drafts.keep(userId, drawingId, draft && { ...draft, at: clock.now() }),
    },
  });
}
