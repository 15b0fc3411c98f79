/**
 * Signed in, but no robot to see (spec 2). Looks again when asked, and by itself when rights change; with one there it goes home.
 *
 *   idle ──robots.look──▶ looking ──none──▶ idle ;  ──some──▶ (home)
 */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/messages.ts';
import type { Failure } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';

export type NoRobotEvent = PageEvent | { type: 'robots.look' };

export const noRobotMachine = setup({
  types: { context: {} as { userId: string; failure: Failure | null; looked: number }, input: {} as PageInput, events: {} as NoRobotEvent, tags: {} as 'waiting' },
  actors: { countRobots: promiseEffect<number, { userId: string }>('countRobots') },
}).createMachine({
  id: 'noRobot',
  context: ({ input }) => ({ userId: input.user?.id ?? '', failure: null, looked: 0 }),
  initial: 'idle',
  states: { idle: {}, looking: { tags: 'waiting' } },
});
