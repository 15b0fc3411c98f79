/**
 * The battery of the shown robots in past days: read when another window is shown, and again after some minutes. Without
 * it, the battery lines begin now.
 */
import { assign } from 'xstate';
import { historyKey, schedules } from './schedules.setup.ts';

export const batteryHistoryStates = schedules.createStateConfig({
  initial: 'resting',
  states: {
    resting: {
      always: { guard: 'isHistoryStale', target: 'loading' },
      after: { historyExpired: { guard: 'hasTimetable', target: 'loading' } },
    },
    loading: {
      entry: assign({ loadingHistory: ({ context }) => historyKey(context) }),
      always: { guard: 'isLoadingOtherHistory', target: 'resting' },
      invoke: {
        src: 'loadBatteryHistory',
        input: ({ context: { data } }) => ({
          siteId: data?.siteId ?? '',
          from: data?.from ?? '',
          days: data?.days ?? 1,
        }),
        onDone: {
          target: 'resting',
          actions: assign({
            history: ({ context, event }) => ({ of: context.loadingHistory, robots: event.output.robots }),
          }),
        },
        onError: 'failed',
      },
    },
    failed: {
      always: { guard: 'isLoadingOtherHistory', target: 'resting' },
      after: { poll: 'loading' },
    },
  },
});
