/** Redaction rules of `monitoring` (machines/recording/redaction.ts): names of people are not recorded. */
import type { PageInput } from '../app/events.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT, SITE } from '../recording/entityRedaction.ts';
import { EVENT } from '../recording/eventRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { MonitoringContext, MonitoringEvent } from './monitoring.setup.ts';

/** Without the addresses of the pictures. */
const PHOTOS = {
  serialNumber: true,
  rows: { '*': { fileId: true, takenAt: true, point: true, mapName: true } },
  hasEarlier: true,
  hasLater: true,
} as const satisfies RedactionRule;

export const monitoringRedaction = defineRedaction<MonitoringContext, MonitoringEvent, PageInput>()({
  context: {
    query: 'query',
    sites: { '*': SITE },
    maps: { '*': MAP },
    placesFailure: 'failure',
    siteId: true,
    now: true,
    at: true,
    wallAt: true,
    speed: true,
    view: true,
    overview: true,
    span: true,
    planned: true,
    events: { '*': EVENT },
    isMore: true,
    overviewFailure: 'failure',
    windows: true,
    tracksFailure: 'failure',
    askedWindow: true,
    clip: true,
    skipped: true,
    camera: true,
    photos: PHOTOS,
    photosFailure: 'failure',
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'moment.seek': { at: true, now: true },
    'moment.step': { ms: true, now: true },
    'play.toggle': { now: true },
    'speed.set': { speed: true, now: true },
    'clock.ticked': { now: true },
    'clip.mark': { edge: true, now: true },
    'range.set': { range: true },
    'view.zoom': { factor: true, at: true },
    'view.pan': { ms: true },
    'view.set': { from: true, until: true },
    'site.choose': { siteId: true },
    'map.choose': { mapId: true },
    'robot.solo': { serialNumber: true },
    'search.set': { search: true },
    'page.choose': { page: true },
    'group.choose': { group: true },
    'map.moved': { camera: true },
  },
  outputs: {
    loadPlaces: { sites: { '*': SITE }, maps: { '*': MAP }, siteId: true, now: true },
    loadOverview: { overview: true, planned: true, events: { '*': EVENT }, isMore: true },
    loadTracks: { from: true },
    loadPhotos: PHOTOS,
  },
  telemetry: ['clock.ticked'],
});
