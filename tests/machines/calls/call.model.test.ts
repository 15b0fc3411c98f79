/**
 * Model-based: a call with both sides and the server between them (design 25, spec 4 "Video call"). Every simple path is
 * walked on the real machine of two consoles; in each state the console, the robot's screen and the record must agree,
 * and microphone and camera are open only while somebody talks.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { CallEnd } from '../../../contract/rules/call.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { selectCallPicture, selectMicrophoneState } from '../../../src/machines/calls/callMedia.selectors.ts';
import {
  selectCallFailure,
  selectElsewhere,
  selectMediaRef,
  selectOwnCall,
  selectOwnState,
  selectRinging,
  type OwnState,
} from '../../../src/machines/calls/calls.selectors.ts';
import { callWorld, settled, type CallWorld } from '../../fakes/callWorld.ts';
import { walk } from '../../fakes/walkModel.ts';

const hangUps = { 'the operator hangs up': 'hungUp', 'the visitor hangs up': 'hungUp' } as const;
const spec = setup({
  types: {
    events: {} as {
      type:
        | 'the operator calls'
        | 'the request is answered'
        | 'the robot talks with somebody'
        | 'the answer is lost'
        | 'the operator hangs up'
        | 'the visitor hangs up'
        | 'the visitor answers'
        | 'the visitor answers, the picture is late'
        | 'the picture comes'
        | 'the visitor declines'
        | 'the robot is busy'
        | 'the robot dies'
        | 'the robot is back'
        | 'the network goes for 5 s'
        | 'the network goes for 20 s'
        | 'the network goes for 70 s'
        | 'the network is back'
        | 'the picture stops'
        | 'the picture is back'
        | 'the right is lost'
        | '30 s pass'
        | 'a minute passes'
        | 'a visitor calls'
        | 'the operator answers'
        | 'the operator does not want it'
        | 'the other operator answers'
        | 'the other operator was first';
    },
  },
}).createMachine({
  initial: 'idle',
  states: {
    idle: { on: { 'the operator calls': 'asked', 'a visitor calls': 'rung' } },
    asked: {
      on: {
        'the request is answered': 'ringing',
        'the robot talks with somebody': 'refused',
        'the answer is lost': 'unknowing',
        'the operator hangs up': 'withdrawing',
      },
    },
    refused: {},
    /** The robot rings, and the console does not know it. */
    unknowing: { on: { '30 s pass': 'silentlyWithdrawn' } },
    silentlyWithdrawn: {},
    withdrawing: { on: { 'the request is answered': 'withdrawn' } },
    ringing: {
      on: {
        'the visitor answers': 'talking',
        'the visitor answers, the picture is late': 'connecting',
        'the visitor declines': 'declined',
        'the robot is busy': 'busy',
        'the operator hangs up': 'withdrawn',
        'the robot dies': 'robotGone',
        'the network goes for 5 s': 'ringingAlone',
        'the network goes for 20 s': 'withdrawnAlone',
        'the right is lost': 'rightLost',
        '30 s pass': 'notAnswered',
      },
    },
    ringingAlone: {
      on: {
        'the network is back': 'ringingAgain',
        'the operator hangs up': 'withdrawnUnheard',
        'the visitor answers': 'answeredUnknown',
        'the visitor declines': 'declinedUnknown',
      },
    },
    /** The server has not heard of it, and withdraws the call without repeats. */
    withdrawnUnheard: { on: { '30 s pass': 'withdrawnLate' } },
    withdrawnLate: {},
    answeredUnknown: { on: { 'the network is back': 'talkingFirst' } },
    declinedUnknown: { on: { 'the network is back': 'declined' } },
    ringingAgain: { on: { 'the operator hangs up': 'withdrawn' } },
    withdrawnAlone: { on: { 'the network is back': 'withdrawn' } },
    rung: {
      on: {
        'the operator answers': 'answering',
        'the operator does not want it': 'quiet',
        'the other operator answers': 'elsewhere',
        'the visitor hangs up': 'missedWithdrawn',
        'the robot dies': 'missedGone',
        'the network goes for 5 s': 'rungAlone',
        '30 s pass': 'missedNotAnswered',
      },
    },
    rungAlone: { on: { 'the network is back': 'rungOn', 'the operator answers': 'answeringAlone' } },
    rungOn: { on: { 'the visitor hangs up': 'missedWithdrawn' } },
    answeringAlone: { on: { 'the request is answered': 'notAnsweredHere' } },
    /** It rings on, for others and here. */
    notAnsweredHere: { on: { 'the network is back': 'rungOn' } },
    quiet: { on: { 'the other operator answers': 'quietElsewhere', '30 s pass': 'missedNotAnswered' } },
    quietElsewhere: {},
    elsewhere: { on: { '30 s pass': 'quietElsewhere' } },
    missedWithdrawn: {},
    missedGone: {},
    missedNotAnswered: {},
    answering: {
      on: {
        'the request is answered': 'talking',
        'the other operator was first': 'taken',
        'the operator hangs up': 'answerWithdrawn',
        'the visitor hangs up': 'answeringNobody',
        'the network goes for 5 s': 'answeringAlone',
      },
    },
    taken: {},
    answerWithdrawn: { on: { 'the request is answered': 'hungUp' } },
    answeringNobody: { on: { 'the request is answered': 'tooLate' } },
    tooLate: {},
    connecting: {
      on: {
        ...hangUps,
        'the picture comes': 'talkingFirst',
        'the network goes for 20 s': 'operatorGone',
        'the robot dies': 'robotLost',
        'the right is lost': 'rightLost',
      },
    },
    /** As `talking`, whose paths are not walked twice. */
    talkingFirst: { on: hangUps },
    talking: {
      on: {
        ...hangUps,
        'the network goes for 5 s': 'blink',
        'the network goes for 20 s': 'operatorGone',
        'the network goes for 70 s': 'linkLostUnknown',
        'the robot dies': 'robotLost',
        'the picture stops': 'mediaLost',
        'the right is lost': 'rightLost',
      },
    },
    /** Too short for the server. */
    blink: { on: { 'the network is back': 'talkingOn', 'the operator hangs up': 'hungUpAlone' } },
    talkingOn: { on: hangUps },
    operatorGone: {
      on: {
        'the network is back': 'talkingAgain',
        'the operator hangs up': 'hungUpAlone',
        'the visitor hangs up': 'hungUpUnknown',
        'a minute passes': 'linkLostUnknown',
      },
    },
    hungUpAlone: { on: { 'a minute passes': 'linkLostAlone' } },
    linkLostAlone: {},
    hungUpUnknown: { on: { 'the network is back': 'hungUp' } },
    /** Over on both sides, and the console has yet to read why. */
    linkLostUnknown: { on: { 'the network is back': 'linkLost' } },
    robotLost: {
      on: {
        'the robot is back': 'talkingAgain',
        'the operator hangs up': 'hungUp',
        'the right is lost': 'rightLost',
        'a minute passes': 'robotGone',
      },
    },
    mediaLost: {
      on: {
        ...hangUps,
        'the picture is back': 'talkingAgain',
        'the network goes for 20 s': 'allLost',
        'the right is lost': 'rightLost',
        'a minute passes': 'linkLost',
      },
    },
    /** Picture and network: the call waits for both. */
    allLost: {
      on: {
        'the operator hangs up': 'hungUpAlone',
        'the visitor hangs up': 'hungUpUnknown',
        'the network is back': 'talkingAgain',
      },
    },
    talkingAgain: {
      on: {
        ...hangUps,
        'the right is lost': 'rightLost',
        'the network goes for 20 s': 'operatorGoneAgain',
        'the robot dies': 'robotLostAgain',
      },
    },
    operatorGoneAgain: { on: { 'the network is back': 'talkingThird', 'the visitor hangs up': 'hungUpUnknown' } },
    robotLostAgain: { on: { 'the robot is back': 'talkingThird', 'the operator hangs up': 'hungUp' } },
    talkingThird: { on: hangUps },
    hungUp: {},
    withdrawn: {},
    declined: {},
    busy: {},
    notAnswered: {},
    robotGone: {},
    linkLost: {},
    rightLost: {},
  },
});

interface Expected {
  console: OwnState;
  /** State of the call on the server. */
  call: string | null;
  end?: CallEnd;
  /** Open devices; the microphone is muted before each drop. */
  devices?: readonly string[];
  isRinging?: boolean;
}
const OPEN = ['camera', 'microphone'];
const MUTED = ['camera'];

const reached = new Set<string>();
const paths = createTestModel(spec).getSimplePaths();

describe('a call', () => {
  it('has many paths', () => expect(paths.length).toBeGreaterThan(120));

  for (const path of paths)
    it(path.description, async () => {
      const world = callWorld();
      const { me, chen, robot } = world;
      await settled();
      const read = () => me.actor.getSnapshot();
      const own = ({ value }: { value: unknown }) => reached.add(JSON.stringify((value as { own: unknown }).own));
      me.actor.subscribe(own);
      own(read());
      const mediaRef = () => selectMediaRef(read());
      const hangUp = async () => {
        me.actor.send({ type: 'calls.hangUp' });
        await settled();
      };
      /** As the person had it before: it must be so afterwards. */
      const mute = () => {
        const media = mediaRef();
        if (media && selectMicrophoneState(media.getSnapshot()) !== 'off') media.send({ type: 'microphone.toggle' });
        return settled();
      };
      const answer = async (of: CallWorld['me']) => {
        of.actor.send({ type: 'calls.answer', callId: 'call-1', camera: true });
        await settled();
      };
      const check =
        ({ console, call, end, devices = [], isRinging = false }: Expected, more: () => void = () => {}) =>
        () => {
          expect(selectOwnState(read())).toBe(console);
          expect(world.facts()?.state ?? null).toBe(call);
          expect(world.facts()?.end ?? null).toBe(end ?? null);
          if (robot.isThere) expect(robot.shows).toBe(call === 'ended' ? null : call);
          expect([...me.devices].sort()).toEqual(devices);
          // Between two attempts to connect nothing is carried, and the devices are as they were.
          if (devices.length === 0) expect(me.isCarrying()).toBe(false);
          expect(me.isRinging()).toBe(isRinging);
          more();
        };
      /** The record of the console says the same as that of the server. */
      const ended = (end: CallEnd) =>
        check({ console: 'ended', call: 'ended', end }, () =>
          expect(selectOwnCall(read())).toMatchObject({ state: 'ended', end }),
        );
      const missed = (end: CallEnd) =>
        check({ console: 'idle', call: 'ended', end }, () => {
          expect(selectRinging(read())).toEqual([]);
          expect(chen.isRinging()).toBe(false);
        });
      const lost = (loss: 'robot' | 'operator' | 'media') =>
        check({ console: 'inCall', call: 'reconnecting', devices: MUTED }, () => {
          expect(world.facts()?.loss).toBe(loss);
          const media = mediaRef()?.getSnapshot();
          expect(media && selectCallPicture(media)).toBe('lost');
        });
      const talks = (devices: readonly string[], interruptions: number) =>
        check({ console: 'inCall', call: 'connected', devices }, () => {
          expect(world.facts()).toMatchObject({ interruptions, lostAt: null });
          const media = mediaRef()?.getSnapshot();
          expect(media && selectCallPicture(media)).toBe('live');
          expect(media && selectMicrophoneState(media)).toBe(devices === MUTED ? 'off' : 'on');
          expect(me.isCarrying()).toBe(true);
          // Never opened again behind the person's back.
          expect(me.opened()).toBe(2);
          expect(chen.devices).toEqual([]);
        });
      const others = (isTold: boolean) =>
        check({ console: 'idle', call: 'connected' }, () => {
          expect(selectElsewhere(read())?.by ?? null).toBe(isTold ? 'Chen Yu' : null);
          expect(selectOwnState(chen.actor.getSnapshot())).toBe('inCall');
          expect([...chen.devices].sort()).toEqual(OPEN);
        });
      const noticed = (code: number) =>
        expect(me.toldTo('notices').at(-1)).toMatchObject({ type: 'notice.show', notice: { failure: { code } } });

      await walk(
        path,
        { model: 'call', actor: me.actor },
        {
          events: {
            'the operator calls': async () => {
              me.hold();
              me.actor.send({ type: 'calls.start', serialNumber: 'U1' });
              await settled();
            },
            'the request is answered': () => me.letThrough(),
            'the robot talks with somebody': () => {
              world.refuse('otherPartyBusy');
              return me.letThrough();
            },
            'the answer is lost': () => {
              me.net.losesAnswer = true;
              return me.letThrough();
            },
            'the operator hangs up': hangUp,
            'the visitor hangs up': () => world.act({ type: 'hangUp', side: 'visitor' }),
            'the visitor answers': () => world.act({ type: 'answer', side: 'visitor' }),
            'the visitor answers, the picture is late': () => {
              world.setPicture(false);
              return world.act({ type: 'answer', side: 'visitor' });
            },
            'the picture comes': async () => {
              world.setPicture(true);
              await settled();
            },
            'the visitor declines': () => world.act({ type: 'decline' }),
            'the robot is busy': () => world.act({ type: 'busy' }),
            'the robot dies': async () => {
              await mute();
              world.setRobot(false);
              await world.pass(20_000);
            },
            'the robot is back': async () => {
              world.setRobot(true);
              world.setPicture(true);
              await world.pass(8_000);
            },
            'the network goes for 5 s': async () => {
              await mute();
              world.setNetwork(false);
              await world.pass(5_000);
            },
            'the network goes for 20 s': async () => {
              await mute();
              world.setNetwork(false);
              await world.pass(20_000);
            },
            'the network goes for 70 s': async () => {
              await mute();
              world.setNetwork(false);
              await world.pass(70_000);
            },
            'the network is back': async () => {
              world.setNetwork(true);
              world.setPicture(true);
              await world.pass(8_000);
            },
            'the picture stops': async () => {
              await mute();
              world.setPicture(false);
              await world.pass(10_000);
            },
            'the picture is back': async () => {
              world.setPicture(true);
              await world.pass(8_000);
            },
            'the right is lost': async () => {
              me.net.mayOperate = false;
              // The promise of the server.
              await world.pass(5_000);
            },
            '30 s pass': () => world.pass(30_000),
            'a minute passes': () => world.pass(60_000),
            'a visitor calls': () => world.press(),
            'the operator answers': async () => {
              me.hold();
              await answer(me);
            },
            'the operator does not want it': async () => {
              me.actor.send({ type: 'calls.decline', callId: 'call-1' });
              await settled();
            },
            'the other operator answers': () => answer(chen),
            'the other operator was first': async () => {
              await answer(chen);
              await me.letThrough();
            },
          },
          states: {
            idle: check({ console: 'idle', call: null }),
            asked: check({ console: 'starting', call: null }),
            refused: check({ console: 'refused', call: null }, () =>
              expect(selectCallFailure(read())?.code).toBe(ERRORS.otherPartyBusy),
            ),
            unknowing: check({ console: 'refused', call: 'ringing' }, () =>
              expect(selectCallFailure(read())?.code).toBe(ERRORS.networkFailed),
            ),
            silentlyWithdrawn: check({ console: 'refused', call: 'ended', end: 'withdrawn' }),
            withdrawing: check({ console: 'ending', call: null }),
            ringing: check({ console: 'inCall', call: 'ringing' }),
            ringingAlone: check({ console: 'inCall', call: 'ringing' }),
            ringingAgain: check({ console: 'inCall', call: 'ringing' }),
            withdrawnUnheard: check({ console: 'ended', call: 'ringing' }),
            withdrawnLate: check({ console: 'ended', call: 'ended', end: 'withdrawn' }),
            answeredUnknown: check({ console: 'inCall', call: 'connected' }),
            declinedUnknown: check({ console: 'inCall', call: 'ended', end: 'declined' }),
            withdrawnAlone: check({ console: 'inCall', call: 'ended', end: 'withdrawn' }),
            rung: check({ console: 'idle', call: 'ringing', isRinging: true }, () =>
              expect(chen.isRinging()).toBe(true),
            ),
            rungAlone: check({ console: 'idle', call: 'ringing', isRinging: true }),
            rungOn: check({ console: 'idle', call: 'ringing', isRinging: true }, () =>
              expect(chen.isRinging()).toBe(true),
            ),
            answeringAlone: check({ console: 'answering', call: 'ringing' }),
            notAnsweredHere: check({ console: 'idle', call: 'ringing', isRinging: true }, () =>
              noticed(ERRORS.networkFailed),
            ),
            quiet: check({ console: 'idle', call: 'ringing' }, () => expect(chen.isRinging()).toBe(true)),
            quietElsewhere: others(false),
            elsewhere: others(true),
            missedWithdrawn: missed('withdrawn'),
            missedGone: missed('robotGone'),
            missedNotAnswered: missed('notAnswered'),
            answering: check({ console: 'answering', call: 'ringing' }),
            taken: () => {
              others(false)();
              noticed(ERRORS.callTaken);
            },
            answerWithdrawn: check({ console: 'ending', call: 'ringing' }),
            answeringNobody: check({ console: 'answering', call: 'ended', end: 'withdrawn' }),
            tooLate: check({ console: 'idle', call: 'ended', end: 'withdrawn' }, () => noticed(ERRORS.callOver)),
            connecting: check({ console: 'inCall', call: 'connected', devices: OPEN }, () => {
              const media = mediaRef()?.getSnapshot();
              expect(media && selectCallPicture(media)).toBe('connecting');
            }),
            talkingFirst: talks(OPEN, 0),
            talking: talks(OPEN, 0),
            blink: check({ console: 'inCall', call: 'connected', devices: MUTED }),
            talkingOn: talks(MUTED, 0),
            talkingAgain: talks(MUTED, 1),
            talkingThird: talks(MUTED, 2),
            operatorGone: lost('operator'),
            operatorGoneAgain: lost('operator'),
            robotLost: lost('robot'),
            robotLostAgain: lost('robot'),
            mediaLost: lost('media'),
            // The server hears of the picture only through the operator.
            allLost: lost('operator'),
            hungUpAlone: () => {
              expect(selectOwnState(read())).toBe('ended');
              expect(['connected', 'reconnecting']).toContain(world.facts()?.state);
              expect([me.devices, me.isCarrying()]).toEqual([[], false]);
            },
            linkLostAlone: check({ console: 'ended', call: 'ended', end: 'linkLost' }),
            hungUpUnknown: check({ console: 'inCall', call: 'ended', end: 'hungUp', devices: MUTED }),
            linkLostUnknown: check({ console: 'lost', call: 'ended', end: 'linkLost' }),
            hungUp: ended('hungUp'),
            withdrawn: ended('withdrawn'),
            declined: ended('declined'),
            busy: ended('busy'),
            notAnswered: ended('notAnswered'),
            robotGone: ended('robotGone'),
            linkLost: ended('linkLost'),
            // The server tells nothing more to somebody without the right: the record has the reason.
            rightLost: check({ console: 'ended', call: 'ended', end: 'rightLost' }),
          },
        },
      );
      world.end();
    });

  afterAll(() => {
    for (const state of ['idle', 'wanted', 'withdrawn', 'refused', 'inCall', 'ending', 'reading', 'lost', 'ended'])
      expect([...reached].join(' '), state).toContain(state);
  });
});
