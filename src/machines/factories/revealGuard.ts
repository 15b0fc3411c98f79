/**
 * While something is shown that is shown only once, leaving the page asks, and so does closing the tab. A region for
 * pages with `shown` (confirmedAction.ts), like recordDialog.ts:
 *
 *   off ⇄ on { watching ──page.leaveAsked──▶ asking (child `leaving`) ──yes──▶ (the other page) }
 */
import { type ActorRef, assign, type EventObject, sendTo, type Snapshot } from 'xstate';
import { type NavigationEvent, systemActor } from '../app/events.ts';
import { type ConfirmInput, confirmMachine } from './confirm.machine.ts';

interface RevealContext {
  shown: unknown;
  /** Where the person wanted to go. */
  leaveTo: string;
}
type NavigationRef = ActorRef<Snapshot<unknown>, NavigationEvent>;
const navigation = ({ system }: { system: { get(key: string): unknown } }): NavigationRef =>
  systemActor(system, 'navigation');
export type RevealChildren = { leaving: 'leaving' };

const LEAVING: ConfirmInput = {
  titleKey: 'shared.leaveRevealed.title',
  textKey: 'shared.leaveRevealed.text',
  acceptKey: 'shared.leaveRevealed.yes',
  destructive: true,
};

/**
 * @typeParam Event all events of the page's machine
 * @typeParam Context its whole context
 */
export function revealGuard<Event extends EventObject, Context extends RevealContext>() {
  type Asked = { event: { to: string } };
  return {
    actors: { leaving: confirmMachine },
    guards: {
      isRevealed: ({ context }: { context: Context }) => context.shown !== null,
      isHidden: ({ context }: { context: Context }) => context.shown === null,
    },
    actions: {
      assignLeaveTo: assign<Context, Event, { to: string }, Event, never>(
        (_, { to }) => ({ leaveTo: to }) as Partial<Context>,
      ),
      leave: sendTo<Context, Event, undefined, NavigationRef, Event, never, never>(navigation, ({ context }) => ({
        type: 'navigation.leave',
        to: context.leaveTo,
      })),
    },
    region: {
      initial: 'off',
      states: {
        off: { always: { guard: 'isRevealed', target: 'on' } },
        on: {
          tags: 'unsaved',
          always: { guard: 'isHidden', target: 'off' },
          invoke: { src: 'guardTab' },
          initial: 'watching',
          states: {
            watching: {
              on: {
                'page.leaveAsked': {
                  target: 'asking',
                  actions: { type: 'assignLeaveTo', params: ({ event }: Asked) => event },
                },
              },
            },
            asking: {
              invoke: {
                src: 'leaving',
                id: 'leaving',
                input: LEAVING,
                onDone: [
                  {
                    guard: {
                      type: 'isYes',
                      params: ({ event }: { event: { output: { confirmed: boolean } } }) => event.output,
                    },
                    target: 'watching',
                    actions: 'leave',
                  },
                  { target: 'watching' },
                ],
              },
            },
          },
        },
      },
    },
  } as const;
}
