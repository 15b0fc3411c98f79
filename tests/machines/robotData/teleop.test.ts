import { describe, expect, it } from 'vitest';
import {
  selectCause,
  selectEnded,
  selectIsDriving,
  selectMustLetGo,
  selectRobotHalt,
  selectRoundTrip,
  selectSpeed,
  selectSpeedLimit,
} from '../../../src/machines/robotData/teleop.selectors.ts';
import { LEASE, stands, startTeleop } from '../../fakes/startTeleop.ts';

describe('what leaves', () => {
  it('leaves at once on a change, then every 50 ms', () => {
    const hand = startTeleop().ready();
    const before = hand.sent.length;
    hand.push(1);
    expect(hand.sent.slice(before)).toMatchObject([{ vx: 0.45, wz: 0, lease: LEASE }]);
    hand.push(1, 0.5);
    expect(hand.last()).toMatchObject({ vx: 0.45, wz: 0.45 });
    expect(hand.sentWithin(500)).toHaveLength(10);
  });

  it('bears the newest stamp of the robot, whatever else its echo tells', () => {
    const hand = startTeleop();
    hand.actor.send({ type: 'mqttLink.opened' });
    hand.actor.send({ type: 'lease.gained', number: LEASE });
    expect(hand.last()).toMatchObject({ sequence: 0, stamp: -1 });
    hand.pass(50).robot.hears = false;
    hand.robot.stamp = 500;
    hand.pass(200);
    expect(hand.last()).toMatchObject({ stamp: 502 });
  });

  it('numbers every message higher than the one before', () => {
    const hand = startTeleop().ready().push(1).pass(1_000).letGo().pass(1_000);
    const numbers = hand.sent.map(({ sequence }) => sequence);
    expect(numbers).toEqual([...numbers.keys()]);
  });

  it('is zero the moment the hand lets go, and on at full rate: that is what proves the way there', () => {
    const hand = startTeleop().ready().push(1).pass(300);
    const before = hand.sent.length;
    hand.letGo();
    expect(hand.sent.length).toBe(before + 1);
    expect(hand.last()).toMatchObject({ vx: 0, wz: 0 });
    const after = hand.sentWithin(3_000);
    expect(after).toHaveLength(60);
    expect(after.every(stands)).toBe(true);
  });

  it('adds up all hands and never exceeds the speed chosen', () => {
    const hand = startTeleop().ready().push(0.8).push(0.8, 0, 'keyboard');
    expect(hand.last()?.vx).toBe(0.45);
    hand.actor.send({ type: 'speed.set', speed: 5 });
    hand.pass(100);
    expect(hand.last()?.vx).toBe(1);
    hand.actor.send({ type: 'speed.set', speed: 0 });
    expect(selectSpeed(hand.actor.getSnapshot())).toBe(0.1);
  });

  it('starts its numbers anew with a new lease', () => {
    const hand = startTeleop().ready().push(1).pass(500);
    hand.actor.send({ type: 'lease.gone' });
    hand.actor.send({ type: 'lease.gained', number: LEASE + 1 });
    hand.pass(50);
    expect(hand.sent.find(({ lease }) => lease === LEASE + 1)?.sequence).toBe(0);
  });
});

it('a renewal of the lease disturbs no drive', () => {
  const hand = startTeleop().ready().push(1).pass(300);
  hand.actor.send({ type: 'lease.gained', number: LEASE });
  expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  expect(hand.sentWithin(500)).toHaveLength(10);
});

describe('bad days', () => {
  it('the lease is taken over while driving: nothing more is sent, and it says so', () => {
    const hand = startTeleop().ready().push(1).pass(300);
    hand.actor.send({ type: 'lease.gone' });
    expect(hand.sentWithin(2_000)).toEqual([]);
    expect(selectEnded(hand.actor.getSnapshot())).toBe('noLease');
    hand.actor.send({ type: 'lease.gained', number: LEASE + 1 });
    hand.robot.lease = LEASE + 1;
    hand.pass(500);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(false);
  });

  it('the echo of another lease counts for nothing', () => {
    const hand = startTeleop();
    hand.robot.lease = LEASE - 1;
    hand.ready();
    expect(selectCause(hand.actor.getSnapshot())).toBe('awaitingEcho');
  });

  it('the way to the robot stalls while its echo still comes: what it tells of grows too old, the drive ends and says so', () => {
    const hand = startTeleop().ready().push(1).pass(300);
    hand.robot.hears = false;
    hand.pass(450);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
    hand.pass(150);
    expect(selectEnded(hand.actor.getSnapshot())).toBe('notObeyed');
    expect(stands(hand.last() ?? { vx: 1, wz: 1 })).toBe(true);
    hand.robot.hears = true;
    hand.pass(1_200);
    expect(selectCause(hand.actor.getSnapshot())).toBeNull();
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(false);
    hand.letGo().push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });

  it.each([
    [540, true],
    [550, false],
  ])('what is echoed had left %i ms ago: drives on is %s', (trip, drivesOn) => {
    const hand = startTeleop().ready().push(1).pass(100);
    hand.robot.trip = trip;
    hand.echo();
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
    hand.pass(50);
    // The echo of a newer message, equally late.
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(drivesOn);
    if (!drivesOn) expect(selectEnded(hand.actor.getSnapshot())).toBe('late');
  });

  it.each(['lag', 'silence'] as const)(
    'a robot that stood by itself for %s ends the drive: it waits for a hand that has let go',
    (halted) => {
      const hand = startTeleop().ready().push(1).pass(300);
      hand.robot.halted = halted;
      hand.pass(50);
      expect(selectEnded(hand.actor.getSnapshot())).toBe('late');
      hand.robot.halted = null;
      hand.pass(300);
      expect(selectMustLetGo(hand.actor.getSnapshot())).toBe(true);
      hand.letGo().push(1);
      expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
    },
  );

  it('what the robot says of the time before this drive ends none', () => {
    const hand = startTeleop().ready();
    hand.robot.halted = 'silence';
    hand.robot.hears = false;
    hand.push(1).pass(100);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });

  it('a robot that stands before an obstacle is told on, so that it can be backed off', () => {
    const hand = startTeleop().ready().push(1);
    hand.robot.halted = 'obstacle';
    hand.pass(500);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
    expect(selectRobotHalt(hand.actor.getSnapshot())).toBe('obstacle');
  });

  it.each([
    ['the tab hidden', { type: 'tab.hidden' }],
    ['the window left', { type: 'tab.blurred' }],
    ['Stop pressed', { type: 'robot.stopped' }],
    ['the link cut', { type: 'mqttLink.closed' }],
    ['the emergency button', { type: 'obstacle.found', obstacle: 'robotEmergencyStop' }],
  ] as const)('%s: a hand that pushes all the same moves nothing', (_, event) => {
    const hand = startTeleop().ready();
    hand.actor.send(event);
    const before = hand.sent.length;
    hand.push(1).pass(1_000);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(false);
    expect(hand.sent.slice(before).every(stands)).toBe(true);
  });

  it('several causes at once: all must be gone before a hand drives again', () => {
    const hand = startTeleop().ready().push(1).pass(100);
    hand.actor.send({ type: 'robot.stopped' });
    hand.actor.send({ type: 'tab.hidden' });
    hand.actor.send({ type: 'robot.released' });
    expect(selectCause(hand.actor.getSnapshot())).toBe('hidden');
    hand.actor.send({ type: 'tab.front' });
    hand.pass(100).push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });
});

describe('the round trip', () => {
  const measured = (trip: number) => {
    const hand = startTeleop();
    hand.robot.trip = trip;
    return hand.ready();
  };

  it('is measured before anybody drives', () => {
    const hand = startTeleop();
    hand.actor.send({ type: 'mqttLink.opened' });
    hand.actor.send({ type: 'lease.gained', number: LEASE });
    hand.pass(500).push(1);
    expect(selectCause(hand.actor.getSnapshot())).toBe('measuring');
    expect(hand.sentWithin(1_000).every(stands)).toBe(true);
    hand.letGo().push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });

  it.each([
    [40, 1, 1],
    [150, 1, 0.7],
    [250, 1, 0.45],
    [250, 0.3, 0.3],
  ])('of %i ms: of %f m/s chosen %f are asked for', (trip, chosen, asked) => {
    const hand = measured(trip);
    hand.actor.send({ type: 'speed.set', speed: chosen });
    hand.push(1);
    expect(hand.last()?.vx).toBe(asked);
    expect(selectSpeedLimit(hand.actor.getSnapshot())).toBe(asked < chosen ? asked : null);
  });

  it('beyond 300 ms refuses the wheel, with the figure, until another lease', () => {
    const hand = measured(301);
    expect(hand.actor.getSnapshot().hasTag('refused')).toBe(true);
    expect([selectCause(hand.actor.getSnapshot()), selectRoundTrip(hand.actor.getSnapshot())]).toEqual([
      'tooSlow',
      301,
    ]);
    hand.robot.trip = 0;
    hand.pass(4_000).push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(false);
    hand.letGo().actor.send({ type: 'lease.gone' });
    hand.actor.send({ type: 'lease.gained', number: LEASE + 1 });
    hand.robot.lease = LEASE + 1;
    hand.pass(1_200).push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });

  it('that grows too long lets no other drive begin, and does so again when it is short enough', () => {
    const hand = measured(100).push(1);
    hand.robot.trip = 350;
    hand.pass(2_500);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
    hand.letGo().push(1);
    expect([selectIsDriving(hand.actor.getSnapshot()), selectCause(hand.actor.getSnapshot())]).toEqual([
      false,
      'tooSlow',
    ]);
    expect(hand.actor.getSnapshot().hasTag('refused')).toBe(false);
    hand.robot.trip = 100;
    hand.letGo().pass(2_500).push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });

  it('is measured anew when the link was away', () => {
    const hand = measured(40);
    hand.actor.send({ type: 'mqttLink.closed' });
    hand.actor.send({ type: 'mqttLink.opened' });
    hand.pass(200);
    expect(selectCause(hand.actor.getSnapshot())).toBe('measuring');
  });
});
