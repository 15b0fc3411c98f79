/** What a task's form depends on and what it leads to; each is loaded again as soon as its key changes. */
import { assign } from 'xstate';
import {
  pathKey,
  placesKey,
  placesOf,
  planKey,
  previewKey,
  previewRequests,
  routesKey,
  withPlaces,
} from './scheduledTask.context.ts';
import { scheduledTask } from './scheduledTask.setup.ts';
import { roundsOf } from './taskDraft.ts';

export const routesStates = scheduledTask.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'areRoutesStale', target: 'loading' } },
    loading: {
      entry: assign({ loadingRoutes: ({ context }) => routesKey(context) }),
      always: { guard: 'isLoadingOtherRoutes', target: 'resting' },
      invoke: {
        src: 'loadRoutes',
        input: ({ context }) => ({ serialNumber: context.draft.robots[0] ?? '' }),
        onDone: {
          target: 'resting',
          actions: assign({
            routes: ({ context, event }) => ({ of: context.loadingRoutes, paths: event.output.paths }),
            pathFailure: null,
          }),
        },
        onError: {
          target: 'failed',
          actions: { type: 'assignPathFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      always: { guard: 'isLoadingOtherRoutes', target: 'resting' },
      on: { 'editor.retry': 'loading' },
    },
  },
});

export const pathStates = scheduledTask.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'isPathStale', target: 'loading' } },
    loading: {
      entry: assign({ loadingPath: ({ context }) => pathKey(context) }),
      always: { guard: 'isLoadingOtherPath', target: 'resting' },
      invoke: {
        src: 'loadPath',
        input: ({ context }) => {
          const [pathId = '', mapId = '', serialNumber = ''] = context.loadingPath.split(' ');
          return { pathId, mapId, serialNumber, taskId: context.taskId };
        },
        onDone: {
          target: 'resting',
          actions: assign(({ context, event }) => {
            const {
              map: { points, ...map },
              stops,
            } = event.output;
            return { path: { of: context.loadingPath, map, points, stops }, pathFailure: null };
          }),
        },
        onError: {
          target: 'failed',
          actions: { type: 'assignPathFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      always: { guard: 'isLoadingOtherPath', target: 'resting' },
      on: { 'editor.retry': 'loading' },
    },
  },
});

export const placesStates = scheduledTask.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'arePlacesStale', target: 'loading' } },
    loading: {
      entry: assign({ loadingPlaces: ({ context }) => placesKey(context) }),
      always: { guard: 'isLoadingOtherPlaces', target: 'resting' },
      invoke: {
        src: 'loadPlaces',
        input: ({ context }) => {
          const [serialNumber = '', mapId = ''] = context.loadingPlaces.split(' ');
          return { serialNumber, mapId };
        },
        onDone: { target: 'resting', actions: assign(({ context, event }) => withPlaces(context, event.output)) },
        onError: {
          target: 'failed',
          actions: { type: 'assignPathFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      always: { guard: 'isLoadingOtherPlaces', target: 'resting' },
      on: { 'editor.retry': 'loading' },
    },
  },
});

export const planStates = scheduledTask.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'isPlanStale', target: 'planning' } },
    planning: {
      entry: assign({ planning: ({ context }) => planKey(context) }),
      always: { guard: 'isPlanningOther', target: 'resting' },
      invoke: {
        src: 'planRoute',
        input: ({ context }) => ({
          // A plan is only stale with a path.
          map: context.path?.map as NonNullable<typeof context.path>['map'],
          stops: placesOf(context),
          loops: roundsOf(context.draft) > 1,
        }),
        onDone: {
          target: 'resting',
          actions: assign({
            plan: ({ context, event }) => ({ of: context.planning, legs: event.output.legs }),
          }),
        },
        onError: 'unplanned',
      },
    },
    /** Retried as soon as the stops change. */
    unplanned: { always: { guard: 'isPlanningOther', target: 'resting' } },
  },
});

export const previewStates = scheduledTask.createStateConfig({
  initial: 'resting',
  states: {
    resting: { always: { guard: 'isPreviewStale', target: 'pausing' } },
    pausing: {
      tags: 'previewing',
      entry: assign({ previewing: ({ context }) => previewKey(context) }),
      always: { guard: 'isPreviewingOther', target: 'resting' },
      after: { previewDelay: 'previewing' },
    },
    previewing: {
      tags: 'previewing',
      always: { guard: 'isPreviewingOther', target: 'resting' },
      invoke: {
        src: 'loadPreview',
        input: ({ context }) => ({ requests: previewRequests(context) }),
        onDone: {
          target: 'resting',
          actions: assign({
            preview: ({ context, event }) => ({ of: context.previewing, ...event.output }),
            previewFailure: null,
          }),
        },
        onError: {
          target: 'failed',
          actions: { type: 'assignPreviewFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      always: { guard: 'isPreviewingOther', target: 'resting' },
      on: { 'editor.retry': 'previewing' },
    },
  },
});
