/**
 * Import of points from a layout file: the file is read here, the map's points and connections are fetched, and saving
 * uses the map editor.
 */
import { fromPromise } from 'xstate';
import { points } from '../../../contract/endpoints/points.ts';
import type { PointChange, SaveResult } from '../../../contract/entities/mapEdit.ts';
import { readLif } from '../../../contract/rules/mapFiles/lifRead.ts';
import { MapFileFault } from '../../../contract/rules/mapFiles/picture.ts';
import { frameOf } from '../../../contract/rules/mapFrame.ts';
import { POINTS_BODY_LIMIT_BYTES } from '../../../contract/rules/mapLimits.ts';
import {
  LifFault,
  lifImportMachine,
  type LifInput,
  type LifRead,
  type LifTarget,
} from '../../machines/maps/lifImport.machine.ts';
import { randomHex } from '../../services/requestId.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

/** Random bytes in the ids of new points. */
const SEED_BYTES = 12;

export function wireLif({ present, transport }: Services) {
  const { api } = present();
  const calls = createClient(points, transport);
  return lifImportMachine.provide({
    actors: {
      readLayouts: fromPromise<LifRead, { files: readonly File[] }>(async ({ input: { files } }) => {
        const [file, second] = files;
        try {
          if (second) throw new MapFileFault('lifOne');
          if (!file || file.size > POINTS_BODY_LIMIT_BYTES)
            throw new MapFileFault('fileTooLarge', { limit: POINTS_BODY_LIMIT_BYTES / 2 ** 20 });
          return { layouts: readLif(await file.text()), seed: randomHex(SEED_BYTES) };
        } catch (error) {
          throw error instanceof MapFileFault ? new LifFault({ kind: error.kind, words: error.words }) : error;
        }
      }),
      loadTarget: fromPromise<LifTarget, LifInput>(async ({ input: { map, serialNumber }, signal }) => {
        const [whole, ties] = await Promise.all([
          api.maps.get({ mapId: map.id, serialNumber }, { signal }),
          calls.elevatorsAndEntrances({ serialNumber }, { signal }),
        ]);
        return {
          own: whole.points,
          frame: frameOf(whole),
          revision: whole.revision,
          elevators: ties.elevators.map(({ id }) => id),
          doors: ties.entrances.filter(({ mapId }) => mapId === map.id).map(({ id }) => id),
        };
      }),
      saveLayout: fromPromise<SaveResult, { mapId: string; baseRevision: number; changes: readonly PointChange[] }>(
        ({ input, signal }) => calls.save({ ...input, changes: [...input.changes], breakRoutes: false }, { signal }),
      ),
    },
  });
}
