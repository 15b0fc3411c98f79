/** A library for tests: items that exist in memory, and the effects of the page's machine on them. */
import { fromPromise, SimulatedClock } from 'xstate';
import type { MediaItem } from '../../contract/entities/mediaItem.ts';
import { MEDIA_PAGE, withThumbnail } from '../../contract/rules/mediaLibrary.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { photosMachine } from '../../src/machines/photos/photos.machine.ts';
import type {
  LoadedPage,
  MediaExportInput,
  Overview,
  PhotoDetail,
  PhotoTask,
  PhotoTaskResult,
} from '../../src/machines/photos/photos.setup.ts';
import type { PhotoQuery } from '../../src/machines/photos/photosQuery.ts';
import { NOW } from './robotSample.ts';

export const sampleMedia = (number: number, more: Partial<MediaItem> = {}): MediaItem => ({
  fileId: number.toString(16).padStart(32, '0'),
  kind: 'photo',
  source: 'operator',
  isRecording: false,
  serialNumber: 'SN',
  robotName: 'Porter 1',
  timeZone: 'Asia/Shanghai',
  by: 'Lin Wei',
  point: 'Lobby',
  mapId: 'map-1',
  mapName: 'Ground',
  pose: { mapId: 'map-1', x: 1, y: 2, theta: 0 },
  takenAt: NOW - number * 60_000,
  durationMs: null,
  bytes: 400_000,
  width: 1280,
  height: 720,
  alarmCaseId: null,
  hasThumbnail: true,
  isOfOpenCase: false,
  runId: null,
  isKept: false,
  deletedAt: null,
  until: NOW + 86_400_000,
  canChange: true,
  ...more,
});

export function sampleLibrary(first: readonly MediaItem[]) {
  const clock = new SimulatedClock();
  const library = {
    items: [...first],
    tasks: [] as PhotoTask[],
    exports: [] as MediaExportInput[],
    loads: [] as number[],
    refuses: null as ErrorName | null,
    /** What loading the details, or carrying out a task, ends with. */
    refusesDetail: null as ErrorName | null,
    refusesTask: null as ErrorName | null,
    queries: [] as PhotoQuery[],
  };
  const shown = (deleted: boolean) => library.items.filter((item) => (item.deletedAt !== null) === deleted);
  const change = (fileIds: readonly string[], with_: Partial<MediaItem>): void => {
    library.items = library.items.map((item) => (fileIds.includes(item.fileId) ? { ...item, ...with_ } : item));
  };
  const machine = photosMachine.provide({
    actors: {
      loadOverview: fromPromise<Overview, PhotoQuery>(async ({ input }) => {
        library.queries.push(input);
        if (library.refuses) throw new ApiError(library.refuses);
        const items = shown(input.deleted);
        const photos = items.filter(({ kind }) => kind === 'photo').length;
        const counts = { photos, videos: items.length - photos };
        return {
          ...counts,
          robots: 1,
          bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
          deleted: shown(true).length,
          groups: items.length === 0 ? [] : [{ key: '2026-03-29', name: '', ...counts }],
          places: [{ areaId: 'point-1', name: 'Lobby' }],
          days: { stills: 30, photos: 60, alarmPhotos: 365 },
        };
      }),
      loadPage: fromPromise<LoadedPage, PhotoQuery>(async ({ input: { page, deleted } }) => {
        library.loads.push(page);
        const items = shown(deleted).slice((page - 1) * MEDIA_PAGE, page * MEDIA_PAGE);
        const thumbnails = withThumbnail(items).map(({ fileId }) => [fileId, `/thumb/${fileId}`] as const);
        return { page, items, thumbnails: Object.fromEntries(thumbnails) };
      }),
      loadDetail: fromPromise<PhotoDetail, { fileId: string }>(async ({ input: { fileId } }) => {
        const item = library.items.find((one) => one.fileId === fileId);
        if (library.refusesDetail || !item) throw new ApiError(library.refusesDetail ?? 'playbackMissing');
        const views = [{ by: 'Chen Yu', at: NOW - 60_000 }];
        return {
          item,
          links: [],
          views: item.isRecording ? [] : views,
          url: item.isRecording ? '' : `/whole/${fileId}`,
          map: null,
        };
      }),
      exportMedia: fromPromise<void, MediaExportInput>(async ({ input }) => {
        library.exports.push(input);
        if (library.refusesTask) throw new ApiError(library.refusesTask);
      }),
      carryOut: fromPromise<PhotoTaskResult, PhotoTask>(async ({ input: task }) => {
        library.tasks.push(task);
        if (library.refusesTask) throw new ApiError(library.refusesTask);
        const nothing = { task, deleted: [], refused: 0, link: null };
        if (task.type === 'remove') {
          const kept = library.items.flatMap(({ fileId, isKept }) => (isKept ? [fileId] : []));
          const deleted = task.fileIds.filter((fileId) => !kept.includes(fileId));
          change(deleted, { deletedAt: NOW });
          return { ...nothing, deleted, refused: task.fileIds.length - deleted.length };
        }
        if (task.type === 'restore') change(task.fileIds, { deletedAt: null });
        if (task.type === 'keep') change(task.fileIds, { isKept: task.keep });
        if (task.type === 'link') return { ...nothing, link: { url: 'https://house/files/shared/x', until: NOW } };
        return nothing;
      }),
    },
  });
  return { library, machine, clock };
}
