/**
 * The fleet at a glance. Filters, order, floor and chosen robot stand in the URL: a wish patches the query, and what is drawn
 * follows from the query that comes back (so Back works). The robots themselves are fleet's; this machine has the maps.
 *
 *   loading ──▶ ready ;  loading ──▶ failed ──maps.retry──▶ loading
 */
import { assertEvent, assign, setup } from 'xstate';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import { type MapCamera, type PageEvent, type PageInput, type Query, robotPath, sibling } from '../app/messages.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';
import { stopMachine } from '../robotData/stop.machine.ts';
import { type RobotHeard, watchRobot } from './watchRobot.ts';

export interface FleetMaps {
  sites: readonly Site[];
  maps: readonly IndoorMap[];
}
export interface HomeContext extends FleetMaps {
  /** As it stands in the URL; ui/pages/home/homeQuery.ts reads it. */
  query: Query;
  /** The robot under the pointer, in the list or on the map; empty for none. */
  hovered: string;
  failure: Failure | null;
  /** null: the whole floor. */
  camera: MapCamera | null;
}
export type HomeEvent =
  | PageEvent
  /** Patches the URL's query; an empty value takes a name out. `push` makes it a step that Back undoes. */
  | { type: 'home.show'; query: Query; push?: boolean }
  | { type: 'robot.hover'; serialNumber: string }
  | { type: 'robot.open'; serialNumber: string }
  /** Stop from the list: asks nothing. `at`: the server's clock, ms. */
  | { type: 'robot.stop'; serialNumber: string; at: number }
  | RobotHeard
  | { type: 'map.moved'; camera: MapCamera | null }
  | { type: 'maps.retry' };

const home = setup({
  types: { context: {} as HomeContext, input: {} as PageInput, events: {} as HomeEvent, tags: {} as 'waiting' },
  actors: {
    loadMaps: promiseEffect<FleetMaps>('loadMaps'),
    /** One a robot that was told to stop from here; wired with the same `askStop` as on its own page. */
    stop: stopMachine,
    watchRobot,
  },
});

const patchQuery = home.sendTo(({ system }) => sibling(system, 'navigation'), ({ event }) => {
  assertEvent(event, 'home.show');
  return { type: 'navigation.query', query: event.query, push: event.push ?? false };
});
const chooseRobot = home.sendTo(({ system }) => sibling(system, 'fleet'), ({ event }) => {
  assertEvent(event, 'robot.open');
  return { type: 'robot.choose', serialNumber: event.serialNumber };
});
const openRobot = home.sendTo(({ system }) => sibling(system, 'navigation'), ({ event }) => {
  assertEvent(event, 'robot.open');
  return { type: 'navigation.go', to: robotPath(event.serialNumber) };
});
export const stopId = (serialNumber: string): string => `stop ${serialNumber}`;
const askStop = home.enqueueActions(({ event, self, enqueue }) => {
  assertEvent(event, 'robot.stop');
  const { serialNumber, at } = event;
  const id = stopId(serialNumber);
  if (!self.getSnapshot().children[id]) {
    enqueue.spawnChild('stop', { id, input: { serialNumber } });
    enqueue.spawnChild('watchRobot', { id: `watch ${serialNumber}`, input: { serialNumber } });
  }
  enqueue.sendTo(id, { type: 'stop.press', at });
});
/** Only the robot's own word proves a Stop. */
const tellStop = home.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'robot.heard');
  const { serialNumber, held, paused, at } = event;
  enqueue.sendTo(stopId(serialNumber), { type: 'robot.seen', held, paused, at });
});

export const homeMachine = home.createMachine({
  id: 'home',
  context: ({ input }) => ({ query: input.query, hovered: '', sites: [], maps: [], failure: null, camera: null }),
  initial: 'loading',
  on: {
    'page.queryChanged': { actions: assign({ query: ({ event }) => event.query }) },
    'home.show': { actions: patchQuery },
    'robot.hover': { actions: assign({ hovered: ({ event }) => event.serialNumber }) },
    'map.moved': { actions: assign({ camera: ({ event }) => event.camera }) },
    'robot.open': { actions: [chooseRobot, openRobot] },
    'robot.stop': { actions: askStop },
    'robot.heard': { actions: tellStop },
    // Names of rooms and points come in the reader's language.
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
    // Robots of another site may have come.
    ready: { on: { 'page.resumed': 'loading' } },
    failed: { on: { 'maps.retry': 'loading', 'page.resumed': 'loading' } },
  },
});
