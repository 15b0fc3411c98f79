/** Wires uploads: `uploads.add` takes the file, and a machine that a page starts with its key does the rest. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { uploadMachine, type UploadEvent } from '../../machines/factories/upload.machine.ts';
import { failureOf } from '../../machines/failure.ts';
import type { Uploads } from '../../services/uploadFile.ts';

type Step = 'prepare' | 'send';

/** @param onNetwork calls back when the network is found again; returns a function that stops listening */
export function wireUpload(uploads: Uploads, onNetwork: (found: () => void) => () => void) {
  const running = (step: Step) =>
    fromCallback<EventObject, { fileKey: string }>(({ input: { fileKey }, sendBack }) => {
      const controller = new AbortController();
      const tell = (event: UploadEvent): void => {
        if (!controller.signal.aborted) sendBack(event);
      };
      uploads[step](fileKey, (bytes) => tell({ type: 'upload.progressed', bytes }), controller.signal).then(
        () => tell({ type: 'upload.finished' }),
        (error: unknown) => tell({ type: 'upload.broke', failure: failureOf(error) }),
      );
      return () => controller.abort();
    });
  return uploadMachine.provide({
    actors: {
      hash: running('prepare'),
      send: running('send'),
      awaitNetwork: fromCallback(({ sendBack }) => onNetwork(() => sendBack({ type: 'network.found' }))),
      complete: fromPromise<StoredFile, { fileKey: string }>(({ input, signal }) =>
        uploads.complete(input.fileKey, signal),
      ),
    },
    actions: { discard: (_, { fileKey }) => void uploads.discard(fileKey) },
  });
}
