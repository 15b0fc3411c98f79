/**
 * Sending the robot to charge replaces its current task. If there is one, the user confirms first.
 *
 *   idle ─charge.press─▶ (nothing displaced) idle, command.ask
 *                        (a task) asking ─confirm─▶ idle, command.ask with the task that was seen
 */
import { assertEvent } from 'xstate';
import { commands } from './commands.setup.ts';

export const charge = commands.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      on: {
        'charge.press': [
          {
            guard: ({ event }) => event.displaces !== null,
            target: 'asking',
            actions: commands.assign(({ event }) => {
              assertEvent(event, 'charge.press');
              return { displaces: event.displaces };
            }),
          },
          {
            actions: commands.raise(({ event }) => {
              assertEvent(event, 'charge.press');
              return { type: 'command.ask', request: { kind: 'charge' }, at: event.at } as const;
            }),
          },
        ],
      },
    },
    asking: {
      tags: 'charging',
      on: {
        'charge.confirm': {
          target: 'idle',
          actions: commands.raise(({ context: { displaces }, event }) => {
            assertEvent(event, 'charge.confirm');
            return {
              type: 'command.ask',
              request: displaces === null ? { kind: 'charge' } : { kind: 'charge', replaces: displaces },
              at: event.at,
            } as const;
          }),
        },
        'charge.cancel': 'idle',
      },
    },
  },
});
