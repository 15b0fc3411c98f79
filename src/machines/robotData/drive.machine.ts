/**
 * Driving one robot by hand (design 6). The wheels stand in every state but one.
 *
 *   wheels: parked ─lease─▶ halted ⇄ idle ─hand─▶ driving ─let go─▶ idle
 *                              ▲                     │
 *                              └── any cause below ──┘
 *   lease   none, held                  tab   front, blurred, hidden       link  open, closed
 *   stop    free, stopped               way   clear, blocked (robotCan)
 *   echo    awaited, heard, lost (300 ms without one), ignored (500 ms without progress)
 *
 * One region for each thing that may forbid driving; `wheels` asks them all. A cause that ends a drive needs the
 * hands off before the next begins: nobody wants a robot that starts by itself when a tab comes back.
 * While driving a message leaves every 100 ms and at once on a change; zeros follow at full rate, then each second.
 */
import { and, assertEvent, assign, not, stateIn } from 'xstate';
import { drive, firstContext, speedWithin, afterHand, type HaltCause } from './drive.setup.ts';
import { mixed, NO_HANDS, wheelsOf } from './sticks.ts';

const setHand = drive.assign(({ context, event }) => afterHand(context, event));
const handsOff = drive.assign({ sticks: NO_HANDS });
const keepEcho = drive.assign(({ event }) => {
  assertEvent(event, 'echo.heard');
  return { echo: event.echo };
});
const beginLease = drive.assign(({ event }) => {
  assertEvent(event, 'lease.gained');
  return { lease: event.number, sequence: 0, echo: null, sticks: NO_HANDS, ended: null };
});
const rememberEnd = (ended: HaltCause) => drive.assign({ ended });
const nextSequence = drive.assign({ sequence: ({ context }) => context.sequence + 1 });

const steer = drive.enqueueActions(({ context, enqueue }) => {
  const { serialNumber, lease, sequence, sticks, speed } = context;
  enqueue({ type: 'sendPulse', params: { serialNumber, lease, sequence, ...wheelsOf(mixed(sticks), speed) } });
  enqueue(nextSequence);
});
const stand = drive.enqueueActions(({ context: { serialNumber, lease, sequence }, enqueue }) => {
  enqueue({ type: 'sendPulse', params: { serialNumber, lease, sequence, vx: 0, wz: 0 } });
  enqueue(nextSequence);
});

const mayDrive = and([
  stateIn({ lease: 'held' }), stateIn({ stop: 'free' }), stateIn({ way: 'clear' }),
  stateIn({ tab: 'front' }), stateIn({ link: 'open' }), stateIn({ echo: 'heard' }),
]);

/** Where the wheels stand though a lease is held: zeros at full rate first, then a heartbeat. */
const standing = drive.createStateConfig({
  initial: 'settling',
  states: {
    settling: {
      initial: 'sending',
      after: { settleDelay: 'resting' },
      states: { sending: { entry: stand, after: { pulseDelay: { target: 'sending', reenter: true } } } },
    },
    resting: { entry: stand, after: { heartbeatDelay: { target: 'resting', reenter: true } } },
  },
});

export const driveMachine = drive.createMachine({
  id: 'drive',
  context: firstContext,
  type: 'parallel',
  on: {
    'stick.set': { actions: setHand },
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
            'lease.gone': { target: 'none', actions: handsOff },
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
        'tab.blurred': { target: '.blurred', actions: handsOff },
        'tab.hidden': { target: '.hidden', actions: handsOff },
      },
      states: { front: {}, blurred: { tags: 'blur' }, hidden: { tags: 'hidden' } },
    },
    link: {
      initial: 'closed',
      on: { 'link.opened': '.open', 'link.closed': '.closed' },
      states: { open: {}, closed: { tags: 'linkStale' } },
    },
    echo: {
      initial: 'awaited',
      on: { 'lease.gained': { guard: 'isOtherLease', target: '.awaited' }, 'lease.gone': '.awaited', 'link.closed': '.awaited' },
      states: {
        awaited: { tags: 'awaitingEcho', on: { 'echo.heard': { guard: 'isOurEcho', target: 'heard', actions: keepEcho } } },
        heard: {
          on: {
            'echo.heard': { guard: 'isOurEcho', target: 'heard', reenter: true, actions: keepEcho },
            'echo.ignored': 'ignored',
          },
          after: { echoLostDelay: 'lost' },
        },
        lost: { tags: 'echoLost', on: { 'echo.heard': { guard: 'isOurEcho', target: 'heard', actions: keepEcho } } },
        ignored: { tags: 'notObeyed', on: { 'echo.heard': { guard: 'isProgress', target: 'heard', actions: keepEcho } } },
      },
    },
    wheels: {
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
          entry: assign({ ended: null }),
          always: [
            { guard: stateIn({ lease: 'none' }), target: 'parked', actions: rememberEnd('noLease') },
            { guard: stateIn({ stop: 'stopped' }), target: 'halted', actions: rememberEnd('stopped') },
            { guard: stateIn({ way: 'blocked' }), target: 'halted', actions: rememberEnd('blocked') },
            { guard: stateIn({ tab: 'hidden' }), target: 'halted', actions: rememberEnd('hidden') },
            { guard: stateIn({ tab: 'blurred' }), target: 'halted', actions: rememberEnd('blur') },
            { guard: stateIn({ link: 'closed' }), target: 'halted', actions: rememberEnd('linkStale') },
            { guard: stateIn({ echo: 'ignored' }), target: 'halted', actions: rememberEnd('notObeyed') },
            { guard: not(stateIn({ echo: 'heard' })), target: 'halted', actions: rememberEnd('echoLost') },
            { guard: 'isLettingGo', target: 'idle' },
          ],
          type: 'parallel',
          states: {
            pulse: {
              initial: 'beating',
              states: {
                beating: {
                  entry: steer,
                  on: { 'stick.set': { guard: 'changesWheels', target: 'beating', reenter: true, actions: setHand } },
                  after: { pulseDelay: { target: 'beating', reenter: true } },
                },
              },
            },
            obeying: {
              initial: 'waiting',
              states: {
                waiting: {
                  on: { 'echo.heard': { guard: 'isProgress', target: 'waiting', reenter: true } },
                  after: { ignoredDelay: { actions: drive.raise({ type: 'echo.ignored' }) } },
                },
              },
            },
          },
        },
      },
    },
  },
});
