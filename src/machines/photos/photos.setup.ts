/** Data, events and effects of the library of photos and recordings. The chart is photos.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { MediaGroup, MediaItem, MediaLink, MediaView } from '../../../contract/entities/mediaItem.ts';
import { MEDIA_PAGE, MEDIA_UNDO_MS } from '../../../contract/rules/mediaLibrary.ts';
import type { RetentionDays } from '../../../contract/rules/retention.ts';
import { type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { PhotoQuery } from './photosQuery.ts';

export interface Overview {
  photos: number;
  videos: number;
  robots: number;
  bytes: number;
  deleted: number;
  groups: readonly MediaGroup[];
  places: readonly { areaId: string; name: string }[];
  days: Pick<RetentionDays, 'stills' | 'photos' | 'alarmPhotos'>;
}
/** Items of a page, with the addresses of their thumbnails by file id. */
export interface LoadedPage {
  page: number;
  items: readonly MediaItem[];
  thumbnails: Readonly<Record<string, string>>;
}
export interface PhotoDetail {
  item: MediaItem;
  links: readonly MediaLink[];
  /** Who opened it last, newest first. */
  views: readonly MediaView[];
  /** Address of the picture or video; '' while it is recorded. */
  url: string;
  /** The floor; null if it is gone or was not known. */
  map: IndoorMap | null;
}
export type PhotoTask =
  | { type: 'keep'; fileIds: readonly string[]; keep: boolean }
  | { type: 'remove'; fileIds: readonly string[] }
  | { type: 'restore'; fileIds: readonly string[] }
  | { type: 'download'; fileIds: readonly string[] }
  | { type: 'link'; fileId: string }
  | { type: 'revoke'; linkId: string };
export interface PhotoTaskResult {
  task: PhotoTask;
  /** What a deletion deleted, and how many had to stay. */
  deleted: readonly string[];
  refused: number;
  /** A new link: shown once. */
  link: { url: string; until: number } | null;
}
export interface PhotosContext {
  query: Query;
  /** null until loaded. */
  overview: Overview | null;
  failure: Failure | null;
  pages: Readonly<Record<number, LoadedPage>>;
  /** Pages that are older than the overview. */
  stale: readonly number[];
  /** Positions that are on the screen. */
  seen: { first: number; last: number };
  /** Position with the focus; -1 for none. */
  cursor: number;
  /** Position from which Shift selects a run. */
  anchor: number;
  ticked: readonly string[];
  open: string;
  detail: PhotoDetail | null;
  detailFailure: Failure | null;
  /** The last deletion, while it can be undone. */
  undo: { fileIds: readonly string[]; refused: number } | null;
  link: { fileId: string; url: string; until: number } | null;
  /** What is exported, or was last; null: all that the filters match. */
  exported: readonly string[] | null;
}
export interface MediaExportInput {
  query: PhotoQuery;
  fileIds: readonly string[] | null;
}
export type PhotosEvent =
  | PageEvent
  | { type: 'list.show'; query: Query }
  | { type: 'list.retry' }
  | { type: 'list.reload' }
  | { type: 'range.seen'; first: number; last: number }
  | { type: 'cursor.move'; by: number }
  | { type: 'cursor.set'; at: number }
  /** @param run all from the last ticked one */
  | { type: 'item.tick'; at: number; run: boolean }
  | { type: 'items.tick'; fileIds: readonly string[]; on: boolean }
  | { type: 'ticks.clear' }
  | { type: 'item.open'; fileId: string }
  | { type: 'item.close' }
  /** Shows the open item alone, or beside the library again; pushes a history entry, so that Back undoes it. */
  | { type: 'solo.open' }
  | { type: 'solo.close' }
  | { type: 'detail.retry' }
  | { type: 'detail.renew' }
  | { type: 'photos.do'; task: PhotoTask }
  | { type: 'link.close' }
  /** Without `fileIds`: all that the filters match. */
  | { type: 'export.start'; fileIds?: readonly string[] }
  | { type: 'export.cancel' }
  | { type: 'undo.take' }
  | { type: 'undo.dismiss' };

/** Interval at which recordings under way are read again, ms. */
const RECHECK_MS = 10_000;
const RETRY_MS = 5_000;

export const totalOf = ({ overview }: Pick<PhotosContext, 'overview'>): number =>
  (overview?.groups ?? []).reduce((sum, { photos: taken, videos }) => sum + taken + videos, 0);
export const itemAt = ({ pages }: Pick<PhotosContext, 'pages'>, at: number): MediaItem | null =>
  pages[Math.floor(at / MEDIA_PAGE) + 1]?.items[at % MEDIA_PAGE] ?? null;
/** Position of a loaded item; -1 if it is not loaded. */
export function placeOf({ pages }: Pick<PhotosContext, 'pages'>, fileId: string): number {
  for (const { page, items } of Object.values(pages)) {
    const at = items.findIndex((item) => item.fileId === fileId);
    if (at >= 0) return (page - 1) * MEDIA_PAGE + at;
  }
  return -1;
}
/** The next page that is on the screen, or next to the open item, and not loaded; null if all are. */
export function wantedPage(context: PhotosContext): number | null {
  const { pages, stale, seen, open } = context;
  const at = placeOf(context, open);
  for (const part of [seen, ...(at < 0 ? [] : [{ first: Math.max(0, at - 1), last: at + 1 }])]) {
    const last = Math.min(part.last, totalOf(context) - 1);
    for (let page = Math.floor(part.first / MEDIA_PAGE) + 1; (page - 1) * MEDIA_PAGE <= last; page += 1)
      if (!pages[page] || stale.includes(page)) return page;
  }
  return null;
}

export const photos = setup({
  types: {
    context: {} as PhotosContext,
    input: {} as PageInput,
    events: {} as PhotosEvent,
    tags: {} as 'acting' | 'exporting' | 'loading' | 'loadingDetail' | 'undoable',
  },
  actors: {
    loadOverview: promiseEffect<Overview, PhotoQuery>('loadOverview'),
    loadPage: promiseEffect<LoadedPage, PhotoQuery>('loadPage'),
    loadDetail: promiseEffect<PhotoDetail, { fileId: string }>('loadDetail'),
    /** Several as one archive. */
    exportMedia: promiseEffect<void, MediaExportInput>('exportMedia'),
    /** Changes photos and recordings, shares or downloads them. */
    carryOut: promiseEffect<PhotoTaskResult, PhotoTask>('carryOut'),
  },
  actions: {
    ...noticeActions<PhotosContext, PhotosEvent>(),
    askQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { query, push }: { query: Query; push: boolean }) => ({ type: 'navigation.query' as const, query, push }),
    ),
    assignFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
  },
  guards: {
    hasWanted: ({ context }) => wantedPage(context) !== null,
    hasRecording: ({ context }) =>
      Object.values(context.pages).some(({ items }) => items.some(({ isRecording }) => isRecording)),
    isOpen: ({ context }) => context.open !== '',
  },
  delays: { recheck: RECHECK_MS, retry: RETRY_MS, undoDelay: MEDIA_UNDO_MS },
});
