/**
 * Teleop of one robot (design 6). The commanded velocity is zero in every state but one.
 *
 *   motion: parked ─lease─▶ halted ⇄ idle ─hand─▶ driving ─let go─▶ idle
 *                              ▲                     │
 *                              └── any cause below ──┘
 *   lease   none, held                  tab   front, blurred, hidden       link  open, closed
 *   stop    free, stopped               way   clear, blocked (robotCan)
 *   echo    awaited, fresh, lost, ignored, late: the newest sequence echoed must have left less than 550 ms ago
 *   pace    measuring, good, slow, refused: the median round trip of 2 s must not exceed 300 ms
 *
 * One region per condition that can forbid teleop; `motion` checks them all. After such a cause ends a motion, all
 * inputs must be released before the next motion: the robot must not start by itself when the tab gets the focus again.
 * While a lease is held, a message is sent every 50 ms, and at once on a change. It carries the newest stamp from the
 * robot's echo, from which the robot computes the message's age. A network that is too slow at the start gives control
 * back (`refused`); one that becomes too slow does not end a motion whose echoes are fresh, but prevents a new one.
 */
import { and, assertEvent, assign, not, stateIn } from 'xstate';
import { NO_ROUND_TRIPS } from '../../../contract/rules/roundTrip.ts';
import {
  afterEcho,
  afterInput,
  teleop,
  type TeleopContext,
  firstContext,
  type HaltCause,
  speedOf,
  speedWithin,
} from './teleop.setup.ts';
import { mixed, NO_INPUTS, velocityOf } from './inputs.ts';

const assignInput = teleop.assign(({ context, event }) => afterInput(context, event));
const releaseInputs = teleop.assign({ inputs: NO_INPUTS });
const assignEcho = teleop.assign(({ context, event }) => afterEcho(context, event));
const clearRoundTrips = teleop.assign({ roundTrips: NO_ROUND_TRIPS });
const beginLease = teleop.assign(({ event }) => {
  assertEvent(event, 'lease.gained');
  return {
    lease: event.number,
    sequence: 0,
    echo: null,
    unanswered: 0,
    roundTrips: NO_ROUND_TRIPS,
    inputs: NO_INPUTS,
    ended: null,
  };
});
const rememberEnd = (ended: HaltCause) => teleop.assign({ ended });
const nextSequence = teleop.assign({ sequence: ({ context }) => context.sequence + 1 });

const pulse = ({ serialNumber, lease, sequence, echo }: TeleopContext) => ({
  serialNumber,
  lease,
  sequence,
  stamp: echo?.stamp ?? -1,
});
const steer = teleop.enqueueActions(({ context, enqueue }) => {
  enqueue({ type: 'sendPulse', params: { ...pulse(context), ...velocityOf(mixed(context.inputs), speedOf(context)) } });
  enqueue(nextSequence);
});
const stand = teleop.enqueueActions(({ context, enqueue }) => {
  enqueue({ type: 'sendPulse', params: { ...pulse(context), vx: 0, wz: 0 } });
  enqueue(nextSequence);
});

const mayDrive = and([
  stateIn({ lease: 'held' }),
  stateIn({ stop: 'free' }),
  stateIn({ way: 'clear' }),
  stateIn({ tab: 'front' }),
  stateIn({ link: 'open' }),
  stateIn({ echo: 'fresh' }),
  stateIn({ pace: 'good' }),
]);

/** Transitions on an echo of our lease, from any echo state; an echo without a newer sequence changes nothing. */
const onEcho = [
  { guard: 'isFreshProgress', target: '.fresh', actions: assignEcho },
  { guard: 'isProgress', target: '.late', actions: assignEcho },
  { guard: 'isOurEcho', actions: assignEcho },
] as const;

/**
 * Stopped while a lease is held: zero velocity at the full rate, which verifies the connection and measures its
 * latency.
 */
const standing = teleop.createStateConfig({
  initial: 'sending',
  states: { sending: { entry: stand, after: { pulseDelay: { target: 'sending', reenter: true } } } },
});

export const teleopMachine = teleop.createMachine({
  id: 'teleop',
  context: firstContext,
  type: 'parallel',
  on: {
    'stick.set': { actions: assignInput },
    'speed.set': { actions: assign({ speed: ({ context, event }) => speedWithin(event.speed, context.maxSpeed) }) },
  },
  states: {
    lease: {
      initial: 'none',
      states: {
        none: {
          tags: 'noLease',
          on: { 'lease.gained': { target: 'held', actions: beginLease } },
        },
        held: {
          invoke: [{ src: 'keyboard' }, { src: 'gamepad' }],
          on: {
            'lease.gained': { guard: 'isOtherLease', target: 'held', reenter: true, actions: beginLease },
            'lease.gone': { target: 'none', actions: releaseInputs },
          },
        },
      },
    },
    stop: {
      initial: 'free',
      states: {
        free: { on: { 'robot.stopped': 'stopped' } },
        stopped: { tags: 'stopped', on: { 'robot.released': 'free' } },
      },
    },
    way: {
      initial: 'clear',
      on: {
        'obstacle.found': [
          { guard: 'isObstacle', target: '.blocked', actions: assign({ obstacle: ({ event }) => event.obstacle }) },
          { target: '.clear', actions: assign({ obstacle: null }) },
        ],
      },
      states: { clear: {}, blocked: { tags: 'blocked' } },
    },
    tab: {
      initial: 'front',
      on: {
        'tab.front': '.front',
        'tab.blurred': { target: '.blurred', actions: releaseInputs },
        'tab.hidden': { target: '.hidden', actions: releaseInputs },
      },
      states: { front: {}, blurred: { tags: 'blur' }, hidden: { tags: 'hidden' } },
    },
    link: {
      initial: 'closed',
      on: { 'mqttLink.opened': '.open', 'mqttLink.closed': '.closed' },
      states: { open: {}, closed: { tags: 'linkStale' } },
    },
    echo: {
      initial: 'awaited',
      on: {
        'echo.heard': onEcho,
        'lease.gained': { guard: 'isOtherLease', target: '.awaited' },
        'lease.gone': '.awaited',
        'mqttLink.closed': '.awaited',
      },
      states: {
        awaited: { tags: 'awaitingEcho' },
        fresh: { after: { echoedDelay: [{ guard: 'isStillEchoing', target: 'ignored' }, { target: 'lost' }] } },
        lost: { tags: 'echoLost' },
        ignored: { tags: 'notObeyed' },
        late: { tags: 'late' },
      },
    },
    pace: {
      initial: 'measuring',
      on: {
        'lease.gained': { guard: 'isOtherLease', target: '.measuring' },
        'lease.gone': { target: '.measuring', actions: clearRoundTrips },
        'mqttLink.closed': { target: '.measuring', actions: clearRoundTrips },
      },
      states: {
        measuring: {
          tags: 'measuring',
          always: [
            { guard: 'isMeasuredSlow', target: 'refused' },
            { guard: 'isMeasured', target: 'good' },
          ],
        },
        good: { always: { guard: 'isTooSlow', target: 'slow' } },
        slow: { tags: 'tooSlow', always: { guard: not('isTooSlow'), target: 'good' } },
        refused: { tags: ['tooSlow', 'refused'] },
      },
    },
    motion: {
      initial: 'parked',
      states: {
        parked: { always: { guard: stateIn({ lease: 'held' }), target: 'halted' } },
        halted: {
          ...standing,
          always: [
            { guard: stateIn({ lease: 'none' }), target: 'parked' },
            { guard: and([mayDrive, 'isLettingGo']), target: 'idle' },
          ],
        },
        idle: {
          ...standing,
          tags: 'ready',
          always: [
            { guard: not(mayDrive), target: 'halted' },
            { guard: 'isSteering', target: 'driving' },
          ],
        },
        driving: {
          tags: ['ready', 'driving'],
          entry: teleop.assign({ ended: null, drivenFrom: ({ context }) => context.sequence }),
          on: { 'echo.heard': { guard: 'stoodByItself', target: 'halted', actions: rememberEnd('late') } },
          always: [
            { guard: stateIn({ lease: 'none' }), target: 'parked', actions: rememberEnd('noLease') },
            { guard: stateIn({ stop: 'stopped' }), target: 'halted', actions: rememberEnd('stopped') },
            { guard: stateIn({ way: 'blocked' }), target: 'halted', actions: rememberEnd('blocked') },
            { guard: stateIn({ tab: 'hidden' }), target: 'halted', actions: rememberEnd('hidden') },
            { guard: stateIn({ tab: 'blurred' }), target: 'halted', actions: rememberEnd('blur') },
            { guard: stateIn({ link: 'closed' }), target: 'halted', actions: rememberEnd('linkStale') },
            { guard: stateIn({ echo: 'ignored' }), target: 'halted', actions: rememberEnd('notObeyed') },
            { guard: stateIn({ echo: 'late' }), target: 'halted', actions: rememberEnd('late') },
            { guard: not(stateIn({ echo: 'fresh' })), target: 'halted', actions: rememberEnd('echoLost') },
            { guard: 'isLettingGo', target: 'idle' },
          ],
          initial: 'beating',
          states: {
            beating: {
              entry: steer,
              on: { 'stick.set': { guard: 'changesVelocity', target: 'beating', reenter: true, actions: assignInput } },
              after: { pulseDelay: { target: 'beating', reenter: true } },
            },
          },
        },
      },
    },
  },
});
