/**
 * A gateway that refuses, hangs or loses messages, for the demo's switchboard of faults. It is used only where no
 * transport would send a message: a fault must not keep back what a real gateway would deliver.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_SILENT, gatewayAnswered } from '../../contract/rules/alarmNotification.ts';
import type { InjectedFaults } from '../injectedFaults.ts';
import type { MessageTransport } from './messageTransport.ts';

/** How long a gateway that hangs is waited for, ms. */
const HANG_MS = 8_000;

/** @returns undefined without a fault of the gateway */
export function faultyTransport(
  faults: Pick<InjectedFaults, 'has'>,
  wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
): MessageTransport | undefined {
  if (faults.has('gatewayRefuses')) return () => Promise.reject(new Error(gatewayAnswered(500)));
  if (faults.has('gatewayHangs'))
    return async () => {
      await wait(HANG_MS);
      throw new Error(GATEWAY_SILENT);
    };
  return faults.has('gatewayLoses') ? () => Promise.resolve() : undefined;
}
