/**
 * The page of one robot: its up-to-date data, and the machines that control it.
 *
 *   shown (reentered for another robot)
 *     data     loading ─▶ ready { fresh ⇄ catchingUp | refetching ─error─▶ behind ─growing pause─▶ the same again }
 *              | failed | unknown | forbidden
 *              `ready` runs the children lease, teleop, routeRunMonitor, commands, resumers, compartmentJams, spoken, robotInfo, watchers, robotActions; video and stop run from the start, in parallel to loading
 *     control  none, others, mine: Escape is Stop before any dialog during teleop, otherwise after them (design 6)
 *     link     this tab's own connection for this robot. A change between the reading and the subscription is in neither:
 *              when the link opens for the first time, what is sent only over it is read again (catchingUp); when it is
 *              restored after a gap of any length, everything is (refetching), and once more if that gap was during a
 *              reading. A reading that fails is repeated while the link is open; the page says that it may be outdated
 *     tab      front, blurred, hidden
 *
 * Children do not know each other; shared events pass through this machine. The lease gives `teleop` its lease number,
 * Stop zeroes the commanded velocity at once, and robotCan evaluates the robot's live state for all of them.
 */
import { and, assign, enqueueActions, stateIn } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { failureOf, isFailure } from '../failure.ts';
import { selectNeedsPicture } from '../videoRecording/videoRecording.selectors.ts';
import { streamKeyOf } from './video.selectors.ts';
import { selectRoundTrip } from './teleop.selectors.ts';
import { asBefore, mustStartOver, withMissed, withReading } from './reading.ts';
import {
  chooseRobot,
  followLease,
  followStop,
  giveBack,
  notifyConnected,
  controlOf,
  assignLease,
  assignLedger,
  assignLiveState,
  assignState,
  introduce,
  leaveOrStop,
  makeCurrent,
  openRobot,
  forwardDevices,
  forwardEcho,
  forwardLease,
  forwardLedger,
  forwardLedgerToActions,
  notifyJams,
  notifyJamsOfOpening,
  forwardPageEvent,
  forwardSignal,
  forwardTabToSpoken,
  forwardTabToTeleop,
  forwardTabToVideo,
  pressStop,
  shareReading,
  notifyChildren,
} from './robotData.actions.ts';
import { nothingOf, robotData, type RobotDataContext, robotIn } from './robotData.setup.ts';

const FORBIDDEN = [ERRORS.robotForeign, ERRORS.notAllowed, ERRORS.accountNotAuthorized];
const UNKNOWN = [ERRORS.robotUnknown, ERRORS.fieldInvalid, ERRORS.parameterEmpty, ERRORS.serialNumberEmpty];

const loadInput = ({ context: { serialNumber } }: { context: RobotDataContext }) => ({ serialNumber });
const jamsInput = ({ context: { serialNumber, loaded } }: { context: RobotDataContext }) => ({
  serialNumber,
  hasCompartments: (loaded?.detail.abilities.compartments ?? []).length > 0,
});
/** The link opened while the robot was read. */
const rememberMissed = robotData.assign({ mayHaveMissed: true });
const rememberGap = robotData.assign({ mustReread: true });
/** The reading that begins now sees what was sent before. */
const forgetMissed = robotData.assign({ mayHaveMissed: false, mustReread: false });
const afterFailure = ({ failedReadings }: RobotDataContext, owed: Partial<RobotDataContext>) => ({
  ...owed,
  failedReadings: failedReadings + 1,
});
/** A lost right and a removed robot close the page; after any other error the reading is repeated. */
const closedBy = (errors: readonly number[]) => ({
  guard: ({ event }: { event: { error: unknown } }) => isFailure(failureOf(event.error), ...errors),
});
/** A link that is down brings a reading of everything when it is back. */
const IS_LINKED = stateIn({ shown: { link: 'open' } });
const listening = (first: boolean) => robotData.createStateConfig({ invoke: { src: 'escapeKey', input: { first } } });

export const robotDataMachine = robotData.createMachine({
  id: 'robotData',
  context: ({ input }) => ({ userId: input.user?.id ?? '', ...nothingOf(robotIn(input.query, input.serialNumber)) }),
  initial: 'shown',
  on: {
    'page.queryChanged': {
      guard: ({ context, event }) => robotIn(event.query, context.serialNumber) !== context.serialNumber,
      target: '.shown',
      reenter: true,
      actions: assign(({ context, event }) => nothingOf(robotIn(event.query, context.serialNumber))),
    },
  },
  states: {
    shown: {
      type: 'parallel',
      invoke: [
        { src: 'holdKey', input: ({ context }) => ({ key: context.serialNumber }) },
        { id: 'video', src: 'video', input: ({ context }) => ({ serialNumber: context.serialNumber }) },
        {
          id: 'videoRecording',
          src: 'videoRecording',
          input: ({ context: { serialNumber } }) => ({ serialNumber, streamKey: streamKeyOf(serialNumber) }),
          onSnapshot: {
            actions: enqueueActions(({ event: { snapshot }, enqueue }) =>
              enqueue.sendTo('video', { type: selectNeedsPicture(snapshot) ? 'recording.began' : 'recording.ended' }),
            ),
          },
        },
        {
          id: 'stop',
          src: 'stop',
          input: ({ context }) => ({ serialNumber: context.serialNumber }),
          onSnapshot: {
            actions: enqueueActions(({ event, enqueue }) =>
              enqueue.raise({ type: 'stop.changed', wanted: event.snapshot.hasTag('wanted') }),
            ),
          },
        },
        { src: 'follow', input: ({ context }) => ({ serialNumber: context.serialNumber }) },
        { src: 'watchTab' },
        { src: 'listCursor', id: 'robotCursor' },
      ],
      on: {
        'signal.heard': { actions: forwardSignal },
        'stop.press': { actions: pressStop },
        'escape.reaches': { actions: assign({ escapeReaches: ({ event }) => event.reaches }) },
        'view.change': { actions: assign({ view: ({ context, event }) => ({ ...context.view, ...event.change }) }) },
        'robot.open': { actions: [chooseRobot, openRobot] },
      },
      states: {
        link: {
          initial: 'closed',
          states: {
            closed: {
              on: {
                'mqttLink.opened': {
                  target: 'open',
                  actions: [
                    assign({ clientId: ({ event }) => event.clientId }),
                    robotData.sendTo('video', { type: 'mqttLink.opened' }),
                  ],
                },
              },
            },
            open: {
              tags: 'linked',
              on: {
                'mqttLink.closed': {
                  target: 'closed',
                  actions: robotData.sendTo('video', { type: 'mqttLink.closed' }),
                },
              },
            },
          },
        },
        tab: {
          initial: 'front',
          on: {
            'tab.front': { target: '.front', actions: forwardTabToVideo },
            'tab.blurred': { target: '.blurred', actions: forwardTabToVideo },
            'tab.hidden': { target: '.hidden', actions: forwardTabToVideo },
          },
          states: { front: {}, blurred: { tags: 'blurred' }, hidden: { tags: 'hidden' } },
        },
        control: {
          initial: 'none',
          on: { 'control.none': '.none', 'control.others': '.others', 'control.mine': '.mine' },
          states: { none: listening(false), others: listening(true), mine: listening(true) },
        },
        data: {
          initial: 'loading',
          states: {
            loading: {
              tags: 'loading',
              entry: forgetMissed,
              invoke: {
                src: 'loadRobot',
                input: loadInput,
                onDone: {
                  target: 'ready',
                  actions: assign(({ context, event }) => withReading(context, event.output)),
                },
                onError: [
                  { ...closedBy(FORBIDDEN), target: 'forbidden' },
                  { ...closedBy(UNKNOWN), target: 'unknown' },
                  { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
                ],
              },
              on: {
                'mqttLink.opened': [{ guard: 'isFirstLink', actions: rememberMissed }, { actions: rememberGap }],
                'picture.heard': { actions: assignLiveState },
                'lease.heard': { actions: assignLease },
                'ledger.heard': { actions: assignLedger },
                'escape.pressed': { actions: pressStop },
                // Some of it may have been read before.
                'page.noticed': { guard: 'isOwnAbilities', actions: rememberGap },
              },
            },
            failed: {
              tags: 'failed',
              on: { 'page.retry': 'loading', 'page.resumed': 'loading', 'escape.pressed': { actions: pressStop } },
            },
            unknown: { tags: 'unknown', on: { 'page.retry': 'loading', 'page.resumed': 'loading' } },
            forbidden: { tags: 'forbidden', on: { 'page.retry': 'loading', 'page.resumed': 'loading' } },
            ready: {
              tags: 'ready',
              entry: makeCurrent,
              invoke: [
                {
                  id: 'lease',
                  src: 'lease',
                  input: ({ context: { serialNumber, clientId, lease } }) => ({ serialNumber, clientId, lease }),
                  onSnapshot: {
                    actions: enqueueActions(({ event: { snapshot }, enqueue }) =>
                      enqueue.raise({
                        type: 'lease.changed',
                        lease: snapshot.context.lease,
                        mine: snapshot.hasTag('mine'),
                      }),
                    ),
                  },
                },
                {
                  id: 'teleop',
                  src: 'teleop',
                  input: ({ context: { serialNumber, loaded } }) => ({
                    serialNumber,
                    maxSpeed: loaded?.detail.abilities.maxSpeed ?? 0,
                  }),
                  onSnapshot: {
                    guard: ({ event }) => event.snapshot.hasTag('refused'),
                    actions: enqueueActions(({ event: { snapshot }, enqueue }) =>
                      enqueue.raise({ type: 'teleop.refused', roundTrip: selectRoundTrip(snapshot) ?? 0 }),
                    ),
                  },
                },
                {
                  id: 'routeRunMonitor',
                  src: 'routeRunMonitor',
                  input: ({ context: { serialNumber, live } }) => ({
                    serialNumber,
                    drive: null,
                    seen: live?.drive ?? null,
                  }),
                },
                {
                  id: 'commands',
                  src: 'commands',
                  input: ({ context: { serialNumber, userId, ledger } }) => ({ serialNumber, userId, rows: ledger }),
                },
                { id: 'resumers', src: 'resumers', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
                { id: 'compartmentJams', src: 'compartmentJams', input: jamsInput },
                { id: 'spoken', src: 'spoken', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
                { id: 'robotInfo', src: 'robotInfo', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
                { id: 'watchers', src: 'watchers', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
                { id: 'robotActions', src: 'robotActions', input: ({ context: { userId } }) => ({ userId }) },
              ],
              on: {
                'picture.heard': { actions: [assignLiveState, notifyChildren] },
                'state.heard': { actions: [assignState, notifyChildren, forwardDevices] },
                'lease.heard': { actions: forwardLease },
                'lease.changed': { actions: followLease },
                'teleop.refused': { actions: giveBack },
                'stop.changed': { actions: followStop },
                'ledger.heard': { actions: [forwardLedger, forwardLedgerToActions, notifyJamsOfOpening] },
                'page.noticed': [
                  { guard: 'isOwnDelivery', actions: notifyJams },
                  { guard: 'isOwnAbilities', target: '.refetching' },
                ],
                'echo.heard': { actions: forwardEcho },
                'mqttLink.closed': { actions: robotData.sendTo('teleop', { type: 'mqttLink.closed' }) },
                'tab.front': { actions: [forwardTabToTeleop, forwardTabToSpoken] },
                'tab.blurred': { actions: forwardTabToTeleop },
                'tab.hidden': { actions: [forwardTabToTeleop, forwardTabToSpoken] },
                'escape.pressed': [
                  { guard: ({ context }) => controlOf(context).type !== 'control.none', actions: pressStop },
                  { actions: leaveOrStop },
                ],
                'page.resumed': { target: '.refetching', actions: forwardPageEvent },
                'page.languageChanged': { target: '.refetching', actions: forwardPageEvent },
                'page.mapChanged': { guard: 'isOwnSite', target: '.refetching' },
              },
              initial: 'fresh',
              states: {
                fresh: {
                  // Not on `ready`: its children are created only after its entry actions.
                  entry: [introduce, shareReading, notifyChildren],
                  always: [
                    { guard: 'mustReread', target: 'refetching' },
                    { guard: 'mayHaveMissed', target: 'catchingUp' },
                  ],
                  on: {
                    'mqttLink.opened': [
                      { guard: 'isFirstLink', target: 'catchingUp', actions: notifyConnected },
                      { target: 'refetching', actions: notifyConnected },
                    ],
                  },
                },
                catchingUp: {
                  entry: forgetMissed,
                  invoke: {
                    src: 'loadMissed',
                    input: loadInput,
                    onDone: {
                      target: 'fresh',
                      actions: assign(({ context, event }) => withMissed(context, event.output)),
                    },
                    onError: [
                      { ...closedBy(FORBIDDEN), target: '#robotData.shown.data.forbidden' },
                      { ...closedBy(UNKNOWN), target: '#robotData.shown.data.unknown' },
                      {
                        target: 'behind',
                        actions: assign(({ context }) => afterFailure(context, { mayHaveMissed: true })),
                      },
                    ],
                  },
                  on: { 'mqttLink.opened': { target: 'refetching', actions: notifyConnected } },
                },
                refetching: {
                  entry: forgetMissed,
                  invoke: {
                    src: 'loadRobot',
                    input: loadInput,
                    onDone: [
                      // Its children take from a reading what the robot can do.
                      {
                        guard: ({ context, event }) => mustStartOver(context, event.output),
                        target: '#robotData.shown.data.ready',
                        reenter: true,
                        actions: assign(({ context, event }) => withReading(context, event.output)),
                      },
                      {
                        target: 'fresh',
                        actions: assign(({ context, event }) => withReading(context, asBefore(context, event.output))),
                      },
                    ],
                    onError: [
                      { ...closedBy(FORBIDDEN), target: '#robotData.shown.data.forbidden' },
                      { ...closedBy(UNKNOWN), target: '#robotData.shown.data.unknown' },
                      {
                        target: 'behind',
                        actions: assign(({ context }) => afterFailure(context, { mustReread: true })),
                      },
                    ],
                  },
                  on: {
                    'mqttLink.opened': [
                      { guard: 'isFirstLink', actions: [notifyConnected, rememberMissed] },
                      { actions: [notifyConnected, rememberGap] },
                    ],
                    // Reported right after the link: the reading under way is the one for this gap.
                    'page.resumed': { actions: forwardPageEvent },
                    'page.languageChanged': { target: 'refetching', reenter: true, actions: forwardPageEvent },
                    'page.mapChanged': { guard: 'isOwnSite', target: 'refetching', reenter: true },
                    'page.noticed': [
                      { guard: 'isOwnDelivery', actions: notifyJams },
                      // Not at once, so that one reading after the other comes to its end.
                      { guard: 'isOwnAbilities', actions: rememberGap },
                    ],
                  },
                },
                behind: {
                  after: {
                    rereadDelay: [
                      { guard: and(['mustReread', IS_LINKED]), target: 'refetching' },
                      { guard: IS_LINKED, target: 'catchingUp' },
                      { target: 'behind', reenter: true },
                    ],
                  },
                  on: {
                    'mqttLink.opened': { target: 'refetching', actions: notifyConnected },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
});
