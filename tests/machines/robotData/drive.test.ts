import { describe, expect, it } from 'vitest';
import { selectCause, selectEnded, selectIsDriving, selectRobotHalt, selectSpeed } from '../../../src/machines/robotData/drive.selectors.ts';
import { LEASE, stands, startDrive } from '../../fakes/startDrive.ts';

describe('what leaves', () => {
  it('leaves at once on a change, then every 100 ms', () => {
    const hand = startDrive().ready();
    const before = hand.sent.length;
    hand.push(1);
    expect(hand.sent.slice(before)).toMatchObject([{ vx: 0.45, wz: 0, lease: LEASE }]);
    hand.push(1, 0.5);
    expect(hand.last()).toMatchObject({ vx: 0.45, wz: 0.45 });
    expect(hand.sentWithin(500)).toHaveLength(5);
  });

  it('numbers every message higher than the one before', () => {
    const hand = startDrive().ready().push(1).pass(1_000).letGo().pass(1_000);
    const numbers = hand.sent.map(({ sequence }) => sequence);
    expect(numbers).toEqual([...numbers.keys()]);
  });

  it('is zero the moment the hand lets go, repeated at full rate, then each second', () => {
    const hand = startDrive().ready().push(1).pass(300);
    const before = hand.sent.length;
    hand.letGo();
    expect(hand.sent.length).toBe(before + 1);
    expect(hand.last()).toMatchObject({ vx: 0, wz: 0 });
    expect(hand.sentWithin(450).length).toBeGreaterThanOrEqual(4);
    hand.pass(100);
    expect(hand.sentWithin(3_000)).toHaveLength(3);
  });

  it('adds up all hands and never exceeds the speed chosen', () => {
    const hand = startDrive().ready().push(0.8).push(0.8, 0, 'keyboard');
    expect(hand.last()?.vx).toBe(0.45);
    hand.actor.send({ type: 'speed.set', speed: 5 });
    hand.pass(100);
    expect(hand.last()?.vx).toBe(1);
    hand.actor.send({ type: 'speed.set', speed: 0 });
    expect(selectSpeed(hand.actor.getSnapshot())).toBe(0.1);
  });

  it('starts its numbers anew with a new lease', () => {
    const hand = startDrive().ready().push(1).pass(500);
    hand.actor.send({ type: 'lease.gone' });
    hand.actor.send({ type: 'lease.gained', number: LEASE + 1 });
    hand.pass(50);
    expect(hand.sent.find(({ lease }) => lease === LEASE + 1)?.sequence).toBe(0);
  });
});

it('a renewal of the lease disturbs no drive', () => {
  const hand = startDrive().ready().push(1).pass(300);
  hand.actor.send({ type: 'lease.gained', number: LEASE });
  expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  expect(hand.sentWithin(500)).toHaveLength(5);
});

describe('bad days', () => {
  it('the lease is taken over while driving: nothing more is sent, and it says so', () => {
    const hand = startDrive().ready().push(1).pass(300);
    hand.actor.send({ type: 'lease.gone' });
    expect(hand.sentWithin(2_000)).toEqual([]);
    expect(selectEnded(hand.actor.getSnapshot())).toBe('noLease');
    hand.actor.send({ type: 'lease.gained', number: LEASE + 1 });
    hand.robot.lease = LEASE + 1;
    hand.pass(500);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(false);
  });

  it('the echo of another lease counts for nothing', () => {
    const hand = startDrive();
    hand.robot.lease = LEASE - 1;
    hand.ready();
    expect(selectCause(hand.actor.getSnapshot())).toBe('awaitingEcho');
  });

  it('the way to the robot stalls while its echo still comes: after half a second without progress it stops and says so', () => {
    const hand = startDrive().ready().push(1).pass(300);
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

  it('a robot that stands before an obstacle is told on, so that it can be backed off', () => {
    const hand = startDrive().ready().push(1);
    hand.robot.halted = 'obstacle';
    hand.pass(500);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
    expect(selectRobotHalt(hand.actor.getSnapshot())).toBe('obstacle');
  });

  it.each([
    ['the tab hidden', { type: 'tab.hidden' }], ['the window left', { type: 'tab.blurred' }], ['Stop pressed', { type: 'robot.stopped' }],
    ['the link cut', { type: 'link.closed' }], ['the emergency button', { type: 'obstacle.found', obstacle: 'robotEmergencyStop' }],
  ] as const)('%s: a hand that pushes all the same moves nothing', (_, event) => {
    const hand = startDrive().ready();
    hand.actor.send(event);
    const before = hand.sent.length;
    hand.push(1).pass(1_000);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(false);
    expect(hand.sent.slice(before).every(stands)).toBe(true);
  });

  it('several causes at once: all must be gone before a hand drives again', () => {
    const hand = startDrive().ready().push(1).pass(100);
    hand.actor.send({ type: 'robot.stopped' });
    hand.actor.send({ type: 'tab.hidden' });
    hand.actor.send({ type: 'robot.released' });
    expect(selectCause(hand.actor.getSnapshot())).toBe('hidden');
    hand.actor.send({ type: 'tab.front' });
    hand.pass(100).push(1);
    expect(selectIsDriving(hand.actor.getSnapshot())).toBe(true);
  });
});
