/**
 * Copy as test: from where the test begins, and what became of copying its text. The text itself is written by the page.
 *
 *   uncopied ──text.copied──▶ copied      uncopied ──text.refused──▶ refused      another beginning ──▶ uncopied
 */
import { assign, setup } from 'xstate';

/** `back`: so many steps before the one that is looked at. */
export type TestBegins = 'start' | 'back';
export interface CopyTestContext {
  begins: TestBegins;
  /** How many steps back, as typed. */
  back: string;
  /** The step up to which the text was that was copied, or refused. */
  step: number;
}
export type CopyTestEvent =
  | { type: 'begin.choose'; begins: TestBegins }
  | { type: 'back.change'; value: string }
  | { type: 'text.copied'; step: number }
  /** The browser lets nobody copy. */
  | { type: 'text.refused'; step: number };

const copyTest = setup({ types: { context: {} as CopyTestContext, events: {} as CopyTestEvent } });

export const copyTestMachine = copyTest.createMachine({
  id: 'copyTest',
  context: { begins: 'start', back: '20', step: -1 },
  initial: 'uncopied',
  on: {
    'begin.choose': { target: '.uncopied', actions: assign({ begins: ({ event }) => event.begins }) },
    'back.change': { target: '.uncopied', actions: assign({ back: ({ event }) => event.value }) },
    'text.copied': { target: '.copied', actions: assign({ step: ({ event }) => event.step }) },
    'text.refused': { target: '.refused', actions: assign({ step: ({ event }) => event.step }) },
  },
  states: { uncopied: {}, copied: {}, refused: {} },
});
