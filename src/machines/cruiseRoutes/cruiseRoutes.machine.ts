/**
 * The cruise routes of a robot's site (spec 2 "cruise routes"): their list, and the route that is open.
 *
 *   list:  looking ──▶ loading ──▶ ready | failed | none (no robot) ; existing rows stay during a reload
 *   view:  waiting (for the list) ──▶ listing | editing (routeEditor.machine.ts), by `route` in the address ; editor left ──▶ waiting
 *   draft: saved ⇄ unsaved, as reported by the editor
 *   driving: starts and follows route runs (routeRun/routeRun.machine.ts)
 *   action: idle ──delete──▶ asking ──yes──▶ working ──▶ idle       idle ──makeDefault──▶ working
 */
import { assign, raise, sendTo } from 'xstate';
import { failureOf } from '../failure.ts';
import { NEW_ROUTE } from './routeEditor.context.ts';
import { cruiseRoutes, NO_ROUTE } from './cruiseRoutes.setup.ts';

export const cruiseRoutesMachine = cruiseRoutes.createMachine({
  id: 'cruiseRoutes',
  context: ({ input: { query, user, language, serialNumber } }) => ({
    query,
    userId: user?.id ?? '',
    language,
    serialNumber: query['serialNumber'] || serialNumber,
    routes: [],
    floors: [],
    mapId: '',
    mayEdit: false,
    mayOperate: false,
    isRead: false,
    failure: null,
    pendingAction: null,
  }),
  type: 'parallel',
  on: {
    'route.open': {
      actions: {
        type: 'writeQuery',
        params: ({ event }) => ({ query: { ...NO_ROUTE, route: event.pathId }, push: true }),
      },
    },
    'route.new': {
      guard: ({ context }) => context.mayEdit,
      actions: {
        type: 'writeQuery',
        params: ({ context, event }) => ({
          query: { ...NO_ROUTE, route: NEW_ROUTE, map: event.mapId || context.mapId },
          push: true,
        }),
      },
    },
    'route.duplicate': {
      guard: { type: 'mayDo', params: ({ event }) => event },
      actions: {
        type: 'writeQuery',
        params: ({ context, event }) => ({
          query: {
            route: NEW_ROUTE,
            from: event.pathId,
            map: context.routes.find(({ pathId }) => pathId === event.pathId)?.mapId ?? '',
          },
          push: true,
        }),
      },
    },
    'routes.search': {
      actions: { type: 'writeQuery', params: ({ event }) => ({ query: { find: event.words }, push: false }) },
    },
    'page.queryChanged': { actions: assign({ query: ({ event }) => event.query }) },
  },
  states: {
    list: {
      initial: 'looking',
      on: {
        'routes.reload': '.looking',
        'page.resumed': '.looking',
        'page.languageChanged': { target: '.looking', actions: assign({ language: ({ event }) => event.language }) },
      },
      states: {
        // Selects the robot before loading, so that the fleet does not settle on another robot in the meantime.
        looking: { always: [{ guard: 'hasRobot', target: 'loading', actions: 'chooseRobot' }, 'none'] },
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadRoutes',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: {
              target: 'ready',
              actions: [assign(({ event }) => ({ ...event.output, isRead: true, failure: null })), 'writeRobot'],
            },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        ready: { entry: 'showRoute' },
        failed: {},
        none: {},
      },
    },
    view: {
      initial: 'waiting',
      states: {
        waiting: {
          always: { guard: 'isRead', target: 'deciding' },
          on: {
            'page.robotChanged': {
              guard: { type: 'isOtherRobot', params: ({ event }) => event },
              actions: [assign({ serialNumber: ({ event }) => event.serialNumber }), raise({ type: 'routes.reload' })],
            },
          },
        },
        deciding: {
          always: [
            { guard: 'isOpenable', target: 'editing' },
            {
              guard: 'isAsked',
              target: 'listing',
              actions: ['notifyGone', { type: 'writeQuery', params: { query: NO_ROUTE, push: false } }],
            },
            'listing',
          ],
        },
        listing: {
          entry: 'showRoute',
          on: {
            'page.queryChanged': {
              guard: { type: 'isElsewhere', params: ({ event }) => event },
              target: 'deciding',
              actions: assign({ query: ({ event }) => event.query }),
            },
            'page.robotChanged': {
              guard: { type: 'isOtherRobot', params: ({ event }) => event },
              target: 'waiting',
              actions: [
                assign({ serialNumber: ({ event }) => event.serialNumber, isRead: false, routes: [] }),
                raise({ type: 'routes.reload' }),
              ],
            },
          },
        },
        editing: {
          tags: 'editing',
          entry: 'showRoute',
          invoke: {
            src: 'routeEditor',
            id: 'editor',
            input: ({ context: { userId, language, serialNumber, query, mapId, mayEdit, routes } }) => ({
              userId,
              language,
              serialNumber,
              mayEdit,
              routes,
              route: query['route'] ?? '',
              from: query['from'] ?? '',
              mapId:
                routes.find(({ pathId }) => pathId === (query['from'] || query['route']))?.mapId ??
                (query['map'] || mapId),
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.to === 'path',
                actions: {
                  type: 'goOn',
                  params: ({ event: { output } }) => ({ to: output.to === 'path' ? output.path : '' }),
                },
              },
              {
                guard: ({ event }) => event.output.to === 'robot',
                target: 'waiting',
                actions: [
                  assign(({ event: { output } }) => ({
                    isRead: false,
                    routes: [],
                    ...(output.to === 'robot' ? { serialNumber: output.serialNumber } : {}),
                  })),
                  raise({ type: 'routes.reload' }),
                ],
              },
              {
                guard: ({ event }) => event.output.to === 'list',
                target: 'listing',
                actions: [
                  { type: 'writeQuery', params: { query: NO_ROUTE, push: true } },
                  assign({ query: ({ context }) => ({ ...context.query, ...NO_ROUTE }) }),
                  raise({ type: 'routes.reload' }),
                ],
              },
              { target: 'waiting', actions: [assign({ isRead: false }), raise({ type: 'routes.reload' })] },
            ],
            onError: {
              target: 'listing',
              actions: [
                { type: 'notifyFailure', params: ({ event }) => event },
                { type: 'writeQuery', params: { query: NO_ROUTE, push: false } },
              ],
            },
          },
          on: {
            'page.queryChanged': {
              actions: [
                assign({ query: ({ event }) => event.query }),
                sendTo('editor', ({ event }) => ({
                  type: 'page.asked' as const,
                  route: event.query['route'] ?? '',
                  from: event.query['from'] ?? '',
                })),
              ],
            },
            'page.robotChanged': {
              actions: sendTo('editor', ({ event }) => ({
                type: 'page.robot' as const,
                serialNumber: event.serialNumber,
              })),
            },
            'page.languageChanged': {
              actions: sendTo('editor', ({ event }) => ({ type: 'page.language' as const, language: event.language })),
            },
            'page.leaveAsked': {
              actions: sendTo('editor', ({ event }) => ({ type: 'leave.ask' as const, to: event.to })),
            },
            'page.resumed': { actions: sendTo('editor', { type: 'page.back' as const }) },
          },
        },
      },
    },
    draft: {
      initial: 'saved',
      states: {
        saved: { on: { 'editor.changed': 'unsaved' } },
        // The draft was saved: reload, so that the list and the followed run get the new name and stops.
        unsaved: {
          tags: 'unsaved',
          on: { 'editor.unchanged': { target: 'saved', actions: raise({ type: 'routes.reload' }) } },
        },
      },
    },
    driving: {
      invoke: { src: 'routeRun', id: 'routeRun', input: ({ context: { userId } }) => ({ userId }) },
      on: {
        'page.resumed': { actions: sendTo('routeRun', { type: 'page.resumed' as const }) },
        'page.languageChanged': { actions: sendTo('routeRun', ({ event }) => event) },
      },
    },
    action: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ pendingAction: null }),
          on: {
            'route.makeDefault': {
              guard: { type: 'mayDo', params: ({ event }) => event },
              target: 'working',
              actions: {
                type: 'assignPendingAction',
                params: ({ event }) => ({ act: 'makeDefault' as const, pathId: event.pathId }),
              },
            },
            'route.delete': {
              guard: { type: 'mayDo', params: ({ event }) => event },
              target: 'asking',
              actions: {
                type: 'assignPendingAction',
                params: ({ event }) => ({ act: 'delete' as const, pathId: event.pathId }),
              },
            },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { pendingAction } }) => ({
              titleKey: 'cruiseRoutes.delete.title',
              textKey: 'cruiseRoutes.delete.text',
              acceptKey: 'shared.deleteName',
              destructive: true,
              words: { name: pendingAction?.route.pathName ?? '' },
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'working' }, 'idle'],
          },
        },
        working: {
          tags: 'working',
          invoke: {
            src: 'carryOut',
            input: ({ context: { serialNumber, pendingAction } }) => ({ serialNumber, pendingAction }),
            onDone: [
              {
                guard: 'isOpen',
                target: 'idle',
                actions: [
                  'notifyDone',
                  sendTo('editor', { type: 'editor.end' as const }),
                  raise({ type: 'routes.reload' }),
                ],
              },
              { target: 'idle', actions: ['notifyDone', raise({ type: 'routes.reload' })] },
            ],
            onError: {
              target: 'idle',
              actions: [{ type: 'notifyFailure', params: ({ event }) => event }, raise({ type: 'routes.reload' })],
            },
          },
        },
      },
    },
  },
});
