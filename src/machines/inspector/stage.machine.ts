/**
 * The replay stage in a pane of the inspector: whether its frame is loaded, and whether it could draw the last step.
 * The page owns the frame (ui/pages/inspector/stageFrame.ts) and forwards its reports.
 *
 *   loading ──stage.ready──▶ ready { shown ⇄ refused }      any ──stage.absent──▶ absent      any ──stage.reload──▶ loading
 */
import { assign, setup } from 'xstate';
import type { ReplayIssue } from '../recording/opened.ts';
import type { StageReport } from '../recording/stageMessages.ts';

export interface StageContext {
  /** Number of the last draw request; responses to earlier ones are ignored. */
  asked: number;
  /** Why the last step could not be drawn. */
  refusal: { issues: readonly ReplayIssue[]; said: string } | null;
}
export type StageEvent = StageReport | { type: 'stage.ask'; id: number } | { type: 'stage.reload' };

const stage = setup({
  types: { context: {} as StageContext, events: {} as StageEvent },
  guards: { isAsked: ({ context: { asked } }, { id }: { id: number }) => id === asked },
});

export const stageMachine = stage.createMachine({
  id: 'stage',
  context: { asked: 0, refusal: null },
  initial: 'loading',
  on: {
    'stage.ask': { actions: assign({ asked: ({ event }) => event.id }) },
    'stage.ready': '.ready',
    'stage.absent': '.absent',
    'stage.reload': '.loading',
  },
  states: {
    loading: {},
    ready: {
      initial: 'shown',
      on: {
        'stage.refused': {
          guard: { type: 'isAsked', params: ({ event }) => event },
          target: '.refused',
          actions: assign({ refusal: ({ event: { issues, said } }) => ({ issues, said }) }),
        },
        'stage.shown': { guard: { type: 'isAsked', params: ({ event }) => event }, target: '.shown' },
      },
      states: { shown: { entry: assign({ refusal: null }) }, refused: {} },
    },
    absent: {},
  },
});
