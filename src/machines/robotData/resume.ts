/**
 * Lifting a Stop. The user's own Stop is lifted at once; another user's Stop needs one confirmation, with a choice for
 * the order. An order to be dropped is cancelled while Stop still holds the robot, so that the robot never continues it
 * in between.
 *
 *   idle ─resume.press─▶ (own) idle, command.ask
 *                        (another's) asking ─confirm─▶ continue: idle, command.ask
 *                                                     drop: dropping ─robot.seen without order─▶ idle, command.ask
 *                                                              └─ refused, or not in time ─▶ idle: the robot stays stopped
 */
import { assertEvent } from 'xstate';
import { commands, type CommandsEvent } from './commands.setup.ts';

const assignStops = commands.assign(({ event }) => {
  assertEvent(event, 'resume.press');
  return { resume: { stopIds: event.stops.map(({ id }) => id), order: 'continue' as const, at: event.at } };
});
const sendResume = commands.enqueueActions(({ context: { resume }, event, enqueue }) => {
  const [stopIds, at] =
    event.type === 'resume.press'
      ? [event.stops.map(({ id }) => id), event.at]
      : [resume.stopIds, event.type === 'resume.confirm' ? event.at : resume.at];
  enqueue.raise({ type: 'command.ask', request: { kind: 'resume', stopIds }, at });
});
const drop = commands.raise(({ event }): CommandsEvent => {
  assertEvent(event, 'resume.confirm');
  return { type: 'command.ask', request: { kind: 'cancel' }, at: event.at };
});

export const resume = commands.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: { 'resume.press': [{ guard: 'isByOther', target: 'asking', actions: assignStops }, { actions: sendResume }] },
    },
    asking: {
      tags: 'resuming',
      on: {
        'resume.choose': {
          actions: commands.assign(({ context, event }) => {
            assertEvent(event, 'resume.choose');
            return { resume: { ...context.resume, order: event.order } };
          }),
        },
        'resume.confirm': [
          { guard: 'isDropping', target: 'dropping', actions: drop },
          { target: 'idle', actions: sendResume },
        ],
        'resume.cancel': 'idle',
      },
    },
    dropping: {
      tags: ['resuming', 'dropping'],
      on: {
        'robot.seen': { guard: 'isFree', target: 'idle', actions: sendResume },
        'ask.refused': { guard: 'isCancelRefused', target: 'idle' },
        'resume.cancel': 'idle',
      },
      after: { dropDelay: 'idle' },
    },
  },
});
