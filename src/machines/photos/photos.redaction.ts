/** Redaction rules of the library: no names of people, no addresses of pictures, no links. */
import type { PageInput } from '../app/events.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { PhotosContext, PhotosEvent } from './photos.setup.ts';

const ITEM = {
  fileId: true,
  kind: true,
  source: true,
  isRecording: true,
  serialNumber: true,
  robotName: true,
  timeZone: true,
  point: true,
  mapId: true,
  mapName: true,
  pose: true,
  takenAt: true,
  durationMs: true,
  bytes: true,
  width: true,
  height: true,
  alarmCaseId: true,
  runId: true,
  isOfOpenCase: true,
  isKept: true,
  deletedAt: true,
  until: true,
  canChange: true,
} as const satisfies RedactionRule;
const OVERVIEW = {
  photos: 'numbers',
  videos: 'numbers',
  robots: 'numbers',
  bytes: 'numbers',
  deleted: 'numbers',
  groups: { '*': { key: true, name: true, photos: true, videos: true } },
  places: { '*': { areaId: true, name: true } },
  days: { stills: true, photos: true, alarmPhotos: true },
} as const satisfies RedactionRule;
const PAGE = { page: true, items: { '*': ITEM } } as const satisfies RedactionRule;
const TASK = {
  type: true,
  fileIds: { '*': true },
  fileId: true,
  keep: true,
  linkId: true,
} as const satisfies RedactionRule;
const DETAIL = {
  item: ITEM,
  links: { '*': { linkId: true, createdAt: true, until: true } },
  views: { '*': { at: true } },
  map: MAP,
} as const satisfies RedactionRule;

export const photosRedaction = defineRedaction<PhotosContext, PhotosEvent, PageInput>()({
  context: {
    query: 'query',
    overview: OVERVIEW,
    failure: 'failure',
    pages: { '*': PAGE },
    stale: true,
    seen: true,
    cursor: true,
    anchor: true,
    ticked: true,
    open: true,
    detail: DETAIL,
    detailFailure: 'failure',
    undo: true,
    link: { fileId: true, until: true },
    exported: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'list.show': { query: 'query' },
    'range.seen': { first: true, last: true },
    'cursor.move': { by: true },
    'cursor.set': { at: true },
    'item.tick': { at: true, run: true },
    'items.tick': { fileIds: true, on: true },
    'item.open': { fileId: true },
    'photos.do': { task: TASK },
    'export.start': { fileIds: true },
  },
  outputs: {
    loadOverview: OVERVIEW,
    loadPage: PAGE,
    loadDetail: DETAIL,
    carryOut: { task: TASK, deleted: { '*': true }, refused: 'numbers', link: { until: true } },
  },
  telemetry: ['range.seen'],
});
