/** Setup of the maps page. The chart is maps.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type { IndoorMap, MapFloor, Site } from '../../../contract/entities/map.ts';
import type { SaveSummary } from '../../../contract/entities/mapEdit.ts';
import { type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { keptDialog } from '../factories/keptDialog.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import type { Failure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { drawnFloorsMachine } from './drawnFloors.machine.ts';
import { lifImportMachine } from './lifImport.machine.ts';
import { type KeptImport, mapImportMachine } from './mapImport.machine.ts';
import { mapScansMachine } from './mapScans.machine.ts';

export interface RobotNames {
  serialNumber: string;
  name: string;
  mapNames: readonly { name: string; mapId: string }[];
}
export interface MapsResult {
  siteId: string;
  sites: readonly Site[];
  floors: readonly MapFloor[];
  robots: readonly RobotNames[];
  /** For the thumbnails. */
  plans: readonly IndoorMap[];
}
export interface Belongings {
  points: number;
  versions: number;
  routes: readonly string[];
  robots: readonly string[];
  underWay: readonly string[];
  deliveries: readonly string[];
}
export interface EditFields {
  name: string;
  floor: string;
  robotNames: Readonly<Record<string, string>>;
}
export type MapDoing =
  | { act: 'change'; map: MapFloor; fields: EditFields }
  | { act: 'makeDefault'; map: MapFloor }
  | { act: 'order'; siteId: string; order: readonly string[] }
  | { act: 'delete'; map: MapFloor };
export interface MapsContext extends MapsResult {
  query: Query;
  serialNumber: string;
  /** Of the account: administrators draw floors. */
  isAdmin: boolean;
  failure: Failure | null;
  /** The map of the current action. */
  chosen: MapFloor | null;
  fields: EditFields;
  belongings: Belongings | null;
  doing: MapDoing | null;
  editFailure: Failure | null;
  format: 'ros' | 'lif';
  /** The robot's map to import. */
  scanFileId: string | null;
  /** The import from before a forced sign-out. */
  imported: KeptImport | null;
}
export type MapsEvent =
  | PageEvent
  | { type: 'maps.reload' }
  | { type: 'site.choose'; siteId: string }
  | { type: 'map.edit'; map: MapFloor }
  | { type: 'edit.type'; change: Partial<EditFields> }
  | { type: 'edit.save' }
  | { type: 'edit.close' }
  | { type: 'map.makeDefault'; map: MapFloor }
  /** `to`: index in the order, from 0. */
  | { type: 'map.move'; mapId: string; to: number }
  | { type: 'map.export'; map: MapFloor; format: 'ros' | 'lif' }
  /** `map`: the map whose picture is replaced; null: a new map. */
  | { type: 'map.import'; map: MapFloor | null }
  /** Imports a map that a robot has made. */
  | { type: 'map.importScan'; fileId: string }
  /** Imports points from a layout file. */
  | { type: 'map.importPoints'; map: MapFloor }
  | { type: 'map.delete'; map: MapFloor }
  | { type: 'delete.yes' }
  | { type: 'delete.no' };

/** What is stored of the dialog that renames a map, or of the one that imports a map. */
export type KeptDialog = { map: MapFloor; fields: EditFields } | { imported: KeptImport };
export const keptEdit = keptDialog<KeptDialog>();
export const NO_FIELDS: EditFields = { name: '', floor: '', robotNames: {} };

export const maps = setup({
  types: {
    context: {} as MapsContext,
    input: {} as PageInput,
    events: {} as MapsEvent,
    children: {} as {
      mapImport: 'mapImport';
      lifImport: 'lifImport';
      drawnFloors: 'drawnFloors';
      mapScans: 'mapScans';
    },
    tags: {} as 'loading' | 'editing' | 'asking' | 'working' | 'exporting' | 'importing',
  },
  actors: {
    ...keptEdit.actors,
    loadMaps: promiseEffect<MapsResult, { siteId: string; serialNumber: string }>('loadMaps'),
    loadBelongings: promiseEffect<Belongings, { mapId: string }>('loadBelongings'),
    carryOut: promiseEffect<unknown, { doing: MapDoing | null }>('carryOut'),
    /** Downloads the file. */
    exportMap: promiseEffect<void, { mapId: string; format: 'ros' | 'lif' }>('exportMap'),
    mapImport: mapImportMachine,
    lifImport: lifImportMachine,
    drawnFloors: drawnFloorsMachine,
    mapScans: mapScansMachine,
  },
  actions: {
    ...noticeActions<MapsContext, MapsEvent>(),
    ...keptEdit.actions,
    assignRecalled: assign((_, { kept: found }: { kept: KeptDialog | null }) => {
      if (!found) return {};
      if ('imported' in found) return { chosen: found.imported.replaced, imported: found.imported };
      return { chosen: found.map, fields: found.fields };
    }),
    loadScans: sendTo('mapScans', (_, { siteId }: { siteId: string }) => ({ type: 'scans.load' as const, siteId })),
    reloadDrawings: sendTo('drawnFloors', { type: 'drawings.reload' as const }),
    notifyDone: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { doing } }) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: doing?.act === 'delete' ? ('maps.deleted' as const) : ('maps.saved' as const),
        },
      }),
    ),
    notifyImported: sendTo(({ system }) => systemActor(system, 'notices'), {
      type: 'notice.show' as const,
      notice: { tone: 'success' as const, key: 'maps.import.done' },
    }),
    notifyPoints: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { summary }: { summary: SaveSummary | null }) => {
        const added = summary?.added ?? 0;
        const changed = (summary?.moved ?? 0) + (summary?.changed ?? 0);
        const key = changed === 0 ? 'maps.lif.doneAdded' : added === 0 ? 'maps.lif.doneChanged' : 'maps.lif.done';
        return {
          type: 'notice.show' as const,
          notice: { tone: 'success' as const, key, params: { added, changed } } as const,
        };
      },
    ),
  },
  guards: {
    ...keptEdit.guards,
    isOtherSite: ({ context }, { query }: { query: Query }) => (query['site'] ?? '') !== (context.query['site'] ?? ''),
    isNamed: ({ context: { fields } }) => fields.name.trim() !== '' && fields.floor.trim() !== '',
    hasSummary: (_, { summary }: { summary: SaveSummary | null }) => summary !== null,
    isSaved: (_, { saved }: { saved: MapFloor | null }) => saved !== null,
    isImportRecalled: ({ context: { imported } }) => imported !== null,
    isEditing: ({ context: { doing } }) => doing?.act === 'change',
  },
});
