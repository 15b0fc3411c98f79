/**
 * Model-based: approving a sign-in and binding a robot, as small models of the app's specified behaviour; every simple
 * path is walked on the real machines.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import {
  selectApproval,
  selectApprovalState,
  selectBinding,
  selectBindingState,
  selectIsDeciding,
} from '../../../src/machines/companion/companion.selectors.ts';
import { CLAIM, REQUEST, startCompanion } from '../../fakes/startCompanion.ts';
import { walk } from '../../fakes/walkModel.ts';

type Approving =
  | 'it is there'
  | 'it was let in already'
  | 'it is over'
  | 'the cloud is away'
  | 'tries again'
  | 'approves'
  | 'refuses'
  | 'done'
  | 'the number is wrong'
  | 'the last try was wrong'
  | 'time passes';
const approving = setup({ types: { events: {} as { type: Approving } } }).createMachine({
  initial: 'looking',
  states: {
    looking: {
      on: {
        'it is there': 'asked',
        'it was let in already': 'approved',
        'it is over': 'expired',
        'the cloud is away': 'failed',
      },
    },
    failed: { on: { 'tries again': 'looking' } },
    asked: { on: { approves: 'approving', refuses: 'refusing', 'time passes': 'expired' } },
    approving: {
      on: {
        done: 'approved',
        'the number is wrong': 'asked',
        'the last try was wrong': 'turnedAway',
        'it is over': 'expired',
        'time passes': 'expired',
      },
    },
    refusing: { on: { done: 'refused', 'it is over': 'expired' } },
    approved: {},
    refused: {},
    turnedAway: {},
    expired: {},
  },
});

describe('letting a page in', () => {
  for (const path of createTestModel(approving).getSimplePaths()) {
    it(path.description, async () => {
      const app = await startCompanion({ userId: 'u1', code: { kind: 'signIn', code: 'c' } });
      const ref = app.child('approval');
      const now = () => ref?.getSnapshot() as Parameters<typeof selectApprovalState>[0];
      const running = () => (selectIsDeciding(now()) === 'refusing' ? app.refuse : app.approve);
      await walk(
        path,
        { model: 'approval', actor: app.actor },
        {
          events: {
            'it is there': () => app.scan.answer(REQUEST),
            'it was let in already': () => app.scan.answer({ ...REQUEST, state: 'approved' }),
            'it is over': () =>
              (selectApprovalState(now()) === 'looking' ? app.scan : running()).refuse('qrCodeExpired'),
            'the cloud is away': () => app.scan.refuse('networkFailed'),
            'tries again': () => ref?.send({ type: 'request.retry' } as never),
            approves: () => {
              ref?.send({ type: 'number.type', value: 'a4 27' } as never);
              ref?.send({ type: 'request.approve' } as never);
            },
            refuses: () => ref?.send({ type: 'request.refuse' } as never),
            done: () => running().answer(null),
            'the number is wrong': () => app.approve.refuse('qrNumberWrong', { words: { left: 2 } }),
            'the last try was wrong': () => app.approve.refuse('qrNumberWrong', { words: { left: 0 } }),
            'time passes': () => void app.clock.increment(REQUEST.leftMs),
          },
          states: {
            looking: () => expect(selectApprovalState(now())).toBe('looking'),
            failed: () => expect(selectApprovalState(now())).toBe('failed'),
            asked: () => {
              expect([
                selectApprovalState(now()),
                selectIsDeciding(now()),
                selectApproval(now()).request?.address,
              ]).toEqual(['deciding', null, REQUEST.address]);
              // Approval without the number is ignored.
              if (selectApproval(now()).number === '') ref?.send({ type: 'request.approve' } as never);
              expect(selectIsDeciding(now())).toBeNull();
            },
            approving: () => expect(app.approve.asked.at(-1)).toEqual({ qrcode: 'c', number: '42' }),
            refusing: () => expect(app.refuse.asked).toEqual([{ qrcode: 'c' }]),
            approved: () => expect(selectApprovalState(now())).toBe('approved'),
            refused: () => expect(selectApprovalState(now())).toBe('refused'),
            turnedAway: () => expect(selectApprovalState(now())).toBe('turnedAway'),
            expired: () => expect(selectApprovalState(now())).toBe('expired'),
          },
        },
      );
    });
  }
});

type Binding =
  | 'it is free'
  | 'it is mine'
  | "it is somebody's"
  | 'nobody knows it'
  | 'the cloud is away'
  | 'tries again'
  | 'binds'
  | 'done'
  | 'somebody was faster';
const binding = setup({ types: { events: {} as { type: Binding } } }).createMachine({
  initial: 'looking',
  states: {
    looking: {
      on: {
        'it is free': 'asked',
        'it is mine': 'yours',
        "it is somebody's": 'taken',
        'nobody knows it': 'unknown',
        'the cloud is away': 'failed',
      },
    },
    failed: { on: { 'tries again': 'looking' } },
    asked: { on: { binds: 'binding' } },
    binding: {
      on: { done: 'bound', 'somebody was faster': 'taken', 'nobody knows it': 'unknown', 'the cloud is away': 'asked' },
    },
    bound: {},
    yours: {},
    taken: {},
    unknown: {},
  },
});

describe('binding a robot', () => {
  for (const path of createTestModel(binding).getSimplePaths()) {
    it(path.description, async () => {
      const app = await startCompanion({ userId: 'u1', code: { kind: 'claim', code: 'AAAA' } });
      const ref = app.child('binding');
      const state = () => selectBindingState(ref?.getSnapshot() as Parameters<typeof selectBindingState>[0]);
      const running = () => (state() === 'looking' ? app.look : app.bind);
      const is = (name: ReturnType<typeof state>) => () => expect(state()).toBe(name);
      await walk(
        path,
        { model: 'binding', actor: app.actor },
        {
          events: {
            'it is free': () => app.look.answer(CLAIM),
            'it is mine': () => app.look.answer({ ...CLAIM, standing: 'yours' }),
            "it is somebody's": () => app.look.answer({ ...CLAIM, standing: 'taken' }),
            'nobody knows it': () => running().refuse('claimCodeWrong'),
            'the cloud is away': () => running().refuse('networkFailed'),
            'tries again': () => ref?.send({ type: 'robot.retry' } as never),
            binds: () => ref?.send({ type: 'robot.bind' } as never),
            done: () => app.bind.answer({ addedRole: null, raisers: ['Ann'] }),
            'somebody was faster': () => app.bind.refuse('robotAlreadyBound'),
          },
          states: {
            looking: is('looking'),
            failed: is('failed'),
            asked: is('asked'),
            binding: is('binding'),
            yours: is('yours'),
            taken: is('taken'),
            unknown: is('unknown'),
            bound: () => {
              expect(state()).toBe('bound');
              expect(selectBinding(ref?.getSnapshot() as never).bound?.raisers).toEqual(['Ann']);
              // The list is reloaded, because it has one more robot.
              expect(app.loadRobots.asked.length).toBeGreaterThan(1);
            },
          },
        },
      );
    });
  }
});
