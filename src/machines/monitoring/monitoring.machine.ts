/**
 * Historical monitoring (spec 2 "Robot activities", design 23): a moment of the past on the map of the present, with the
 * lanes of the site's robots, a page of them at a time. Parallel regions:
 *
 *   places:   loading ──▶ ready ;  loading ──▶ failed ──places.retry──▶ loading
 *   overview: idle ──a view that is not loaded──▶ resting ──▶ loading ──▶ idle ;  loading ──▶ failed ──overview.retry, 60 s──▶ loading
 *   tracks:   idle ──a moment that is not loaded──▶ loading ──▶ loaded ──it rests──▶ idle ;  loading ──▶ failed ──tracks.retry, 5 s──▶ loading
 *             any ──other robots are shown──▶ resting ──▶ loading
 *             loaded ──a drag goes on──▶ resting ──▶ loading (a jump is not delayed; a drag reads only where it begins and rests)
 *   photos:   idle ──a robot alone, or a moment whose photos are not loaded──▶ resting ──▶ loading ──▶ idle ; loading ──▶ failed
 *   clock:    live ⇄ past { paused ⇄ playing }
 *   export:   idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 *   url:      still ──the moment moved──▶ moving ──it rests──▶ still (the URL has it)
 *
 * The moment moves on the server's clock, which comes with the events; the map draws between two ticks by itself
 * (ui/monitoring/pastScene.ts). Positions are not in this context: effects put them into a store (machines/live.ts).
 */
import { assign } from 'xstate';
import { isRelationsNotice } from '../app/relationsNotice.ts';
import { longJob } from '../factories/longJob.ts';
import { failureOf } from '../failure.ts';
import { exportSpan, type MonitoringContext, monitoring, nextWindow, zoneOf } from './monitoring.setup.ts';
import { readMonitoringQuery, writeMonitoringQuery } from './monitoringQuery.ts';
import { robotPhotosStates } from './robotPhotos.states.ts';
import { exportRobots, robotsShown } from './robotsShown.ts';
import type { Query } from '../app/events.ts';

const withQuery = ({ event }: { event: { query: Query } }) => ({ query: event.query });

const exporting = longJob({
  src: 'exportTracks',
  tags: 'exporting',
  inputOf: (context: MonitoringContext) => ({
    siteId: context.siteId,
    timeZone: zoneOf(context),
    ...exportRobots(context.query),
    ...exportSpan(context),
  }),
  done: { key: 'monitoring.export.done' },
});

export const monitoringMachine = monitoring.createMachine({
  id: 'monitoring',
  context: ({ input: { query } }) => ({
    query,
    sites: [],
    maps: [],
    placesFailure: null,
    siteId: '',
    now: 0,
    at: readMonitoringQuery(query).at,
    wallAt: 0,
    speed: 1,
    view: { from: 0, until: 1 },
    overview: null,
    span: null,
    planned: [],
    events: [],
    isMore: false,
    overviewFailure: null,
    windows: [],
    tracksFailure: null,
    askedWindow: null,
    clip: { from: null, until: null },
    skipped: null,
    camera: null,
    photos: null,
    photosFailure: null,
  }),
  invoke: { src: 'listCursor', id: 'robotCursor' },
  type: 'parallel',
  on: {
    'clip.mark': { actions: { type: 'markClip', params: ({ event }) => event } },
    'clip.clear': { actions: assign({ clip: { from: null, until: null } }) },
    'map.moved': { actions: assign({ camera: ({ event }) => event.camera }) },
    'range.set': {
      actions: { type: 'patchQuery', params: ({ event }) => ({ query: writeMonitoringQuery({ range: event.range }) }) },
    },
    'map.choose': {
      actions: {
        type: 'patchQuery',
        params: ({ event }) => ({ query: writeMonitoringQuery({ mapId: event.mapId, camera: null }), push: true }),
      },
    },
    'robot.solo': {
      actions: {
        type: 'patchQuery',
        params: ({ event, context: { overview, query } }) => ({
          // Shown with the others again, it is on the page where it was found.
          query: writeMonitoringQuery({
            robot: event.serialNumber,
            page: overview?.page ?? readMonitoringQuery(query).page,
          }),
        }),
      },
    },
    'search.set': {
      actions: {
        type: 'patchQuery',
        params: ({ event }) => ({ query: writeMonitoringQuery({ search: event.search, page: 1, robot: '' }) }),
      },
    },
    'page.choose': {
      actions: {
        type: 'patchQuery',
        params: ({ event }) => ({ query: writeMonitoringQuery({ page: event.page, robot: '' }), push: true }),
      },
    },
    'group.choose': {
      actions: { type: 'patchQuery', params: ({ event }) => ({ query: writeMonitoringQuery({ group: event.group }) }) },
    },
    'site.choose': {
      actions: [
        { type: 'assignSite', params: ({ event }) => event },
        {
          type: 'patchQuery',
          params: ({ event }) => ({
            query: writeMonitoringQuery({
              ...{ siteId: event.siteId, mapId: '', camera: null },
              ...{ robot: '', search: '', page: 1 },
            }),
            push: true,
          }),
        },
        'viewChanged',
        'robotsChanged',
      ],
    },
    'view.zoom': { actions: [{ type: 'zoomView', params: ({ event }) => event }, 'viewChanged'] },
    'view.pan': { actions: [{ type: 'panView', params: ({ event }) => event }, 'viewChanged'] },
    'view.set': {
      actions: [
        { type: 'assignView', params: ({ event: { from, until } }) => ({ view: { from, until } }) },
        'viewChanged',
      ],
    },
  },
  states: {
    places: {
      initial: 'loading',
      on: { 'page.languageChanged': '.loading', 'page.mapChanged': '.loading' },
      states: {
        loading: {
          tags: 'waiting',
          invoke: {
            src: 'loadPlaces',
            onDone: {
              target: 'ready',
              actions: [{ type: 'assignPlaces', params: ({ event }) => event.output }, 'viewChanged', 'momentMoved'],
            },
            onError: { target: 'failed', actions: assign({ placesFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        ready: {},
        failed: { on: { 'places.retry': 'loading', 'page.resumed': 'loading' } },
      },
    },
    overview: {
      initial: 'idle',
      on: {
        // Compared with the query before, which the clock replaces after this.
        'page.queryChanged': {
          guard: { type: 'showsOthers', params: withQuery },
          actions: [{ type: 'forgetRobots', params: withQuery }, 'robotsChanged', 'viewChanged'],
        },
        // Rights can have changed, and names are localised on the server.
        'page.resumed': { guard: 'needsOverviewAgain', target: '.loading' },
        'page.noticed': {
          guard: ({ context, event }) => context.siteId !== '' && isRelationsNotice({ event }),
          target: '.loading',
        },
        'page.languageChanged': { guard: 'needsOverviewAgain', target: '.loading' },
      },
      states: {
        idle: {
          on: { 'view.changed': { guard: 'needsOverview', target: 'resting' } },
          // In the past too: a robot that the user no longer has must leave the page.
          after: { renew: { guard: 'needsOverviewAgain', target: 'loading' } },
        },
        resting: {
          tags: 'loadingOverview',
          on: { 'view.changed': { target: 'resting', reenter: true } },
          after: { rest: 'loading' },
        },
        loading: {
          tags: 'loadingOverview',
          entry: 'assignSpan',
          on: { 'view.changed': { guard: 'hasLeftSpan', target: 'resting' } },
          invoke: {
            src: 'loadOverview',
            input: ({ context: { siteId, sites, span, view, query } }) => ({
              siteId,
              timeZone: zoneOf({ sites, siteId }),
              ...robotsShown(query),
              ...(span ?? view),
            }),
            onDone: { target: 'idle', actions: { type: 'assignOverview', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              // What is loaded stays.
              actions: assign({ overviewFailure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        failed: {
          // Lanes of a robot that was taken from the user must not stay because one renewal failed.
          after: { renew: { guard: 'needsOverviewAgain', target: 'loading' } },
          on: { 'overview.retry': 'loading', 'view.changed': { guard: 'hasLeftSpan', target: 'resting' } },
        },
      },
    },
    tracks: {
      initial: 'idle',
      on: {
        'page.resumed': { actions: 'dropWindows', target: '.idle' },
        'page.noticed': { guard: isRelationsNotice, actions: 'dropWindows', target: '.idle' },
        // An answer that is awaited has other robots. They are read when the typing rests.
        'robots.changed': '.resting',
      },
      states: {
        idle: { always: { guard: 'needsTracks', target: 'loading' } },
        loaded: {
          always: { guard: 'needsTracks', target: 'resting' },
          on: { 'moment.moved': { target: 'loaded', reenter: true } },
          after: { rest: 'idle' },
        },
        resting: {
          tags: 'loadingTracks',
          on: { 'moment.moved': { target: 'resting', reenter: true } },
          after: { rest: [{ guard: 'needsTracks', target: 'loading' }, { target: 'idle' }] },
        },
        loading: {
          tags: 'loadingTracks',
          entry: assign({ askedWindow: ({ context }) => nextWindow(context).from }),
          invoke: {
            src: 'loadTracks',
            input: ({ context }) => nextWindow(context),
            onDone: { target: 'loaded', actions: { type: 'addWindow', params: ({ event }) => event.output } },
            onError: { target: 'failed', actions: assign({ tracksFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        failed: {
          after: { retry: [{ guard: 'needsTracks', target: 'loading' }, { target: 'idle' }] },
          on: { 'tracks.retry': 'loading', 'moment.moved': { guard: 'needsOtherTracks', target: 'resting' } },
        },
      },
    },
    clock: {
      initial: 'first',
      on: {
        'page.queryChanged': [
          {
            guard: { type: 'isQueryOfNow', params: withQuery },
            actions: [{ type: 'assignQuery', params: withQuery }],
          },
          {
            guard: { type: 'isMomentOfNow', params: withQuery },
            actions: [{ type: 'assignFromQuery', params: withQuery }, 'viewChanged'],
          },
          {
            guard: { type: 'isPastQuery', params: withQuery },
            target: '.past',
            actions: [{ type: 'assignFromQuery', params: withQuery }, 'viewChanged', 'momentMoved'],
          },
          {
            target: '.live',
            actions: [{ type: 'assignFromQuery', params: withQuery }, 'viewChanged', 'momentMoved'],
          },
        ],
      },
      states: {
        first: { always: [{ guard: 'isPast', target: 'past' }, { target: 'live' }] },
        live: {
          on: {
            'moment.seek': {
              guard: { type: 'isBefore', params: ({ event }) => event },
              target: 'past',
              actions: [{ type: 'seek', params: ({ event }) => event }, 'momentMoved', 'viewChanged'],
            },
            'moment.step': {
              guard: { type: 'isBack', params: ({ event }) => event },
              target: 'past',
              actions: [{ type: 'step', params: ({ event }) => event }, 'momentMoved', 'viewChanged'],
            },
          },
        },
        past: {
          tags: 'past',
          initial: 'paused',
          on: {
            'live.back': { target: 'live', actions: ['goLive', 'momentMoved', 'viewChanged'] },
            'moment.seek': [
              {
                guard: { type: 'isBefore', params: ({ event }) => event },
                actions: [{ type: 'seek', params: ({ event }) => event }, 'momentMoved', 'viewChanged'],
              },
              { target: 'live', actions: ['goLive', 'momentMoved', 'viewChanged'] },
            ],
            'moment.step': { actions: [{ type: 'step', params: ({ event }) => event }, 'momentMoved', 'viewChanged'] },
          },
          states: {
            paused: {
              on: {
                'play.toggle': { target: 'playing', actions: { type: 'startClock', params: ({ event }) => event } },
                'speed.set': { actions: assign({ speed: ({ event }) => event.speed }) },
              },
            },
            playing: {
              tags: 'playing',
              invoke: { src: 'ticker' },
              on: {
                'clock.ticked': [
                  {
                    guard: { type: 'isAtEnd', params: ({ event }) => event },
                    target: 'paused',
                    actions: [{ type: 'settle', params: ({ event }) => event }, 'momentMoved'],
                  },
                  { actions: [{ type: 'advance', params: ({ event }) => event }, 'viewChanged', 'momentMoved'] },
                ],
                'play.toggle': {
                  target: 'paused',
                  actions: [{ type: 'settle', params: ({ event }) => event }, 'momentMoved'],
                },
                'speed.set': {
                  actions: [
                    { type: 'settle', params: ({ event }) => event },
                    assign({ speed: ({ event }) => event.speed }),
                  ],
                },
              },
            },
          },
        },
      },
    },
    photos: robotPhotosStates,
    export: {
      initial: 'idle',
      states: {
        idle: { on: { 'export.start': { guard: 'canExport', target: 'exporting' } } },
        exporting: { ...exporting, on: { 'export.cancel': 'idle' } },
      },
    },
    url: {
      initial: 'still',
      states: {
        still: { on: { 'moment.moved': 'moving' } },
        moving: {
          on: { 'moment.moved': { target: 'moving', reenter: true } },
          after: { url: { target: 'still', actions: 'patchMoment' } },
        },
      },
    },
  },
});
