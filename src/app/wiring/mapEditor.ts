/** Wires the map editor: API, drafts that survive the tab, and the confirmation before the tab closes. */
import { fromCallback, fromPromise } from 'xstate';
import { points } from '../../../contract/endpoints/points.ts';
import { sites } from '../../../contract/endpoints/sites.ts';
import type { MapFloor, MapPoint } from '../../../contract/entities/map.ts';
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
import { siteIn, type System } from './fleetSite.ts';

type FoundMap = Omit<LoadedMap, 'seed' | 'kept'>;
const NOTHING: FoundMap = {
  floors: [],
  map: null,
  elevators: [],
  entrances: [],
  mayEdit: true,
  isSiteUnused: false,
};

export function wireMapEditor({ present, transport, robotBrowser, world: { clock, newId } }: Services) {
  const { api } = present();
  const calls = createClient(points, transport);
  const siteCalls = createClient(sites, transport);
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

  const throughRobot = async (
    serialNumber: string,
    mapId: string,
    floors: readonly MapFloor[],
    signal: AbortSignal,
  ): Promise<FoundMap> => {
    const [ties, { rights }] = await Promise.all([
      calls.elevatorsAndEntrances({ serialNumber }, { signal }),
      api.robots.relation({ serialNumber, userId: '' }, { signal }),
    ]);
    const shown = floorShown(floors, mapId, present().live.pose(serialNumber)?.mapId);
    const map = shown ? await api.maps.get({ mapId: shown, serialNumber }, { signal }) : null;
    return { floors, map, ...ties, mayEdit: rights.includes('administer'), isSiteUnused: false };
  };
  /** A map of a site where the user has no robot; null for any other, and for all who are not account administrators. */
  const ofUnusedSite = async (mapId: string, signal: AbortSignal, system: System): Promise<FoundMap | null> => {
    const map = (await api.maps.ofSites({}, { signal })).maps.find(({ id }) => id === mapId);
    if (!map) return null;
    const { siteId } = map;
    const own = await siteIn(system, siteId, signal);
    if (own.siteId === siteId && own.serialNumber !== '') return null;
    const [{ maps: floors }, { lifts, doors }] = await Promise.all([
      api.mapFiles.ofSite({ siteId }, { signal }),
      siteCalls.equipment({ siteId }, { signal }),
    ]);
    const elevators = lifts.map(({ id, name }) => ({ id, name }));
    const entrances = doors.map(({ id, mapId: on, name }) => ({ id, mapId: on, name }));
    return { floors, map, elevators, entrances, mayEdit: true, isSiteUnused: true };
  };

  return mapEditorMachine.provide({
    actors: {
      loadMap: fromPromise<LoadedMap, LoadInput>(async ({ input: { serialNumber, mapId, userId }, signal, system }) => {
        const ofRobot = serialNumber === '' ? [] : await api.maps.list({ serialNumber }, { signal });
        const isElsewhere = mapId !== '' && !ofRobot.some(({ id }) => id === mapId);
        const found =
          (isElsewhere && (await ofUnusedSite(mapId, signal, system))) ||
          (serialNumber === '' ? NOTHING : await throughRobot(serialNumber, mapId, ofRobot, signal));
        const { map } = found;
        return { ...found, seed: newId().slice(0, 20), kept: map ? drafts.read(userId, map.id) : null };
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
