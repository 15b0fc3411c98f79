/** The dialog in which another case is chosen to be merged: loaded each time, because cases open and end. */
import { assign } from 'xstate';
import { failureOf } from '../failure.ts';
import { alarmCase, caseId } from './alarmCase.setup.ts';

export const choosingCase = alarmCase.createStateConfig({
  on: { 'dialog.close': 'closed', 'action.done': 'closed', 'page.queryChanged': 'closed' },
  initial: 'loading',
  states: {
    loading: {
      tags: 'mergeableLoading',
      invoke: {
        src: 'loadMergeable',
        input: caseId,
        onDone: {
          target: 'choosing',
          actions: assign({ mergeable: ({ event }) => event.output, mergeFailure: null }),
        },
        onError: {
          target: 'choosing',
          actions: assign({ mergeable: [], mergeFailure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    choosing: { on: { 'merge.retry': 'loading' } },
  },
});
