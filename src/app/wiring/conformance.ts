/** Wires the page of a robot's conformance and its test order to the API. */
import { fromPromise } from 'xstate';
import type { ConformanceReport } from '../../../contract/entities/conformance.ts';
import { conformance } from '../../../contract/endpoints/conformance.ts';
import {
  conformanceMachine,
  type ReportRequest,
  type RuleTask,
} from '../../machines/conformance/conformance.machine.ts';
import { createClient } from '../../services/api.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';
import { wireTestOrder } from './testOrder.ts';

export function wireConformance({ transport, present, world }: Services, page: Document = document) {
  const api = createClient(conformance, transport);
  const testOrder = wireTestOrder({ transport, present });
  return conformanceMachine.provide({
    actors: {
      loadReport: fromPromise<ConformanceReport, ReportRequest>(async ({ input, signal }) => {
        await whenVisible(page, signal);
        return api.get(input, { signal });
      }),
      changeRule: fromPromise<null, RuleTask>(({ input, signal }) => {
        const { serialNumber, kind, value } = input;
        return input.what === 'accept'
          ? api.accept({ serialNumber, kind, value, meaning: input.meaning }, { signal })
          : api.withdraw({ serialNumber, kind, value }, { signal });
      }),
      testOrder,
    },
    actions: {
      saveLog: (_, { serialNumber, log }) => {
        const lines = log.map(({ payload, ...one }) => ({
          ...one,
          at: new Date(one.at).toISOString(),
          message: payload === '' ? null : (JSON.parse(payload) as unknown),
        }));
        const file = new Blob([JSON.stringify(lines, null, 2)], { type: 'application/json' });
        world.save(file, `messages-${serialNumber}.json`);
      },
    },
  });
}
