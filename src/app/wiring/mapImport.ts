/** Wires the import of a picture: files are read in a worker; where they are saved is up to the page. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { MapFloor } from '../../../contract/entities/map.ts';
import {
  type ImportEvent,
  type ImportRequest,
  type KeptImport,
  mapImportMachine,
} from '../../machines/maps/mapImport.machine.ts';
import { createMapReader, type MapReader } from '../../services/mapReader.ts';

export function wireMapImport(
  save: (wish: ImportRequest, reader: MapReader, signal: AbortSignal) => Promise<MapFloor>,
  keep: (kept: KeptImport | null) => void = () => undefined,
) {
  const reader = createMapReader(
    () => new Worker(new URL('../../services/mapFile.worker.ts', import.meta.url), { type: 'module' }),
  );
  return mapImportMachine.provide({
    actors: {
      readFiles: fromCallback<EventObject, { files: readonly File[] }>(({ input, sendBack }) => {
        const say = (event: ImportEvent): void => sendBack(event);
        return reader.read(input.files, {
          progress: (part) => say({ type: 'read.progressed', done: part }),
          done: (read) => say({ type: 'read.done', read }),
          fault: (fault) => say({ type: 'read.failed', fault }),
        });
      }),
      saveImport: fromPromise<MapFloor, { wish: ImportRequest | null }>(({ input: { wish }, signal }) => {
        if (!wish) throw new Error('nothing to save');
        return save(wish, reader, signal);
      }),
    },
    actions: {
      forgetRead: (_, { key }) => reader.forget(key),
      keepImport: (_, { kept }) => keep(kept),
    },
  });
}
