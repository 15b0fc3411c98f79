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
  /** Fetches a file of the server. */
  fetchFile: (fileId: string, signal: AbortSignal) => Promise<File> = () => Promise.reject(new Error('no such file')),
) {
  const reader = createMapReader(
    () => new Worker(new URL('../../services/mapFile.worker.ts', import.meta.url), { type: 'module' }),
  );
  return mapImportMachine.provide({
    actors: {
      readFiles: fromCallback<EventObject, { files: readonly File[]; fileId: string | null }>(
        ({ input: { files, fileId }, sendBack }) => {
          const say = (event: ImportEvent): void => sendBack(event);
          const read = (picked: readonly File[]) =>
            reader.read(picked, {
              progress: (part) => say({ type: 'read.progressed', done: part }),
              done: (found) => say({ type: 'read.done', read: found }),
              fault: (fault) => say({ type: 'read.failed', fault }),
            });
          if (fileId === null) return read(files);
          const fetching = new AbortController();
          let stop = (): void => fetching.abort();
          fetchFile(fileId, fetching.signal).then(
            (file) => {
              if (!fetching.signal.aborted) stop = read([file]);
            },
            () => say({ type: 'read.failed', fault: { kind: 'scanGone', words: {} } }),
          );
          return () => {
            fetching.abort();
            stop();
          };
        },
      ),
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
