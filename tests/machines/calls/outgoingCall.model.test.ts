/**
 * Model-based: an operator calls a robot. Beside call.model.test.ts, which walks the call itself, this one walks its begin
 * and what follows an attempt: a drop before the server has answered, a request that is withdrawn, a refusal, busy, nobody
 * answers, and calling again after each of them.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { CallEnd } from '../../../contract/rules/call.ts';
import { ERRORS, type ErrorName } from '../../../contract/wire/errors.ts';
import {
  selectCalledRobot,
  selectCallFailure,
  selectOwnCall,
  selectOwnState,
  type OwnState,
} from '../../../src/machines/calls/calls.selectors.ts';
import { callWorld, settled } from '../../fakes/callWorld.ts';
import { walk } from '../../fakes/walkModel.ts';

const over = { 'the operator calls again': 'askedAgain', 'the operator closes it': 'closed' } as const;
const spec = setup({
  types: {
    events: {} as {
      type:
        | 'the operator calls'
        | 'the operator calls again'
        | 'the operator hangs up'
        | 'the operator closes it'
        | 'the request is answered'
        | 'the answer is lost'
        | 'the robot talks with somebody'
        | 'the robot is offline'
        | 'the right is lost'
        | 'the network goes'
        | 'the network goes for 70 s'
        | 'the network is back'
        | 'the robot is busy'
        | 'the robot dies'
        | 'the visitor answers'
        | 'the visitor declines'
        | 'the visitor hangs up'
        | '30 s pass';
    },
  },
}).createMachine({
  initial: 'idle',
  states: {
    idle: { on: { 'the operator calls': 'asked' } },
    asked: {
      on: {
        'the request is answered': 'ringing',
        'the answer is lost': 'unknowing',
        'the robot talks with somebody': 'refusedBusy',
        'the robot is offline': 'refusedOffline',
        'the right is lost': 'refusedForeign',
        'the network goes': 'askedAlone',
        'the operator hangs up': 'withdrawing',
      },
    },
    askedAlone: { on: { 'the request is answered': 'notReached', 'the operator hangs up': 'withdrawingAlone' } },
    withdrawingAlone: { on: { 'the request is answered': 'forgotten' } },
    notReached: { on: { 'the network is back': 'notReachedBack', 'the operator closes it': 'closed' } },
    notReachedBack: { on: over },
    withdrawing: {
      on: {
        'the request is answered': 'withdrawn',
        'the robot talks with somebody': 'forgotten',
        'the network goes': 'withdrawingAlone',
        'the answer is lost': 'forgottenRinging',
      },
    },
    /** Nothing began, and nothing is shown. */
    forgotten: {},
    /** The robot rings, and the console does not know it: without repeats the server withdraws it. */
    forgottenRinging: { on: { '30 s pass': 'forgottenWithdrawn' } },
    forgottenWithdrawn: {},
    unknowing: { on: { 'the operator calls again': 'askedAgain', '30 s pass': 'unknowingWithdrawn' } },
    unknowingWithdrawn: { on: over },
    refusedBusy: { on: over },
    refusedOffline: { on: over },
    refusedForeign: { on: { 'the operator closes it': 'closed' } },
    ringing: {
      on: {
        'the robot is busy': 'busy',
        'the visitor declines': 'declined',
        'the visitor answers': 'talking',
        'the robot dies': 'robotGone',
        'the operator hangs up': 'withdrawn',
        'the network goes for 70 s': 'lost',
        '30 s pass': 'notAnswered',
      },
    },
    busy: { on: over },
    declined: { on: over },
    notAnswered: { on: over },
    withdrawn: { on: over },
    robotGone: { on: { 'the operator closes it': 'closed' } },
    /** The server withdrew the call, and the console cannot know it. */
    lost: { on: { 'the network is back': 'lostBack', 'the operator closes it': 'closed' } },
    lostBack: { on: over },
    talking: { on: { 'the operator hangs up': 'hungUp', 'the visitor hangs up': 'hungUp' } },
    hungUp: { on: over },
    closed: {},
    askedAgain: {
      on: {
        'the request is answered': 'ringingAgain',
        'the robot talks with somebody': 'refusedAgain',
        'the operator hangs up': 'withdrawingAgain',
      },
    },
    ringingAgain: {
      on: { 'the visitor answers': 'talkingAgain', 'the robot is busy': 'busyAgain', '30 s pass': 'notAnsweredAgain' },
    },
    withdrawingAgain: { on: { 'the request is answered': 'withdrawnAgain' } },
    refusedAgain: {},
    busyAgain: {},
    notAnsweredAgain: {},
    withdrawnAgain: {},
    talkingAgain: { on: { 'the visitor hangs up': 'hungUpAgain' } },
    hungUpAgain: {},
  },
});

interface Expected {
  console: OwnState;
  /** State of the call on the server; undefined if it does not matter, because it is of the attempt before. */
  call?: string | null;
  end?: CallEnd;
  failure?: ErrorName;
  isTalking?: boolean;
}

const reached = new Set<string>();
const paths = createTestModel(spec).getSimplePaths();

describe('an outgoing call', () => {
  for (const path of paths)
    it(path.description, async () => {
      const world = callWorld();
      const { me, chen, robot } = world;
      await settled();
      const read = () => me.actor.getSnapshot();
      const own = ({ value }: { value: unknown }) => reached.add(JSON.stringify((value as { own: unknown }).own));
      me.actor.subscribe(own);
      const call = async () => {
        me.hold();
        me.actor.send({ type: 'calls.start', serialNumber: 'U1' });
        await settled();
      };
      const refused = async (error: ErrorName) => {
        world.refuse(error);
        await me.letThrough();
      };
      const check =
        ({ console, call: state, end, failure, isTalking = false }: Expected) =>
        () => {
          expect(selectOwnState(read())).toBe(console);
          if (state !== undefined) {
            expect(world.facts()?.state ?? null).toBe(state);
            expect(world.facts()?.end ?? null).toBe(end ?? null);
            if (robot.isThere) expect(robot.shows).toBe(state === 'ended' ? null : state);
          }
          // What is over on the server says so here, with the same reason.
          if (console === 'ended') expect(selectOwnCall(read())).toMatchObject({ state: 'ended', end });
          expect(selectCallFailure(read())?.code ?? null).toBe(failure ? ERRORS[failure] : null);
          // Until somebody answers, nothing is opened and nothing carried.
          expect([...me.devices].sort()).toEqual(isTalking ? ['camera', 'microphone'] : []);
          expect(me.isCarrying()).toBe(isTalking);
          // The operator's own call rings at the robot only.
          expect([me.isRinging(), chen.isRinging()]).toEqual([false, false]);
          expect(selectCalledRobot(read())).toBe(console === 'idle' ? '' : 'U1');
        };
      const refusal = (failure: ErrorName) => check({ console: 'refused', call: null, failure });
      const ended = (end: CallEnd) => check({ console: 'ended', call: 'ended', end });

      await walk(
        path,
        { model: 'outgoingCall', actor: me.actor },
        {
          events: {
            'the operator calls': call,
            'the operator calls again': async () => {
              me.net.losesAnswer = false;
              await call();
            },
            'the operator hangs up': async () => {
              me.actor.send({ type: 'calls.hangUp' });
              await settled();
            },
            'the operator closes it': async () => {
              me.actor.send({ type: 'calls.close' });
              await settled();
            },
            'the request is answered': () => me.letThrough(),
            'the answer is lost': () => {
              me.net.losesAnswer = true;
              return me.letThrough();
            },
            'the robot talks with somebody': () => refused('otherPartyBusy'),
            'the robot is offline': () => refused('robotOffline'),
            'the right is lost': () => {
              me.net.mayOperate = false;
              return me.letThrough();
            },
            'the network goes': async () => {
              world.setNetwork(false);
              await world.pass(1_000);
            },
            'the network goes for 70 s': async () => {
              world.setNetwork(false);
              await world.pass(70_000);
            },
            'the network is back': async () => {
              world.setNetwork(true);
              await world.pass(8_000);
            },
            'the robot is busy': () => world.act({ type: 'busy' }),
            'the robot dies': async () => {
              world.setRobot(false);
              await world.pass(20_000);
            },
            'the visitor answers': () => world.act({ type: 'answer', side: 'visitor' }),
            'the visitor declines': () => world.act({ type: 'decline' }),
            'the visitor hangs up': () => world.act({ type: 'hangUp', side: 'visitor' }),
            '30 s pass': () => world.pass(30_000),
          },
          states: {
            idle: check({ console: 'idle', call: null }),
            asked: check({ console: 'starting', call: null }),
            askedAlone: check({ console: 'starting', call: null }),
            withdrawing: check({ console: 'ending', call: null }),
            withdrawingAlone: check({ console: 'ending', call: null }),
            notReached: refusal('networkFailed'),
            notReachedBack: refusal('networkFailed'),
            forgotten: check({ console: 'idle', call: null }),
            forgottenRinging: check({ console: 'idle', call: 'ringing' }),
            forgottenWithdrawn: check({ console: 'idle', call: 'ended', end: 'withdrawn' }),
            unknowing: check({ console: 'refused', call: 'ringing', failure: 'networkFailed' }),
            unknowingWithdrawn: check({
              ...{ console: 'refused', call: 'ended', end: 'withdrawn', failure: 'networkFailed' },
            }),
            refusedBusy: refusal('otherPartyBusy'),
            refusedOffline: refusal('robotOffline'),
            refusedForeign: refusal('robotForeign'),
            ringing: check({ console: 'inCall', call: 'ringing' }),
            busy: ended('busy'),
            declined: ended('declined'),
            notAnswered: ended('notAnswered'),
            withdrawn: ended('withdrawn'),
            robotGone: ended('robotGone'),
            lost: check({ console: 'lost', call: 'ended', end: 'withdrawn' }),
            lostBack: ended('withdrawn'),
            talking: check({ console: 'inCall', call: 'connected', isTalking: true }),
            hungUp: ended('hungUp'),
            closed: check({ console: 'idle' }),
            askedAgain: check({ console: 'starting' }),
            ringingAgain: check({ console: 'inCall', call: 'ringing' }),
            withdrawingAgain: check({ console: 'ending' }),
            refusedAgain: check({ console: 'refused', failure: 'otherPartyBusy' }),
            busyAgain: ended('busy'),
            notAnsweredAgain: ended('notAnswered'),
            withdrawnAgain: ended('withdrawn'),
            talkingAgain: check({ console: 'inCall', call: 'connected', isTalking: true }),
            hungUpAgain: ended('hungUp'),
          },
        },
      );
      world.end();
    });

  afterAll(() => {
    for (const state of ['wanted', 'withdrawn', 'refused', 'inCall', 'ending', 'reading', 'lost', 'ended'])
      expect([...reached].join(' '), state).toContain(state);
  });
});
