/**
 * The control lease of one robot, as this tab sees it (design 6): one holder; it can be requested, handed over, or
 * taken over with a reason; it lasts 15 s and is renewed every 5 s.
 *
 *   watching { resting ─take─▶ taking   ─ask─▶ asking   ─takeOver─▶ givingReason ─confirm─▶ measuring ─▶ takingOver }
 *       ▲  │ the lease names this tab          (refused, or measured too slow: resting, with the reason)
 * lost │  ▼
 *   mine { term 15 s | renewal: fresh ─5 s─▶ renewing ⇄ retrying 1 s | giving: keeping, releasing, handingOver }
 *          it is also given back when the network is too slow for teleop (`teleop.refused`)
 *
 * Only the lease topic and the responses change the state; a request alone does not. Leaving the page gives the lease
 * back (the `holding` effect); the lease of a tab that crashes expires.
 */
import { assertEvent, assign, setup } from 'xstate';
import type { Lease } from '../../../contract/entities/lease.ts';
import { LEASE_RENEW_MS, LEASE_TTL_MS } from '../../../contract/rules/limits.ts';
import { isSlowDelay } from '../../../contract/rules/roundTrip.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { isHeldBy, isNewerLease } from './leaseOrder.ts';

export type LeaseAct = 'take' | 'renew' | 'release' | 'ask' | 'handOver' | 'takeOver';
export interface LeaseCall {
  act: LeaseAct;
  serialNumber: string;
  clientId: string;
  number: number;
  reason: string;
}
export interface HoldingInput {
  serialNumber: string;
  clientId: string;
  number: number;
}
/** Why this tab lost control without giving the lease back, or why it did not take it over. */
export interface LeaseLoss {
  why: 'expired' | 'takenOver' | 'tooSlow' | 'notTaken';
  by: string;
  reason: string;
  /** Round-trip time in ms, where that is the reason. */
  roundTrip?: number;
}
export interface LeaseInput {
  serialNumber: string;
  /** null until the broker connection is open: control is impossible without it. */
  clientId: string | null;
  lease: Lease | null;
}
export type LeaseRequest =
  | { type: 'lease.take' }
  | { type: 'lease.ask' }
  | { type: 'lease.takeOver' }
  | { type: 'reason.change'; reason: string }
  | { type: 'reason.confirm' }
  | { type: 'reason.cancel' }
  | { type: 'lease.release' }
  | { type: 'lease.handOver' }
  | { type: 'loss.dismiss' };
export type LeaseReport =
  | { type: 'lease.heard'; lease: Lease }
  | { type: 'client.known'; clientId: string }
  | { type: 'teleop.refused'; roundTrip: number }
  | { type: 'term.renewed' }
  | { type: 'term.ended' };

export interface LeaseContext extends LeaseInput {
  reason: string;
  refusal: Failure | null;
  loss: LeaseLoss | null;
}

/** A network error is retried within the term; a rejection by the server is not. */
const RETRY_RENEWAL_MS = 1_000;
const GONE = [ERRORS.leaseLost, ERRORS.leaseNotHeld, ERRORS.leaseHeld, ERRORS.notAllowed];
const newer = (found: Lease, known: Lease | null): Lease | null => (isNewerLease(found, known) ? found : known);

const machine = setup({
  types: {
    context: {} as LeaseContext,
    input: {} as LeaseInput,
    events: {} as LeaseRequest | LeaseReport,
    tags: {} as 'waiting' | 'mine' | 'askingReason',
  },
  actors: {
    callLease: promiseEffect<Lease, LeaseCall>('callLease'),
    /** Round trip from this tab to the server, ms: the path to the robot takes at least as long. */
    measureRoundTrip: promiseEffect<number, { serialNumber: string }>('measureRoundTrip'),
    holding: callbackEffect<HoldingInput>('holding'),
  },
  guards: {
    isNewer: ({ context, event }) => event.type === 'lease.heard' && isNewerLease(event.lease, context.lease),
    makesItMine: ({ context, event }) =>
      event.type === 'lease.heard' &&
      isNewerLease(event.lease, context.lease) &&
      isHeldBy(event.lease, context.clientId),
    isMine: ({ context }) => isHeldBy(context.lease, context.clientId),
    canAct: ({ context }) => context.clientId !== null,
    hasReason: ({ context }) => context.reason.trim() !== '',
    isAskedFor: ({ context }) => context.lease?.askedBy !== null && context.lease?.askedBy !== undefined,
    isTooSlow: (_, { roundTrip }: { roundTrip: number }) => isSlowDelay(roundTrip),
    /** The server says that the lease is not ours (any more): a retry is pointless. */
    isGone: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ...GONE),
  },
  delays: { renewDelay: LEASE_RENEW_MS, retryDelay: RETRY_RENEWAL_MS, term: LEASE_TTL_MS },
});

const assignLease = machine.assign(({ context, event }) => {
  assertEvent(event, 'lease.heard');
  return { lease: newer(event.lease, context.lease) };
});
/** Received again while the lease is ours: only a later expiry is a renewal. */
const assignOwnLease = machine.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'lease.heard');
  if ((event.lease.expiresAt ?? 0) > (context.lease?.expiresAt ?? 0)) enqueue.raise({ type: 'term.renewed' });
  enqueue.assign({ lease: event.lease });
});
const clearNews = machine.assign({ refusal: null, loss: null });
const EXPIRED: LeaseLoss = { why: 'expired', by: '', reason: '' };
const assignLoss = machine.assign(({ event }) => {
  assertEvent(event, 'lease.heard');
  const { holder, reason } = event.lease;
  return { loss: holder ? { why: 'takenOver' as const, by: holder.name, reason: reason ?? '' } : EXPIRED };
});
/**
 * The term ended by the local clock. The server's state follows with its next message, but nobody has control until
 * then.
 */
const assignExpiry = machine.assign(({ context }) => ({
  loss: EXPIRED,
  lease: context.lease && { ...context.lease, holder: null, expiresAt: null },
}));
const assignTooSlow = machine.assign(({ event }) => {
  assertEvent(event, 'teleop.refused');
  return { loss: { why: 'tooSlow' as const, by: '', reason: '', roundTrip: event.roundTrip } };
});
const notifyHolding = machine.sendTo('holding', { type: 'lease.ended' });

const callInput =
  (act: LeaseAct) =>
  ({ context: { serialNumber, clientId, lease, reason } }: { context: LeaseContext }): LeaseCall => ({
    act,
    serialNumber,
    clientId: clientId ?? '',
    number: lease?.number ?? 0,
    reason: reason.trim(),
  });

/** A request without holding the lease: any response updates the lease; a rejection stays visible. */
const requesting = (act: LeaseAct) =>
  machine.createStateConfig({
    tags: 'waiting',
    entry: clearNews,
    invoke: {
      src: 'callLease',
      input: callInput(act),
      onDone: {
        target: 'resting',
        actions: assign({ lease: ({ context, event }) => newer(event.output, context.lease) }),
      },
      onError: { target: 'resting', actions: assign({ refusal: ({ event }) => failureOf(event.error) }) },
    },
  });

/** Giving the lease away voluntarily: if it is rejected, the lease is still ours. */
const giving = (act: LeaseAct) =>
  machine.createStateConfig({
    tags: 'waiting',
    invoke: {
      src: 'callLease',
      input: callInput(act),
      onDone: {
        target: 'keeping',
        actions: assign({ lease: ({ context, event }) => newer(event.output, context.lease) }),
      },
      onError: [
        { guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) }, target: '#lease.watching' },
        { target: 'keeping', actions: assign({ refusal: ({ event }) => failureOf(event.error) }) },
      ],
    },
    on: {
      'lease.heard': [
        { guard: 'makesItMine', actions: assignOwnLease },
        { guard: 'isNewer', target: '#lease.watching', actions: assignLease },
        {},
      ],
    },
  });

export const leaseMachine = machine.createMachine({
  id: 'lease',
  context: ({ input }) => ({ ...input, reason: '', refusal: null, loss: null }),
  initial: 'watching',
  on: {
    'client.known': { actions: assign({ clientId: ({ event }) => event.clientId }) },
    'loss.dismiss': { actions: clearNews },
  },
  states: {
    watching: {
      initial: 'resting',
      always: { guard: 'isMine', target: 'mine' },
      on: { 'lease.heard': { actions: assignLease } },
      states: {
        resting: {
          on: {
            'lease.take': { guard: 'canAct', target: 'taking' },
            'lease.ask': { guard: 'canAct', target: 'asking' },
            'lease.takeOver': { guard: 'canAct', target: 'givingReason' },
          },
        },
        taking: requesting('take'),
        asking: requesting('ask'),
        givingReason: {
          tags: 'askingReason',
          entry: machine.assign({ reason: '', refusal: null }),
          on: {
            'reason.change': { actions: assign({ reason: ({ event }) => event.reason }) },
            'reason.confirm': { guard: 'hasReason', target: 'measuring' },
            'reason.cancel': 'resting',
          },
        },
        // Checked before the current holder loses control to a user whose network is too slow.
        measuring: {
          tags: 'waiting',
          invoke: {
            src: 'measureRoundTrip',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: [
              {
                guard: { type: 'isTooSlow', params: ({ event }) => ({ roundTrip: event.output }) },
                target: 'resting',
                actions: assign({
                  loss: ({ event }) => ({ why: 'notTaken', by: '', reason: '', roundTrip: event.output }),
                }),
              },
              'takingOver',
            ],
            // Taking over reports the same error.
            onError: 'takingOver',
          },
        },
        takingOver: requesting('takeOver'),
      },
    },
    mine: {
      type: 'parallel',
      tags: 'mine',
      entry: clearNews,
      exit: notifyHolding,
      invoke: {
        id: 'holding',
        src: 'holding',
        input: ({ context: { serialNumber, clientId, lease } }) => ({
          serialNumber,
          clientId: clientId ?? '',
          number: lease?.number ?? 0,
        }),
      },
      on: {
        'lease.heard': [
          { guard: 'makesItMine', actions: assignOwnLease },
          { guard: 'isNewer', target: 'watching', actions: [assignLease, assignLoss] },
        ],
      },
      states: {
        term: {
          initial: 'running',
          states: {
            running: {
              on: {
                'term.renewed': { target: 'running', reenter: true },
                'term.ended': { target: '#lease.watching', actions: assignExpiry },
              },
              after: { term: { target: '#lease.watching', actions: assignExpiry } },
            },
          },
        },
        renewal: {
          initial: 'fresh',
          states: {
            fresh: { entry: machine.raise({ type: 'term.renewed' }), after: { renewDelay: 'renewing' } },
            renewing: {
              invoke: {
                src: 'callLease',
                input: callInput('renew'),
                onDone: {
                  target: 'fresh',
                  actions: assign({ lease: ({ context, event }) => newer(event.output, context.lease) }),
                },
                onError: [
                  { guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) }, target: 'denied' },
                  'retrying',
                ],
              },
            },
            retrying: { after: { retryDelay: 'renewing' } },
            denied: { entry: machine.raise({ type: 'term.ended' }) },
          },
        },
        giving: {
          initial: 'keeping',
          states: {
            keeping: {
              on: {
                'lease.release': 'releasing',
                'teleop.refused': { target: 'releasing', actions: assignTooSlow },
                'lease.handOver': { guard: 'isAskedFor', target: 'handingOver' },
              },
              always: { guard: ({ context }) => !isHeldBy(context.lease, context.clientId), target: '#lease.watching' },
            },
            releasing: giving('release'),
            handingOver: giving('handOver'),
          },
        },
      },
    },
  },
});
