/**
 * The control lease of one robot, as this tab stands to it (design 6): one holder, asked for, handed over, taken
 * over with a reason; it lives 15 s and is renewed every 5 s.
 *
 *   watching { resting ─take─▶ taking   ─ask─▶ asking   ─takeOver─▶ givingReason ─confirm─▶ measuring ─▶ takingOver }
 *       ▲  │ the lease names this tab          (refused, or measured too slow: resting, with the reason)
 *  lost │  ▼
 *   mine { term 15 s | renewal: fresh ─5 s─▶ renewing ⇄ retrying 1 s | giving: keeping, releasing, handingOver }
 *          giving it back is also what becomes of it when the network proves too slow to drive (`wheel.refused`)
 *
 * What the lease topic and the replies say decides; a wish alone changes nothing. Whoever leaves the page gives the
 * lease back (the `holding` effect), and a tab that dies lets it lapse.
 */
import { assertEvent, assign, setup } from 'xstate';
import type { Lease } from '../../../contract/entities/lease.ts';
import { LEASE_RENEW_MS, LEASE_TTL_MS, ROUND_TRIP_MAX_MS } from '../../../contract/rules/limits.ts';
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
/** Why this tab steers no more, though nobody here gave the lease back; or why it did not take it over. */
export interface LeaseLoss {
  why: 'expired' | 'takenOver' | 'tooSlow' | 'notTaken';
  by: string;
  reason: string;
  /** ms there and back, where that is why. */
  roundTrip?: number;
}
export interface LeaseInput {
  serialNumber: string;
  /** null until the broker's link is open: without it nothing can be steered. */
  clientId: string | null;
  lease: Lease | null;
}
export type LeaseWish =
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
  | { type: 'wheel.refused'; roundTrip: number }
  | { type: 'term.renewed' }
  | { type: 'term.ended' };

export interface LeaseContext extends LeaseInput {
  reason: string;
  refusal: Failure | null;
  loss: LeaseLoss | null;
}

/** A lost network is worth another try within the term; the server's own no is not. */
const RETRY_RENEWAL_MS = 1_000;
const GONE = [ERRORS.leaseLost, ERRORS.leaseNotHeld, ERRORS.leaseHeld, ERRORS.notAllowed];
const newer = (found: Lease, known: Lease | null): Lease | null => (isNewerLease(found, known) ? found : known);

const machine = setup({
  types: {
    context: {} as LeaseContext,
    input: {} as LeaseInput,
    events: {} as LeaseWish | LeaseReport,
    tags: {} as 'waiting' | 'mine' | 'askingReason',
  },
  actors: {
    callLease: promiseEffect<Lease, LeaseCall>('callLease'),
    /** ms from this tab to the server and back: the way to the robot takes at least as long. */
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
    isTooSlow: (_, { roundTrip }: { roundTrip: number }) => roundTrip > ROUND_TRIP_MAX_MS,
    /** The server says it is not ours (any more): trying again is no use. */
    isGone: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ...GONE),
  },
  delays: { renewDelay: LEASE_RENEW_MS, retryDelay: RETRY_RENEWAL_MS, term: LEASE_TTL_MS },
});

const remember = machine.assign(({ context, event }) => {
  assertEvent(event, 'lease.heard');
  return { lease: newer(event.lease, context.lease) };
});
/** Heard again while it is ours: only a later end is a renewal. */
const rememberMine = machine.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'lease.heard');
  if ((event.lease.expiresAt ?? 0) > (context.lease?.expiresAt ?? 0)) enqueue.raise({ type: 'term.renewed' });
  enqueue.assign({ lease: event.lease });
});
const forgetOld = machine.assign({ refusal: null, loss: null });
const EXPIRED: LeaseLoss = { why: 'expired', by: '', reason: '' };
const noteLoss = machine.assign(({ event }) => {
  assertEvent(event, 'lease.heard');
  const { holder, reason } = event.lease;
  return { loss: holder ? { why: 'takenOver' as const, by: holder.name, reason: reason ?? '' } : EXPIRED };
});
/** The term ran out here: what the server thinks follows with its next word, but nobody steers on a guess. */
const noteExpiry = machine.assign(({ context }) => ({
  loss: EXPIRED,
  lease: context.lease && { ...context.lease, holder: null, expiresAt: null },
}));
const noteTooSlow = machine.assign(({ event }) => {
  assertEvent(event, 'wheel.refused');
  return { loss: { why: 'tooSlow' as const, by: '', reason: '', roundTrip: event.roundTrip } };
});
const disarm = machine.sendTo('holding', { type: 'lease.ended' });

const callInput =
  (act: LeaseAct) =>
  ({ context: { serialNumber, clientId, lease, reason } }: { context: LeaseContext }): LeaseCall => ({
    act,
    serialNumber,
    clientId: clientId ?? '',
    number: lease?.number ?? 0,
    reason: reason.trim(),
  });

/** An ask from the watching side: whatever comes back is news of the lease, a refusal stays to be read. */
const wishing = (act: LeaseAct) =>
  machine.createStateConfig({
    tags: 'waiting',
    entry: forgetOld,
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

/** A voluntary end: on refusal the lease is still ours. */
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
        { guard: 'makesItMine', actions: rememberMine },
        { guard: 'isNewer', target: '#lease.watching', actions: remember },
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
    'loss.dismiss': { actions: forgetOld },
  },
  states: {
    watching: {
      initial: 'resting',
      always: { guard: 'isMine', target: 'mine' },
      on: { 'lease.heard': { actions: remember } },
      states: {
        resting: {
          on: {
            'lease.take': { guard: 'canAct', target: 'taking' },
            'lease.ask': { guard: 'canAct', target: 'asking' },
            'lease.takeOver': { guard: 'canAct', target: 'givingReason' },
          },
        },
        taking: wishing('take'),
        asking: wishing('ask'),
        givingReason: {
          tags: 'askingReason',
          entry: machine.assign({ reason: '', refusal: null }),
          on: {
            'reason.change': { actions: assign({ reason: ({ event }) => event.reason }) },
            'reason.confirm': { guard: 'hasReason', target: 'measuring' },
            'reason.cancel': 'resting',
          },
        },
        // Before anybody loses control to somebody whose network is too slow to drive.
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
            // What is wrong is what taking over says, too.
            onError: 'takingOver',
          },
        },
        takingOver: wishing('takeOver'),
      },
    },
    mine: {
      type: 'parallel',
      tags: 'mine',
      entry: forgetOld,
      exit: disarm,
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
          { guard: 'makesItMine', actions: rememberMine },
          { guard: 'isNewer', target: 'watching', actions: [remember, noteLoss] },
        ],
      },
      states: {
        term: {
          initial: 'running',
          states: {
            running: {
              on: {
                'term.renewed': { target: 'running', reenter: true },
                'term.ended': { target: '#lease.watching', actions: noteExpiry },
              },
              after: { term: { target: '#lease.watching', actions: noteExpiry } },
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
                'wheel.refused': { target: 'releasing', actions: noteTooSlow },
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
