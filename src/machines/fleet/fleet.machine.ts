/**
 * The caller's robots: the list from the API, kept fresh by the feed's beat each second (design 6), and which of them is current.
 *
 *   loading ──▶ ready { fresh ⇄ refetching } ;  loading ──▶ failed ──refresh──▶ loading
 *
 * A gap in the beats, a lost link and another language are mended by reading the list again. Poses for drawing
 * go another way (src/services/liveStore.ts); what stands here changes once a second at most.
 */
import { setup } from 'xstate';
import type { PanelFilter, RobotView } from '../../../contract/entities/constants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { FleetEvent } from '../app/messages.ts';
import type { Failure } from '../failure.ts';
import { effect, promiseEffect } from '../notProvided.ts';

export interface FleetInput {
  userId: string;
  /** What was current and chosen last time, as stored. */
  serialNumber: string;
  view: RobotView;
}
export interface FleetContext {
  userId: string;
  robots: Readonly<Record<string, Robot>>;
  /** In the order of the server's list. */
  order: readonly string[];
  /** The current robot; empty when there is none. */
  current: string;
  view: RobotView;
  /** Of the robot-selection panel. */
  filter: PanelFilter;
  keyword: string;
  /** Number of the last beat; null before the first. */
  beat: number | null;
  /** The server's clock at the last beat or list, ms. */
  serverTime: number;
  failure: Failure | null;
}

export interface FleetList {
  serverTime: number;
  robots: readonly Robot[];
}

const fleet = setup({
  types: { context: {} as FleetContext, input: {} as FleetInput, events: {} as FleetEvent, tags: {} as 'waiting' },
  actors: { load: promiseEffect<FleetList, { userId: string }>('load') },
  actions: {
    keepCurrent: effect<{ serialNumber: string }>('keepCurrent'),
    keepView: effect<{ view: RobotView }>('keepView'),
  },
});

export const fleetMachine = fleet.createMachine({
  id: 'fleet',
  context: ({ input }) => ({
    userId: input.userId, robots: {}, order: [], current: input.serialNumber, view: input.view, filter: 'all', keyword: '', beat: null, serverTime: 0, failure: null,
  }),
  initial: 'loading',
  states: { loading: {}, ready: { initial: 'fresh', states: { fresh: {}, refetching: {} } }, failed: {} },
});
