/**
 * A confirmation before an action that is hard to undo. The asking machine invokes it and acts on its output; the
 * screen shows the child.
 *
 *   asking ──confirm.accept──▶ accepted     asking ──confirm.cancel──▶ cancelled
 */
import { type ActorRefFrom, assign, setup } from 'xstate';

export interface ConfirmInput {
  /** Locale keys: the question, and the verb on the button. */
  titleKey: string;
  textKey?: string;
  acceptKey: string;
  words?: Record<string, string | number>;
  /** The accept button of a destructive question is red. */
  destructive?: boolean;
}
/** Locale keys of a question: title, text, the verb on the button. */
export type QuestionTexts = readonly [title: string, text: string, accept: string];
/** A question that names what it is about. */
export const questionWith = (
  [titleKey, textKey, acceptKey]: QuestionTexts,
  words: Record<string, string | number>,
  isDestructive = true,
): ConfirmInput => ({ titleKey, textKey, acceptKey, words, ...(isDestructive && { destructive: true }) });

export type ConfirmEvent = { type: 'confirm.accept' } | { type: 'confirm.cancel' };

export const confirmMachine = setup({
  types: {
    context: {} as ConfirmInput & { confirmed: boolean },
    input: {} as ConfirmInput,
    events: {} as ConfirmEvent,
    output: {} as { confirmed: boolean },
  },
}).createMachine({
  id: 'confirm',
  context: ({ input }) => ({ ...input, confirmed: false }),
  initial: 'asking',
  states: {
    asking: { on: { 'confirm.accept': 'accepted', 'confirm.cancel': 'cancelled' } },
    accepted: { type: 'final', entry: assign({ confirmed: true }) },
    cancelled: { type: 'final' },
  },
  output: ({ context }) => ({ confirmed: context.confirmed }),
});
export type ConfirmRef = ActorRefFrom<typeof confirmMachine>;
