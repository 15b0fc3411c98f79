/**
 * Requirement (design 6): teleop works only with the lease, the tab in front, the link open, the robot echoing and
 * nothing in the way. If any of these fails the robot stops, and it starts again only after the user has released the
 * input.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import {
  selectCause,
  selectEnded,
  selectIsDriving,
  selectMustLetGo,
} from '../../../src/machines/robotData/teleop.selectors.ts';
import type { HaltCause } from '../../../src/machines/robotData/teleop.setup.ts';
import { LEASE, stands, startTeleop } from '../../fakes/startTeleop.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'lease comes'
  | 'lease goes'
  | 'robot echoes'
  | 'echo is on time'
  | 'echo is slow'
  | 'hand on'
  | 'hand off'
  | 'Stop'
  | 'Resume'
  | 'tab hidden'
  | 'tab back'
  | 'window left'
  | 'link cut'
  | 'link back'
  | 'echo stops'
  | 'echo lags'
  | 'robot stood'
  | 'robot heeds'
  | 'robot blocked'
  | 'way clear';

/** A cause that halts teleop. The input stays pressed meanwhile, except where the browser no longer reports input. */
const halting = (cause: Event, over: Event, keepsHand: boolean) => ({
  [cause]: { on: { [over]: keepsHand ? 'letGoFirst' : 'idle' } },
});

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'parked',
  states: {
    parked: { on: { 'lease comes': 'unanswered' } },
    unanswered: { on: { 'robot echoes': 'measuring' } },
    measuring: { on: { 'echo is on time': 'idle', 'echo is slow': 'refused' } },
    refused: { on: { 'lease goes': 'parked' } },
    idle: { on: { 'hand on': 'driving', 'lease goes': 'parked' } },
    driving: {
      on: {
        'hand off': 'idle',
        'lease goes': 'parkedAfterDrive',
        Stop: 'Stop',
        'tab hidden': 'tab hidden',
        'window left': 'window left',
        'link cut': 'link cut',
        'echo stops': 'echo stops',
        'robot blocked': 'robot blocked',
        'echo lags': 'echo lags',
        'robot stood': 'robot stood',
      },
    },
    parkedAfterDrive: {},
    letGoFirst: { on: { 'hand off': 'idle' } },
    ...halting('Stop', 'Resume', true),
    ...halting('tab hidden', 'tab back', false),
    ...halting('window left', 'tab back', false),
    ...halting('echo stops', 'robot echoes', true),
    ...halting('echo lags', 'echo is on time', true),
    ...halting('robot stood', 'robot heeds', true),
    ...halting('robot blocked', 'way clear', true),
    'link cut': { on: { 'link back': 'unansweredHand' } },
    unansweredHand: { on: { 'robot echoes': 'measuringHand' } },
    measuringHand: { on: { 'echo is on time': 'letGoFirst' } },
  },
});

const reached = new Set<string>();

describe('driving by hand', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const hand = startTeleop();
      const { actor, robot } = hand;
      actor.subscribe((snapshot) => reached.add(JSON.stringify((snapshot.value as { motion: unknown }).motion)));
      actor.send({ type: 'mqttLink.opened' });
      robot.echoes = false;

      const standsFor = (cause: HaltCause | null, ended: HaltCause | null = cause) => {
        expect(selectIsDriving(actor.getSnapshot())).toBe(false);
        expect(selectCause(actor.getSnapshot())).toBe(cause);
        expect(selectEnded(actor.getSnapshot())).toBe(ended);
        expect(hand.sentWithin(300).every(stands)).toBe(true);
      };
      await walk(
        path,
        { model: 'teleop', actor: hand.actor },
        {
          events: {
            'lease comes': () => actor.send({ type: 'lease.gained', number: LEASE }),
            'lease goes': () => actor.send({ type: 'lease.gone' }),
            'robot echoes': () => {
              robot.echoes = true;
              hand.pass(100);
            },
            'echo is on time': () => {
              robot.trip = 0;
              hand.pass(1_200);
            },
            'echo is slow': () => {
              robot.trip = 400;
              hand.pass(1_200);
            },
            'echo lags': () => {
              robot.trip = 600;
              hand.pass(100);
            },
            'robot stood': () => {
              robot.halted = 'silence';
              hand.pass(100);
            },
            'robot heeds': () => {
              robot.halted = null;
              hand.pass(100);
            },
            'hand on': () => void hand.push(1),
            'hand off': () => void hand.letGo(),
            Stop: () => actor.send({ type: 'robot.stopped' }),
            Resume: () => actor.send({ type: 'robot.released' }),
            'tab hidden': () => actor.send({ type: 'tab.hidden' }),
            'window left': () => actor.send({ type: 'tab.blurred' }),
            'tab back': () => actor.send({ type: 'tab.front' }),
            'link cut': () => {
              robot.echoes = false;
              actor.send({ type: 'mqttLink.closed' });
            },
            'link back': () => actor.send({ type: 'mqttLink.opened' }),
            'echo stops': () => {
              robot.echoes = false;
              hand.pass(600);
            },
            'robot blocked': () => actor.send({ type: 'obstacle.found', obstacle: 'robotEmergencyStop' }),
            'way clear': () => actor.send({ type: 'obstacle.found', obstacle: null }),
          },
          states: {
            parked: () => {
              expect(hand.sentWithin(1_000)).toEqual([]);
              expect(selectCause(actor.getSnapshot())).toBe('noLease');
              expect([...hand.listening]).toEqual([]);
            },
            parkedAfterDrive: () => {
              expect(hand.sentWithin(1_000)).toEqual([]);
              expect(selectEnded(actor.getSnapshot())).toBe('noLease');
            },
            unanswered: () => standsFor('awaitingEcho', null),
            measuring: () => standsFor('measuring', null),
            refused: () => {
              standsFor('tooSlow', null);
              expect(actor.getSnapshot().hasTag('refused')).toBe(true);
            },
            idle: () => {
              expect(actor.getSnapshot().hasTag('ready')).toBe(true);
              expect(hand.sentWithin(300).every(stands)).toBe(true);
              expect([...hand.listening].sort()).toEqual(['gamepad', 'keyboard']);
            },
            driving: () => {
              const messages = hand.sentWithin(1_000);
              expect(messages).toHaveLength(20);
              expect(messages.every(({ vx, lease }) => vx === 0.45 && lease === LEASE)).toBe(true);
              expect(selectEnded(actor.getSnapshot())).toBeNull();
            },
            letGoFirst: () => {
              expect(selectMustLetGo(actor.getSnapshot())).toBe(true);
              expect(hand.sentWithin(300).every(stands)).toBe(true);
            },
            Stop: () => standsFor('stopped'),
            'tab hidden': () => standsFor('hidden'),
            'window left': () => standsFor('blur'),
            'link cut': () => standsFor('linkStale'),
            unansweredHand: () => standsFor('awaitingEcho', 'linkStale'),
            measuringHand: () => standsFor('measuring', 'linkStale'),
            'echo lags': () => standsFor('late'),
            'robot stood': () => standsFor(null, 'late'),
            'echo stops': () => standsFor('echoLost'),
            'robot blocked': () => standsFor('blocked'),
          },
        },
      );
    });
  }

  afterAll(() => {
    for (const motion of ['parked', 'halted', 'idle', 'driving'])
      expect(
        [...reached].some((value) => value.includes(motion)),
        motion,
      ).toBe(true);
  });
});
