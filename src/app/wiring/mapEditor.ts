/** Wires the map editor: API, drafts that survive the tab, and the confirmation before the tab closes. */
import { fromCallback, fromPromise } from 'xstate';
import { points } from '../../../contract/endpoints/points.ts';
import type { MapPoint } from '../../../contract/entities/map.ts';
import type { MapVersion, SaveResult } from '../../../contract/entities/mapEdit.ts';
import { mapEditorMachine } from '../../machines/mapEditor/mapEditor.machine.ts';
import { floorShown } from '../../machines/mapEditor/floorShown.ts';
import type {
  CheckInput,
  KeptDraft,
  LoadedMap,
  LoadInput,
  SaveInput,
} from '../../machines/mapEditor/mapEditor.setup.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { createMapDrafts } from '../../services/mapDrafts.ts';
import type { Services } from '../services.ts';

export function wireMapEditor({ present, transport, robotBrowser, world: { clock, newId } }: Services) {
  const { api } = present();
  const calls = createClient(points, transport);
  // A fork must not access stored drafts.
  const drafts = createMapDrafts<KeptDraft>({
    storage: () => (robotBrowser ? null : window.localStorage),
    window: robotBrowser ? { addEventListener: () => undefined } : window,
  });
  /** Request ids by attempt: a request without a response is repeated with the same id. */
  const requests = new Map<string, string>();
  const requestOf = (attempt: string): string => {
    const id = requests.get(attempt) ?? newId();
    requests.set(attempt, id);
    return id;
  };

  return mapEditorMachine.provide({
    actors: {
      loadMap: fromPromise<LoadedMap, LoadInput>(async ({ input: { serialNumber, mapId, userId }, signal }) => {
        const [floors, ties, { rights }] = await Promise.all([
          api.maps.list({ serialNumber }, { signal }),
          calls.elevatorsAndEntrances({ serialNumber }, { signal }),
          api.robots.relation({ serialNumber, userId: '' }, { signal }),
        ]);
        const shown = floorShown(floors, mapId, present().live.pose(serialNumber)?.mapId);
        const map = shown ? await api.maps.get({ mapId: shown, serialNumber }, { signal }) : null;
        return {
          floors,
          map,
          ...ties,
          mayEdit: rights.includes('administer'),
          seed: newId().slice(0, 20),
          kept: map ? drafts.read(userId, map.id) : null,
        };
      }),
      savePoints: fromPromise<SaveResult, SaveInput>(
        ({ input: { mapId, baseRevision, changes, breakRoutes, serialNumber: _, attempt }, signal }) =>
          calls.save({ mapId, baseRevision, changes: [...changes], breakRoutes }, { signal, id: requestOf(attempt) }),
      ),
      restoreVersion: fromPromise<
        SaveResult,
        { serialNumber: string; mapId: string; revision: number; baseRevision: number; attempt: string }
      >(({ input: { mapId, revision, baseRevision, attempt }, signal }) =>
        calls.restore({ mapId, revision, baseRevision }, { signal, id: requestOf(attempt) }),
      ),
      sendRobot: fromPromise<unknown, CheckInput>(({ input: { x, y, ...wish }, signal }) =>
        api.commands.goTo({ ...wish, coordinateX: x, coordinateY: y }, { signal }),
      ),
      loadVersions: fromPromise<
        { total: number; rows: readonly MapVersion[] },
        { mapId: string; page: number; limit: number }
      >(({ input, signal }) => calls.versions(input, { signal })),
      loadVersion: fromPromise<
        { version: MapVersion; points: readonly MapPoint[] },
        { mapId: string; revision: number }
      >(({ input, signal }) => calls.version(input, { signal })),
      // A fork stores nothing and reports nothing about it.
      watchKeeping: fromCallback(({ sendBack }) =>
        robotBrowser
          ? undefined
          : drafts.watch((isKept) => sendBack({ type: isKept ? 'draft.kept' : 'draft.refused' })),
      ),
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
    },
    actions: {
      keepDraft: (_, { userId, mapId, draft }) => drafts.keep(userId, mapId, draft && { ...draft, at: clock.now() }),
    },
  });
}
