/** Wires the download centre to the API and to uploads. */
import { fromPromise } from 'xstate';
import { downloads } from '../../../contract/endpoints/downloads.ts';
import { files } from '../../../contract/endpoints/files.ts';
import { FILE_RULES, maxMebibytes } from '../../../contract/rules/files.ts';
import { modelsIn } from '../../../contract/rules/software.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  type ChosenFile,
  downloadsMachine,
  type DownloadsResult,
  type SoftwareTask,
} from '../../machines/downloads/downloads.machine.ts';
import { type SoftwareFields, softwareFormMachine } from '../../machines/downloads/softwareForm.machine.ts';
import { createClient } from '../../services/api.ts';
import { downloadFrom } from '../../services/download.ts';
import { createUploads } from '../../services/uploadFile.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';
import { wireUpload } from './upload.ts';

const KIND = 'software';

export function wireDownloads({ transport, world }: Services) {
  const api = createClient(downloads, transport);
  const fileApi = createClient(files, transport);
  const uploads = createUploads({
    api: fileApi,
    host: '',
    fetch: (...request) => fetch(...request),
    newId: world.newId,
  });

  const load = async (signal: AbortSignal): Promise<DownloadsResult> => {
    const { lines, ...rest } = await api.list({}, { signal });
    return { rows: lines, total: lines.length, ...rest, build: world.build };
  };
  const add = async (fields: SoftwareFields, signal: AbortSignal): Promise<null> => {
    const { models, fileName: _, ...rest } = fields;
    await api.add({ ...rest, models: modelsIn(models) }, { signal });
    return null;
  };
  const choose = async (file: File): Promise<ChosenFile> => {
    if (file.size > FILE_RULES[KIND].maxBytes)
      throw new ApiError('fileTooLarge', { words: { limit: maxMebibytes(KIND) } });
    if (file.size === 0) throw new ApiError('fileDamaged');
    return { fileKey: uploads.add({ file, kind: KIND }), size: file.size, name: file.name };
  };
  const save = async (fileId: string, signal: AbortSignal): Promise<void> => {
    const { url } = await fileApi.address({ fileId }, { signal });
    downloadFrom(url, document);
  };
  const onNetwork = (found: () => void): (() => void) => {
    addEventListener('online', found);
    return () => removeEventListener('online', found);
  };

  const { recallDialog, keepDialog, keepDraft } = keptEditor<SoftwareFields>({ world }, 'downloads');
  return downloadsMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadList: fromPromise<DownloadsResult, Record<never, never>>(({ signal }) => load(signal)),
      form: softwareFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<null, { fields: SoftwareFields }>(({ input, signal }) => add(input.fields, signal)),
        },
      }),
      act: fromPromise<null, { task: SoftwareTask }>(({ input: { task }, signal }) =>
        api.remove({ id: task.id }, { signal }),
      ),
      addFile: fromPromise<ChosenFile, { file: File }>(({ input }) => choose(input.file)),
      upload: wireUpload(uploads, onNetwork),
      saveFile: fromPromise<void, { fileId: string }>(({ input, signal }) => save(input.fileId, signal)),
    },
  });
}
