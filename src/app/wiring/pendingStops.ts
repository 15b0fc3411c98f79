/** Wires pending Stops to the API, the browser storage, and the confirmation before the tab closes. */
import { fromCallback, fromPromise } from 'xstate';
import { BASE_ERRORS, BaseApiError } from '../../../contract/wire/baseApiError.ts';
import { STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import type { FoundStop, KeptStop, Person } from '../../machines/app/events.ts';
import { failureOf, isFailure } from '../../machines/failure.ts';
import { pendingStopMachine, type StopSent } from '../../machines/pendingStops/pendingStop.machine.ts';
import { pendingStopsMachine } from '../../machines/pendingStops/pendingStops.machine.ts';
import type { Services } from '../services.ts';

export function wirePendingStops(
  { presence, world: { storage, clock, media, newId } }: Services,
  loadBar: () => Promise<void>,
) {
  const send = async ({ stop, user }: { stop: KeptStop; user: Person }, signal: AbortSignal): Promise<StopSent> => {
    // Timers pause while the computer is suspended: after hours of suspension it must not stop a robot unexpectedly.
    const kept = storage.pendingStop(stop.serialNumber, Date.now());
    if (kept?.stop.askedAt === stop.askedAt && kept.age > STOP_RETRY_MS) return { result: 'tooOld' };
    const { api } = await presence();
    try {
      await api.commands.stop(
        { serialNumber: stop.serialNumber },
        { signal, once: true, id: storage.pendingStopRequest(stop, user.userId, newId) },
      );
    } catch (error) {
      // A response that this console cannot parse still proves that the server has it.
      if (!isFailure(failureOf(error), BASE_ERRORS.dataError)) {
        if (
          error instanceof BaseApiError &&
          !isFailure(failureOf(error), BASE_ERRORS.networkFailed, BASE_ERRORS.requestTimedOut)
        )
          storage.renewPendingStopRequest(stop);
        throw error;
      }
    }
    return { result: 'sent', at: clock.now() };
  };
  return pendingStopsMachine.provide({
    actors: {
      pendingStop: pendingStopMachine.provide({
        actors: {
          sendStop: fromPromise<StopSent, { stop: KeptStop; user: Person }>(({ input, signal }) => send(input, signal)),
        },
        actions: {
          keepStop: (_, { stop }) => storage.keepPendingStop(stop, Date.now()),
          forgetStop: (_, { serialNumber }) => storage.forgetPendingStop(serialNumber),
        },
      }),
      readKept: fromPromise<readonly FoundStop[]>(async () => storage.pendingStops(Date.now())),
      guardTab: fromCallback(() => media.guardTab()),
      loadBar: fromPromise<void>(loadBar),
    },
  });
}
