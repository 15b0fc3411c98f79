/** Actions of a robot's page on updates: stores them, evaluates them, and forwards them to the children concerned. */
import { assertEvent } from 'xstate';
import { blockingError } from '../../../contract/rules/robotCan.ts';
import { systemActor } from '../app/events.ts';
import { escapeMeaning } from './escape.ts';
import { withFastState, withPicture } from './fastState.ts';
import { withNews } from './ledger.ts';
import { isHeldBy, isNewerLease } from './leaseOrder.ts';
import { factsOf, robotData, type RobotDataContext } from './robotData.setup.ts';

export const assignLiveState = robotData.assign(({ context, event }) => {
  assertEvent(event, 'picture.heard');
  return { live: event.live ? withPicture(context.live, event.live) : context.live, now: event.now };
});
export const assignState = robotData.assign(({ context, event }) => {
  assertEvent(event, 'state.heard');
  return { live: context.live && withFastState(context.live, event.state, event.now), now: event.now };
});
export const assignLease = robotData.assign(({ context, event }) => {
  assertEvent(event, 'lease.heard');
  return { lease: isNewerLease(event.lease, context.lease) ? event.lease : context.lease };
});
export const assignLedger = robotData.assign(({ context, event }) => {
  assertEvent(event, 'ledger.heard');
  return { ledger: withNews(context.ledger, event.commands) };
});

export const forwardLease = robotData.sendTo('lease', ({ event }) => {
  assertEvent(event, 'lease.heard');
  return event;
});
export const forwardLedger = robotData.sendTo('commands', ({ event }) => {
  assertEvent(event, 'ledger.heard');
  return event;
});
export const forwardLedgerToActions = robotData.sendTo('robotActions', ({ event }) => {
  assertEvent(event, 'ledger.heard');
  return event;
});
export const notifyJams = robotData.sendTo('compartmentJams', { type: 'jams.changed' });
/** A compartment that opened for a person works again. */
export const notifyJamsOfOpening = robotData.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'ledger.heard');
  if (event.commands.some(({ kind, state }) => kind === 'openCabinet' && state === 'finished'))
    enqueue.sendTo('compartmentJams', { type: 'jams.changed' });
});
export const forwardDevices = robotData.sendTo('robotActions', ({ event }) => {
  assertEvent(event, 'state.heard');
  return { type: 'devices.heard', devices: event.devices };
});
export const forwardEcho = robotData.sendTo('teleop', ({ event }) => {
  assertEvent(event, 'echo.heard');
  return event;
});
export const forwardSignal = robotData.sendTo('video', ({ event }) => {
  assertEvent(event, 'signal.heard');
  return event;
});
export const forwardTabToVideo = robotData.sendTo('video', ({ event }) => {
  assertEvent(event, ['tab.front', 'tab.blurred', 'tab.hidden']);
  return event;
});
export const forwardTabToTeleop = robotData.sendTo('teleop', ({ event }) => {
  assertEvent(event, ['tab.front', 'tab.blurred', 'tab.hidden']);
  return event;
});

export const forwardTabToSpoken = robotData.sendTo('spoken', ({ event }) => {
  assertEvent(event, ['tab.front', 'tab.hidden']);
  return event;
});

/** Who has control of the robot now. */
export const controlOf = ({ lease, clientId, live }: RobotDataContext) =>
  isHeldBy(lease, clientId)
    ? ({ type: 'control.mine' } as const)
    : live?.mode === 'MANUAL' && live.driving
      ? ({ type: 'control.others' } as const)
      : ({ type: 'control.none' } as const);

/** Sends the robot's live state and robotCan results to the children. */
export const notifyChildren = robotData.enqueueActions(({ context, enqueue }) => {
  const facts = factsOf(context, context.now);
  if (!facts) return;
  const { live } = facts;
  // Lease and Stop have their own regions in `teleop`; only the other obstacles are sent here.
  enqueue.sendTo('teleop', {
    type: 'obstacle.found',
    obstacle: blockingError('drive', { ...facts, leasedByMe: true, live: { ...live, held: false } }),
  });
  enqueue.sendTo('stop', { type: 'robot.seen', held: live.held, paused: live.paused, at: context.now });
  enqueue.sendTo('commands', { type: 'robot.seen', busy: live.busy });
  enqueue.sendTo('routeRunMonitor', { type: 'routeRun.seen', drive: live.drive });
  const unwatchable = blockingError('watch', facts);
  enqueue.sendTo('video', {
    type: unwatchable === null ? 'robot.reachable' : unwatchable === 'robotOffline' ? 'robot.gone' : 'camera.missing',
  });
  enqueue.raise(controlOf(context));
});

/** The lease child's state applies to the whole page. */
export const followLease = robotData.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'lease.changed');
  enqueue.assign({ lease: event.lease });
  enqueue.sendTo(
    'teleop',
    event.mine && event.lease ? { type: 'lease.gained', number: event.lease.number } : { type: 'lease.gone' },
  );
  enqueue.raise({ type: event.mine ? 'control.mine' : 'control.none' });
});
/**
 * The network is too slow for teleop: releases the lease, once, because every snapshot of either child triggers this
 * again.
 */
export const giveBack = robotData.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, 'teleop.refused');
  if (self.getSnapshot().children.lease?.getSnapshot().context.loss?.why !== 'tooSlow') enqueue.sendTo('lease', event);
});
/** Stop zeroes the commanded velocity at once, long before the robot has received it. */
export const followStop = robotData.sendTo('teleop', ({ event }) => {
  assertEvent(event, 'stop.changed');
  return { type: event.wanted ? 'robot.stopped' : 'robot.released' };
});

/** Sends the state known so far to children that have just started. */
export const introduce = robotData.enqueueActions(({ context, enqueue, self }) => {
  const snapshot = self.getSnapshot();
  if (snapshot.hasTag('linked')) enqueue.sendTo('teleop', { type: 'mqttLink.opened' });
  if (context.clientId !== null) enqueue.sendTo('lease', { type: 'client.known', clientId: context.clientId });
  if (snapshot.hasTag('hidden')) enqueue.sendTo('teleop', { type: 'tab.hidden' });
  if (snapshot.hasTag('blurred')) enqueue.sendTo('teleop', { type: 'tab.blurred' });
  if (snapshot.children.stop?.getSnapshot().hasTag('wanted')) enqueue.sendTo('teleop', { type: 'robot.stopped' });
});
export const notifyConnected = robotData.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'mqttLink.opened');
  enqueue.sendTo('lease', { type: 'client.known', clientId: event.clientId });
  enqueue.sendTo('teleop', { type: 'mqttLink.opened' });
});
/** Sends reloaded data to the children that keep their own copy. */
export const shareReading = robotData.enqueueActions(({ context: { lease, ledger }, enqueue }) => {
  if (lease) enqueue.sendTo('lease', { type: 'lease.heard', lease });
  enqueue.sendTo('commands', { type: 'ledger.heard', commands: ledger });
});

/** The names of a route's stops are in the user's language. */
export const forwardPageEvent = robotData.sendTo('routeRunMonitor', ({ event }) => {
  assertEvent(event, ['page.resumed', 'page.languageChanged']);
  return event;
});

export const pressStop = robotData.sendTo('stop', ({ event }) => {
  assertEvent(event, ['stop.press', 'escape.pressed']);
  return { type: 'stop.press', at: event.at };
});
/** No other handler used the key: a full-window video and an active tool take precedence over Stop. */
export const leaveOrStop = robotData.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, 'escape.pressed');
  const { commands, video } = self.getSnapshot().children;
  const meaning = escapeMeaning({
    moving: false,
    filled: video?.getSnapshot().matches({ size: 'filled' }) ?? false,
    tool: commands?.getSnapshot().hasTag('tool') ?? false,
  });
  if (meaning === 'leavePicture') enqueue.sendTo('video', { type: 'fill.leave' });
  else if (meaning === 'leaveTool') enqueue.sendTo('commands', { type: 'target.cancel' });
  else enqueue.sendTo('stop', { type: 'stop.press', at: event.at });
});

/** Selects another robot: current in the whole console, and shown here. */
export const chooseRobot = robotData.sendTo(
  ({ system }) => systemActor(system, 'fleet'),
  ({ event }) => {
    assertEvent(event, 'robot.open');
    return { type: 'robot.choose', serialNumber: event.serialNumber };
  },
);
/** After a link or Back, the robot shown becomes the current one, for the clock in the frame and the next page. */
export const makeCurrent = robotData.sendTo(
  ({ system }) => systemActor(system, 'fleet'),
  ({ context: { serialNumber } }) => ({ type: 'robot.choose', serialNumber }),
);
export const openRobot = robotData.sendTo(
  ({ system }) => systemActor(system, 'navigation'),
  ({ event }) => {
    assertEvent(event, 'robot.open');
    return { type: 'navigation.query', query: { serialNumber: event.serialNumber }, push: true };
  },
);
