/**
 * Requirement (design 6): teleop needs the lease. It has one holder; it can be requested, handed over, and taken over
 * with a reason; it expires after 15 s and is renewed every 5 s; a holder who loses it is notified.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ME, OTHER, startLease } from '../../fakes/startLease.ts';
import { settle } from '../../fakes/settle.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'I ask to take it'
  | 'the cloud gives it'
  | 'the cloud refuses'
  | 'Chen has it'
  | 'nobody has it'
  | 'I ask Chen'
  | 'Chen hands it over'
  | 'I want to take it over'
  | 'I give a reason'
  | 'I think better of it'
  | 'the way to the server takes 300 ms'
  | 'the way to the server takes 301 ms'
  | 'it cannot be measured'
  | 'I release it'
  | 'the cloud takes it back'
  | 'Chen takes it over'
  | '5 s pass'
  | 'it is renewed'
  | 'the network fails'
  | '15 s pass unanswered';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'nobody',
  states: {
    nobody: { on: { 'I ask to take it': 'taking', 'Chen has it': 'watching' } },
    taking: { on: { 'the cloud gives it': 'mine', 'the cloud refuses': 'refused' } },
    refused: {},
    watching: { on: { 'nobody has it': 'nobodyAgain', 'I ask Chen': 'asking', 'I want to take it over': 'reasoning' } },
    nobodyAgain: {},
    asking: { on: { 'Chen hands it over': 'mine' } },
    reasoning: { on: { 'I think better of it': 'watching', 'I give a reason': 'measuring' } },
    measuring: {
      on: {
        'the way to the server takes 300 ms': 'takingOver',
        'the way to the server takes 301 ms': 'notTaken',
        'it cannot be measured': 'takingOver',
      },
    },
    notTaken: {},
    takingOver: { on: { 'the cloud gives it': 'mine' } },
    mine: { on: { 'I release it': 'releasing', 'Chen takes it over': 'takenOver', '5 s pass': 'renewing' } },
    renewing: { on: { 'it is renewed': 'renewed', 'the network fails': 'clinging' } },
    renewed: {},
    clinging: { on: { '15 s pass unanswered': 'expired' } },
    releasing: { on: { 'the cloud takes it back': 'givenBack' } },
    givenBack: {},
    takenOver: {},
    expired: {},
  },
});

const reached = new Set<string>();

describe('the control lease', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, clock, cloud, calls, held, released, hear } = startLease();
      actor.subscribe(({ value }) => reached.add(JSON.stringify(value)));
      const isMine = () => actor.getSnapshot().hasTag('mine');

      await walk(
        path,
        { model: 'lease', actor },
        {
          events: {
            'I ask to take it': () => actor.send({ type: 'lease.take' }),
            'the cloud gives it': async () => cloud.answer(cloud.heldBy(ME)),
            'the cloud refuses': async () => cloud.refuse('leaseHeld'),
            'Chen has it': () => hear(cloud.heldBy(OTHER)),
            'nobody has it': () => hear(cloud.heldBy(null)),
            'I ask Chen': async () => {
              actor.send({ type: 'lease.ask' });
              await cloud.answer({ ...cloud.lease, askedBy: { userId: ME, name: 'Lin Wei', clientId: ME, at: 1 } });
            },
            'Chen hands it over': () => hear(cloud.heldBy(ME)),
            'I want to take it over': () => actor.send({ type: 'lease.takeOver' }),
            'I give a reason': () => {
              actor.send({ type: 'reason.confirm' }); // nothing happens without a reason
              expect(calls).toHaveLength(0);
              actor.send({ type: 'reason.change', reason: ' guest waits ' });
              actor.send({ type: 'reason.confirm' });
            },
            'the way to the server takes 300 ms': async () => cloud.measured(300),
            'the way to the server takes 301 ms': async () => cloud.measured(301),
            'it cannot be measured': async () => cloud.measured(null),
            'I think better of it': () => actor.send({ type: 'reason.cancel' }),
            'I release it': () => actor.send({ type: 'lease.release' }),
            'the cloud takes it back': async () => cloud.answer(cloud.heldBy(null)),
            'Chen takes it over': () => hear(cloud.heldBy(OTHER, { reason: 'guest waits' })),
            '5 s pass': () => clock.increment(5_000),
            'it is renewed': async () => cloud.answer({ ...cloud.lease, expiresAt: clock.now() + 15_000 }),
            'the network fails': async () => cloud.refuse('networkFailed'),
            '15 s pass unanswered': async () => {
              for (let second = 0; second < 10; second += 1) {
                clock.increment(1_000);
                await settle();
                if (cloud.isAsked()) await cloud.refuse('networkFailed');
              }
            },
          },
          states: {
            nobody: () => expect(isMine()).toBe(false),
            taking: () => {
              expect(actor.getSnapshot().hasTag('waiting')).toBe(true);
              expect(calls.at(-1)).toMatchObject({ act: 'take', clientId: ME });
            },
            refused: () => {
              expect(isMine()).toBe(false);
              expect(actor.getSnapshot().context.refusal?.code).toBe(40216);
            },
            watching: () => expect(isMine()).toBe(false),
            nobodyAgain: () => expect(isMine()).toBe(false),
            asking: () => {
              expect(isMine()).toBe(false);
              expect(actor.getSnapshot().context.lease?.askedBy?.clientId).toBe(ME);
            },
            reasoning: () => expect(actor.getSnapshot().hasTag('askingReason')).toBe(true),
            measuring: () => {
              expect(actor.getSnapshot().hasTag('waiting')).toBe(true);
              expect(calls).toHaveLength(0); // Chen keeps control
            },
            notTaken: () => {
              expect(isMine()).toBe(false);
              expect(calls).toHaveLength(0);
              expect(actor.getSnapshot().context.loss).toMatchObject({ why: 'notTaken', roundTrip: 301 });
            },
            takingOver: () => expect(calls.at(-1)).toMatchObject({ act: 'takeOver', reason: 'guest waits' }),
            mine: () => {
              expect(isMine()).toBe(true);
              expect([...held]).toEqual([cloud.lease.number]);
            },
            renewing: () => {
              expect(isMine()).toBe(true);
              expect(calls.at(-1)).toMatchObject({ act: 'renew', number: cloud.lease.number });
            },
            renewed: () => {
              clock.increment(4_999);
              const before = calls.length;
              clock.increment(1);
              expect(calls.length).toBe(before + 1);
              expect(isMine()).toBe(true);
            },
            clinging: () => expect(isMine()).toBe(true),
            releasing: () => expect(calls.at(-1)).toMatchObject({ act: 'release', number: cloud.lease.number }),
            givenBack: () => {
              expect(isMine()).toBe(false);
              expect(actor.getSnapshot().context.loss).toBeNull();
            },
            takenOver: () => {
              expect(isMine()).toBe(false);
              expect(actor.getSnapshot().context.loss).toEqual({
                why: 'takenOver',
                by: 'Chen Yu',
                reason: 'guest waits',
              });
              expect(released).toEqual([]);
            },
            expired: () => {
              expect(isMine()).toBe(false);
              expect(actor.getSnapshot().context.loss?.why).toBe('expired');
            },
          },
        },
      );
    });
  }

  afterAll(() => {
    for (const state of [
      'taking',
      'asking',
      'givingReason',
      'measuring',
      'takingOver',
      'releasing',
      'renewing',
      'retrying',
      'fresh',
    ])
      expect(
        [...reached].some((value) => value.includes(state)),
        state,
      ).toBe(true);
  });
});
