/** Wires a robot's test order to the API, for each page that offers one. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { conformance } from '../../../contract/endpoints/conformance.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { StartedTest } from '../../../contract/entities/conformance.ts';
import { LEASE_RENEW_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  type GoRequest,
  type HeldLease,
  testOrderMachine,
  type TestOrderInput,
} from '../../machines/conformance/testOrder.machine.ts';
import { failureOf, isFailure } from '../../machines/failure.ts';
import { createClient } from '../../services/api.ts';
import { LEAVING } from '../../services/leaving.ts';
import type { Services } from '../services.ts';
import { resumeRequest } from './resumeRequest.ts';

export function wireTestOrder({ transport, present }: Pick<Services, 'transport' | 'present'>, tab: Window = window) {
  const api = createClient(conformance, transport);
  const { commands, control } = present().api;
  return testOrderMachine.provide({
    actors: {
      startTest: fromPromise<StartedTest, TestOrderInput>(({ input, signal }) => api.startTest(input, { signal })),
      holdLease: fromCallback<EventObject, HeldLease>(({ input, sendBack }) => {
        const renewals = tab.setInterval(() => {
          control.renew(input).catch((error: unknown) => {
            // A renewal that did not arrive is repeated within the term; a refused one is final.
            if (isFailure(failureOf(error), ERRORS.leaseLost, ERRORS.notAllowed)) sendBack({ type: 'lease.lost' });
          });
        }, LEASE_RENEW_MS);
        let isOurs = true;
        const giveBack = (): void => {
          // Without an answer the lease expires.
          if (isOurs) control.release(input, LEAVING).catch(() => undefined);
          isOurs = false;
        };
        tab.addEventListener('pagehide', giveBack);
        return () => {
          tab.clearInterval(renewals);
          tab.removeEventListener('pagehide', giveBack);
          giveBack();
        };
      }),
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
}
