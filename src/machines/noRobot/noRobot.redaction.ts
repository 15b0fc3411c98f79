/** Redaction rules of `noRobot` (machines/recording/redaction.ts). */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { Failure } from '../failure.ts';
import type { NoRobotEvent } from './noRobot.machine.ts';
import type { WaitingRobot } from './waitingRobot.machine.ts';

export const noRobotRedaction = defineRedaction<
  { userId: string; isDemo: boolean; failure: Failure | null },
  NoRobotEvent,
  PageInput
>()({
  context: { userId: true, isDemo: true, failure: 'failure' },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
  outputs: { countRobots: 'numbers' },
});

/** The code binds the robot: neither the code nor its image is recorded. */
const WAITING = { serialNumber: true, robotNickName: true, kind: true, siteName: true, leftMs: true } as const;
export const waitingRobotRedaction = defineRedaction<
  { isDemo: boolean; robot: WaitingRobot | null },
  never,
  { isDemo: boolean }
>()({
  context: { isDemo: true, robot: WAITING },
  input: { isDemo: true },
  events: {},
  outputs: { lookAtScreen: WAITING },
});
