/** The lease machine on a simulated clock, with an API that the test resolves. */
import { createActor, fromCallback, fromPromise, SimulatedClock, type EventObject } from 'xstate';
import type { Lease } from '../../contract/entities/lease.ts';
import { LEASE_TTL_MS } from '../../contract/rules/limits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { type HoldingInput, type LeaseCall, leaseMachine } from '../../src/machines/robotData/lease.machine.ts';
import { settle } from './settle.ts';

export const ME = 'me~tab1';
export const OTHER = 'chen~tab9';
const SN = 'SN';

export function startLease(clientId: string | null = ME) {
  const clock = new SimulatedClock();
  const calls: LeaseCall[] = [];
  const held = new Set<number>();
  const released: number[] = [];
  let waiting: { resolve(lease: Lease): void; reject(error: unknown): void } | null = null;
  let measuring: { resolve(ms: number): void; reject(error: unknown): void } | null = null;
  let lease: Lease = {
    serialNumber: SN,
    number: 3,
    holder: null,
    since: null,
    expiresAt: null,
    reason: null,
    askedBy: null,
  };
  const cloud = {
    /** The lease as stored on the server. */
    get lease() {
      return lease;
    },
    heldBy(client: string | null, { reason = null, number }: { reason?: string | null; number?: number } = {}): Lease {
      lease = {
        serialNumber: SN,
        number: number ?? lease.number + (client ? 1 : 0),
        reason,
        askedBy: null,
        holder: client ? { userId: client, name: client === ME ? 'Lin Wei' : 'Chen Yu', clientId: client } : null,
        since: client ? clock.now() : null,
        expiresAt: client ? clock.now() + LEASE_TTL_MS : null,
      };
      return lease;
    },
    async answer(answered: Lease = lease) {
      waiting?.resolve(answered);
      waiting = null;
      await settle();
    },
    async refuse(error: ErrorName) {
      waiting?.reject(new ApiError(error));
      waiting = null;
      await settle();
    },
    isAsked: () => waiting !== null,
    /** Resolves the measurement of the round-trip time to the server; null: it fails. */
    async measured(ms: number | null) {
      if (ms === null) measuring?.reject(new ApiError('networkFailed'));
      else measuring?.resolve(ms);
      measuring = null;
      await settle();
    },
  };
  const actor = createActor(
    leaseMachine.provide({
      actors: {
        callLease: fromPromise<Lease, LeaseCall>(({ input }) => {
          calls.push(input);
          return new Promise((resolve, reject) => {
            waiting = { resolve, reject };
          });
        }),
        measureRoundTrip: fromPromise<number, { serialNumber: string }>(
          () =>
            new Promise((resolve, reject) => {
              measuring = { resolve, reject };
            }),
        ),
        holding: fromCallback<EventObject, HoldingInput>(({ input: { number }, receive }) => {
          held.add(number);
          let armed = true;
          receive(() => {
            armed = false;
          });
          return () => {
            held.delete(number);
            if (armed) released.push(number);
          };
        }),
      },
    }),
    { input: { serialNumber: SN, clientId, lease }, clock },
  ).start();
  return {
    actor,
    clock,
    calls,
    cloud,
    held,
    released,
    hear: (heard: Lease) => actor.send({ type: 'lease.heard', lease: heard }),
  };
}
