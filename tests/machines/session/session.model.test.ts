/**
 * Model-based: the requirements of spec 4 and 8 on sign-in, sign-out and forced sign-out, as a small model written
 * without looking at the code; every simple path is walked on the real machine.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { settle } from '../../fakes/settle.ts';
import { startSession, userOf } from '../../fakes/startSession.ts';
import { walk } from '../../fakes/walkModel.ts';

type Happening =
  | 'signs in'
  | 'cloud accepts'
  | 'cloud refuses'
  | 'user comes'
  | 'user has no role'
  | 'user cannot be read'
  | 'cloud is away'
  | '2 s pass'
  | 'session is over'
  | 'asks to leave'
  | 'cancels'
  | 'confirms'
  | 'cloud has signed out';

const spec = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'nobody',
  states: {
    nobody: { on: { 'signs in': 'asking', 'session is over': 'nobody' } },
    asking: { on: { 'cloud accepts': 'loading', 'cloud refuses': 'refused' } },
    refused: { on: { 'signs in': 'asking' } },
    loading: {
      on: {
        'user comes': 'in',
        'user has no role': 'putOut',
        'user cannot be read': 'putOut',
        'session is over': 'putOut',
        'cloud is away': 'waiting',
      },
    },
    waiting: { on: { '2 s pass': 'loading' } },
    in: { on: { 'session is over': 'putOut', 'asks to leave': 'asked' } },
    asked: { on: { cancels: 'in', confirms: 'leaving', 'session is over': 'putOut' } },
    leaving: { on: { 'cloud has signed out': 'left', 'session is over': 'leaving' } },
    left: {},
    putOut: { on: { 'session is over': 'putOut' } },
  },
});

const reached = new Set<string>();

describe('a session', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const session = startSession();
      session.actor.subscribe(({ value }) => reached.add(JSON.stringify(value)));
      await settle();
      const { actor, browser } = session;
      await walk(
        path,
        { model: 'session', actor: session.actor },
        {
          events: {
            'signs in': () => session.signIn(),
            'cloud accepts': () => session.accept(),
            'cloud refuses': () => session.refuse('wrongPassword'),
            'user comes': () => session.load(),
            'user has no role': () => session.load(userOf({ roles: [] })),
            'user cannot be read': () => session.failLoading(new ApiError('dataError')),
            'cloud is away': () => session.failLoading(new ApiError('networkFailed')),
            '2 s pass': () => void session.clock.increment(2_000),
            'session is over': () => actor.send({ type: 'session.over', code: ERRORS.sessionInvalid }),
            'asks to leave': () => actor.send({ type: 'session.askSignOut' }),
            cancels: () => session.confirm('confirm.cancel'),
            confirms: () => session.confirm('confirm.accept'),
            'cloud has signed out': async () => {
              session.signOut.last()?.answer();
              await settle();
            },
          },
          states: {
            nobody: () => expect(browser.token).toBeNull(),
            asking: () => expect(session.enter.calls.length).toBeGreaterThan(0),
            refused: () => {
              expect(browser.token).toBeNull();
              expect(session.toldTo('notices')).toEqual([]);
            },
            loading: () => expect(browser.token).toBe('new'),
            waiting: () => expect(browser.token).toBe('new'),
            in: () => expect(actor.getSnapshot().hasTag('signedIn')).toBe(true),
            asked: () => expect(actor.getSnapshot().children.confirm).toBeDefined(),
            leaving: () => expect(session.signOut.calls).toHaveLength(1),
            left: () => {
              expect(browser.token).toBeNull();
              expect(session.toldTo('notices')).toEqual([]);
            },
            putOut: () => {
              expect(browser.token).toBeNull();
              expect(actor.getSnapshot().matches('signedOut')).toBe(true);
              expect(session.toldTo('notices')).toHaveLength(1);
              expect(session.toldTo('app').at(-1)).toMatchObject({ access: { who: 'visitor' } });
            },
          },
        },
      );
    });
  }

  afterAll(() => {
    expect([...reached].sort()).toEqual([
      '"cloudAway"',
      '"loadingUser"',
      '"signingOut"',
      '{"signedIn":{"question":"asking","profile":"known"}}',
      '{"signedIn":{"question":"idle","profile":"known"}}',
      '{"signedOut":"failed"}',
      '{"signedOut":"idle"}',
      '{"signedOut":"signingIn"}',
    ]);
  });
});
