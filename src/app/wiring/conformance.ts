/** Wires the page of a robot's conformance and its test order to the API. */
import { fromPromise } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { ConformanceReport, TestTarget } from '../../../contract/entities/conformance.ts';
import { conformance } from '../../../contract/endpoints/conformance.ts';
import {
  conformanceMachine,
  type ReportRequest,
  type RuleTask,
} from '../../machines/conformance/conformance.machine.ts';
import { type GoRequest, testOrderMachine, type TestOrderInput } from '../../machines/conformance/testOrder.machine.ts';
import { createClient } from '../../services/api.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';
import { resumeRequest } from './resumeRequest.ts';

export function wireConformance({ transport, present, world }: Services, page: Document = document) {
  const api = createClient(conformance, transport);
  const { commands } = present().api;
  const testOrder = testOrderMachine.provide({
    actors: {
      planTest: fromPromise<TestTarget, TestOrderInput>(({ input, signal }) => api.planTest(input, { signal })),
      sendGoTo: fromPromise<Command, GoRequest>(({ input: { serialNumber, mapId, x, y, theta }, signal }) =>
        commands.goTo({ serialNumber, mapId, coordinateX: x, coordinateY: y, theta }, { signal }),
      ),
      sendStop: fromPromise<Command, TestOrderInput>(({ input, signal }) => commands.stop(input, { signal })),
      sendResume: fromPromise<Command, TestOrderInput & { stopId: string }>(
        ({ input: { serialNumber, stopId }, signal }) =>
          commands.resume(resumeRequest(serialNumber, [stopId]), { signal }),
      ),
      sendCancel: fromPromise<Command, TestOrderInput>(({ input, signal }) => commands.cancel(input, { signal })),
      readCommand: fromPromise<Command, { commandId: string }>(({ input, signal }) => commands.get(input, { signal })),
    },
  });
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
