/**
 * The fleet overview. Filters, order, floor and selected robot are in the URL: a change patches the query, and the page
 * is drawn from the query that comes back (so Back works). The robots belong to the fleet machine; this machine loads
 * the maps.
 *
 *   loading ──▶ ready ;  loading ──▶ failed ──maps.retry──▶ loading
 */
import { assertEvent, assign, setup } from 'xstate';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import { type MapCamera, type PageEvent, type PageInput, type Query, robotPath, systemActor } from '../app/events.ts';
import { listCursorMachine } from '../factories/listCursor.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface FleetMaps {
  sites: readonly Site[];
  maps: readonly IndoorMap[];
}
export interface HomeContext extends FleetMaps {
  /** The query of the URL; ui/pages/home/homeQuery.ts parses it. */
  query: Query;
  /** The robot under the pointer, in the list or on the map; empty for none. */
  hovered: string;
  failure: Failure | null;
  /** null: the whole floor. */
  camera: MapCamera | null;
}
export type HomeEvent =
  | PageEvent
  /**
   * Patches the URL's query; an empty value removes the parameter. `push` adds a history entry, so that Back undoes it.
   */
  | { type: 'home.show'; query: Query; push?: boolean }
  | { type: 'robot.hover'; serialNumber: string }
  | { type: 'robot.open'; serialNumber: string }
  /** Stop from the list, without a confirmation. `at`: the server's clock, ms. */
  | { type: 'robot.stop'; serialNumber: string; at: number }
  | { type: 'map.moved'; camera: MapCamera | null }
  | { type: 'maps.retry' };

const home = setup({
  types: {
    context: {} as HomeContext,
    input: {} as PageInput,
    events: {} as HomeEvent,
    tags: {} as 'waiting',
    children: {} as { robotCursor: 'listCursor' },
  },
  actors: {
    loadMaps: promiseEffect<FleetMaps>('loadMaps'),
    /** Used for the map's list of robots. */
    listCursor: listCursorMachine,
  },
});

const patchQuery = home.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ event }) => {
    assertEvent(event, 'home.show');
    return { type: 'navigation.query', query: event.query, push: event.push ?? false };
  },
);
const chooseRobot = home.sendTo(
  ({ system }) => systemActor(system, 'fleet'),
  ({ event }) => {
    assertEvent(event, 'robot.open');
    return { type: 'robot.choose', serialNumber: event.serialNumber };
  },
);
const openRobot = home.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ event }) => {
    assertEvent(event, 'robot.open');
    return { type: 'navigation.go', to: robotPath(event.serialNumber) };
  },
);
const askStop = home.sendTo(
  ({ system }) => systemActor(system, 'pendingStops'),
  ({ event }) => {
    assertEvent(event, 'robot.stop');
    return { type: 'stop.ask', serialNumber: event.serialNumber, at: event.at };
  },
);

export const homeMachine = home.createMachine({
  id: 'home',
  context: ({ input }) => ({ query: input.query, hovered: '', sites: [], maps: [], failure: null, camera: null }),
  initial: 'loading',
  invoke: { src: 'listCursor', id: 'robotCursor' },
  on: {
    'page.queryChanged': { actions: assign({ query: ({ event }) => event.query }) },
    'home.show': { actions: patchQuery },
    'robot.hover': { actions: assign({ hovered: ({ event }) => event.serialNumber }) },
    'map.moved': { actions: assign({ camera: ({ event }) => event.camera }) },
    'robot.open': { actions: [chooseRobot, openRobot] },
    'robot.stop': { actions: askStop },
    // Names of rooms and points are localised on the server.
    'page.languageChanged': '.loading',
    'page.mapChanged': '.loading',
  },
  states: {
    loading: {
      tags: 'waiting',
      invoke: {
        src: 'loadMaps',
        onDone: { target: 'ready', actions: assign(({ event: { output } }) => ({ ...output, failure: null })) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    // The user can have gained robots at another site.
    ready: { on: { 'page.resumed': 'loading' } },
    failed: { on: { 'maps.retry': 'loading', 'page.resumed': 'loading' } },
  },
});
