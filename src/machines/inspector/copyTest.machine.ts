/**
 * Copy as test: where the test starts, and whether its text was copied. The page generates the text.
 *
 *   uncopied ──text.copied──▶ copied      uncopied ──text.refused──▶ refused      another beginning ──▶ uncopied
 */
import { assign, setup } from 'xstate';

/** `back`: the given number of steps before the current one. */
export type TestBegins = 'start' | 'back';
export interface CopyTestContext {
  begins: TestBegins;
  /** The number of steps back, as typed. */
  back: string;
  /** The last step of the test that was copied, or that the browser refused to copy. */
  step: number;
}
export type CopyTestEvent =
  | { type: 'begin.choose'; begins: TestBegins }
  | { type: 'back.change'; value: string }
  | { type: 'text.copied'; step: number }
  /** The browser denied access to the clipboard. */
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
