/** Wires what needs the user now to the API. */
import { fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { type NextRun, type TodayBoard, todayMachine, type TodayTask } from '../../machines/today/today.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireToday({ transport }: Services) {
  const { board, resendCode, sendBack, moreTime, acknowledge } = createClient(deliveries, transport);
  const acts = { resendCode, sendBack, moreTime, acknowledge };
  return todayMachine.provide({
    actors: {
      loadBoard: fromPromise<TodayBoard>(async ({ signal }) => {
        const { time, rows } = await board({}, { signal });
        return { time, rows };
      }),
      // Without scheduled tasks there are no runs ahead.
      loadRuns: fromPromise<readonly NextRun[]>(() => Promise.resolve([])),
      act: fromPromise<Delivery, TodayTask>(({ input: { deliveryId, act } }) => acts[act]({ deliveryId })),
    },
  });
}
