/** Wires the phrases and pictures for calls to the API and to uploads. */
import { fromPromise } from 'xstate';
import { callContents } from '../../../contract/endpoints/callContent.ts';
import { files } from '../../../contract/endpoints/files.ts';
import type { CallContent, OwnCallPicture } from '../../../contract/entities/callContent.ts';
import { FILE_RULES, maxMebibytes } from '../../../contract/rules/files.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  callContentMachine,
  type ContentSave,
  type LoadedContent,
  pictureName,
  type PictureUpload,
} from '../../machines/calls/callContent.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { uploadsOf } from './robotData/viewing.ts';

const KIND = 'callPicture';

export function wireCallContent(services: Pick<Services, 'transport' | 'world'>) {
  const api = createClient(callContents, services.transport);
  const fileApi = createClient(files, services.transport);
  const uploads = uploadsOf(services);
  const withAddresses = async (content: CallContent, signal: AbortSignal): Promise<LoadedContent> => {
    const found = await Promise.all(
      content.pictures.map(({ fileId }) =>
        fileApi.address({ fileId, thumbnail: true }, { signal }).then(
          ({ url }) => [[fileId, url] as const],
          // Deleted between the two calls; its name is shown without it.
          () => [],
        ),
      ),
    );
    return { content, addresses: Object.fromEntries(found.flat()) };
  };
  return callContentMachine.provide({
    actors: {
      loadContent: fromPromise<LoadedContent, { serialNumber: string }>(async ({ input, signal }) =>
        withAddresses(await api.get(input, { signal }), signal),
      ),
      saveContent: fromPromise<LoadedContent, ContentSave>(async ({ input, signal }) => {
        const { phrases, pictures, ...rest } = input;
        return withAddresses(
          await api.save({ ...rest, phrases: [...phrases], pictures: [...pictures] }, { signal }),
          signal,
        );
      }),
      addPicture: fromPromise<OwnCallPicture, PictureUpload>(async ({ input: { siteId, file }, signal }) => {
        if (file.size > FILE_RULES[KIND].maxBytes)
          throw new ApiError('fileTooLarge', { words: { limit: maxMebibytes(KIND) } });
        if (file.size === 0) throw new ApiError('fileDamaged');
        const key = uploads.add({ file, kind: KIND, siteId });
        try {
          await uploads.prepare(key, () => undefined, signal);
          await uploads.send(key, () => undefined, signal);
          const { id } = await uploads.complete(key, signal);
          return { fileId: id, name: pictureName(file.name) };
        } catch (error) {
          void uploads.discard(key);
          throw error;
        }
      }),
    },
  });
}
