/** Wires the library to the API; days are whole days in the time zone of the site in the frame. */
import { fromPromise } from 'xstate';
import { photos } from '../../../contract/endpoints/photos.ts';
import { maps } from '../../../contract/endpoints/maps.ts';
import { MEDIA_AT_ONCE } from '../../../contract/rules/mediaLibrary.ts';
import { photosMachine } from '../../machines/photos/photos.machine.ts';
import type {
  LoadedPage,
  MediaExportInput,
  Overview,
  PhotoDetail,
  PhotoTask,
  PhotoTaskResult,
} from '../../machines/photos/photos.setup.ts';
import type { PhotoQuery } from '../../machines/photos/photosQuery.ts';
import { createClient } from '../../services/api.ts';
import { downloadFrom } from '../../services/download.ts';
import type { Services } from '../services.ts';
import { spanOf } from './spanOf.ts';
import { exportJobs } from './exportJob.ts';
import { zoneIn } from './fleetSite.ts';
import { thumbnailUrls } from './thumbnailUrls.ts';

export function wirePhotos(services: Services) {
  const {
    transport,
    language,
    world: { clock },
  } = services;
  const saveExport = exportJobs(services);
  const api = createClient(photos, transport);
  const floors = createClient(maps, transport);
  const filterOf = (query: PhotoQuery, zone: string) => {
    const { kind, robots, place, source, groupBy, deleted } = query;
    return {
      kind,
      source,
      groupBy,
      deleted,
      serialNumberStr: robots.join(','),
      ...(place === '' ? {} : { areaId: place }),
      ...spanOf(query, zone, clock.now()),
    };
  };
  const addressOf = async (fileId: string, signal?: AbortSignal): Promise<string> =>
    (await api.addresses({ fileIds: [fileId] }, signal ? { signal } : {})).addresses[0]?.url ?? '';

  const carryOut = async (task: PhotoTask): Promise<PhotoTaskResult> => {
    const nothing = { task, deleted: [], refused: 0, link: null };
    switch (task.type) {
      case 'keep':
        for (const fileIds of portions(task.fileIds)) await api.keep({ fileIds, keep: task.keep });
        return nothing;
      case 'remove': {
        const results = [];
        for (const fileIds of portions(task.fileIds)) results.push(await api.remove({ fileIds }));
        return {
          ...nothing,
          deleted: results.flatMap(({ deleted }) => deleted),
          refused: results.flatMap(({ refused }) => refused).length,
        };
      }
      case 'restore':
        for (const fileIds of portions(task.fileIds)) await api.restore({ fileIds });
        return nothing;
      case 'download':
        for (const fileId of task.fileIds) {
          const url = await addressOf(fileId);
          if (url !== '') downloadFrom(url, document);
        }
        return nothing;
      case 'link': {
        const { url, until } = await api.createLink({ fileId: task.fileId });
        return { ...nothing, link: { url, until } };
      }
      case 'revoke':
        await api.revokeLink({ linkId: task.linkId });
        return nothing;
    }
  };

  return photosMachine.provide({
    actors: {
      loadOverview: fromPromise<Overview, PhotoQuery>(async ({ input, signal, system }) =>
        api.overview(filterOf(input, await zoneIn(system, signal)), { signal }),
      ),
      loadPage: fromPromise<LoadedPage, PhotoQuery>(async ({ input, signal, system }) => {
        const { page } = input;
        const { rows: items } = await api.list({ ...filterOf(input, await zoneIn(system, signal)), page }, { signal });
        return { page, items, thumbnails: Object.fromEntries(await thumbnailUrls(api, items, signal)) };
      }),
      loadDetail: fromPromise<PhotoDetail, { fileId: string }>(async ({ input: { fileId }, signal }) => {
        const [{ item, links, views }, url] = await Promise.all([
          api.item({ fileId }, { signal }),
          addressOf(fileId, signal),
        ]);
        const { mapId, serialNumber } = item;
        // A photo outlives its map.
        const map = mapId === null ? null : await floors.get({ mapId, serialNumber }, { signal }).catch(() => null);
        return { item, links, views, url, map };
      }),
      exportMedia: fromPromise<void, MediaExportInput>(async ({ input: { query, fileIds }, signal, system }) => {
        const timeZone = await zoneIn(system, signal);
        const asked = fileIds ? { fileIds: [...fileIds] } : filterOf(query, timeZone);
        await saveExport(
          {
            begin: () => api.export({ ...asked, timeZone, language: language() }),
            stateOf: (exportId, during) => api.exportState({ exportId }, { signal: during }),
            cancel: (exportId) => api.cancelExport({ exportId }),
          },
          'mediaExportFailed',
          signal,
        );
      }),
      carryOut: fromPromise<PhotoTaskResult, PhotoTask>(({ input }) => carryOut(input)),
    },
  });
}

function portions(fileIds: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < fileIds.length; at += MEDIA_AT_ONCE) parts.push(fileIds.slice(at, at + MEDIA_AT_ONCE));
  return parts;
}
