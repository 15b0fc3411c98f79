/** What may leave of `noRobot` in a capsule (machines/capsule/leaves.ts). */
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { Failure } from '../failure.ts';
import type { NoRobotEvent } from './noRobot.machine.ts';

export const noRobotLeaves = leavesOf<{ userId: string; isDemo: boolean; failure: Failure | null }, NoRobotEvent, PageInput>()({
  context: { userId: true, isDemo: true, failure: 'failure' },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
  outputs: { countRobots: 'numbers' },
});
