/** Teleop: the robot obeys only the current lease and fresh messages, and never drives into an obstacle (design 6). */
import { describe, expect, it } from 'vitest';
import { teleopEcho } from '../../../contract/wire/actions.ts';
import * as v from 'valibot';
import { buildingOf } from '../../../simulator/building/building.ts';
import { TICK } from '../../../simulator/fleet/world.ts';
import { PORTER, idle, setUp } from './stage.ts';
import type { Stage } from './stage.ts';

const building = buildingOf();
/** In the open middle of the lobby. */
const OPEN = { mapId: 'harbour-1f', x: 33, y: 17, theta: 0 };

function byHand(
  lease = 5,
  at = OPEN,
): Stage & { drive: (vx: number, wz: number, seconds: number) => void; sequence: number } {
  const { mapId, ...pose } = at;
  const stage = setUp(idle(PORTER, { pose, mapId }));
  stage.act('controlLease', { lease, holder: 'Ada' });
  const hand = {
    ...stage,
    sequence: 0,
    /** Sends a message every 0.1 s, as a browser does. */
    drive(vx: number, wz: number, seconds: number) {
      for (let t = 0; t < seconds - 1e-9; t += 0.1) {
        stage.teleop({ lease, sequence: hand.sequence++, vx, wz });
        stage.world.step(0.1);
      }
    },
  };
  return hand;
}

describe('the lease', () => {
  it('puts the robot in manual mode, and back', () => {
    const hand = byHand();
    expect(hand.state()).toMatchObject({ operatingMode: 'MANUAL' });
    expect(hand.robot.lease).toBe(5);
    hand.act('controlLease', { lease: 0 });
    expect(hand.state()).toMatchObject({ operatingMode: 'AUTOMATIC' });
    expect(hand.robot.echo()).toBeNull();
  });

  it('is obeyed by its number only', () => {
    const hand = byHand(5);
    for (const lease of [4, 6]) hand.teleop({ lease, sequence: 1, vx: 0.5, wz: 0 });
    hand.world.step(0.3);
    expect(hand.robot.body.motion.v).toBe(0);
    hand.drive(0.5, 0, 1);
    expect(hand.robot.body.motion.v).toBeCloseTo(0.5);
    // Another operator takes over: messages of the old lease are ignored.
    hand.act('controlLease', { lease: 6, holder: 'Bob' });
    hand.drive(0.5, 0, 1);
    expect(hand.robot.body.motion.v).toBe(0);
  });

  it('refuses a number that is none', () => {
    const stage = setUp();
    expect(stage.status(stage.act('controlLease', { lease: -1 }))).toBe('FAILED');
    expect(stage.status(stage.act('controlLease', {}))).toBe('FAILED');
    expect(stage.state().operatingMode).toBe('AUTOMATIC');
  });

  it('lets an order wait, and the robot goes on with it from where it was driven', () => {
    const stage = setUp(idle(PORTER, { pose: { x: 33, y: 17, theta: 0 } }));
    stage.goTo('harbour-1f.meeting-rooms', 'go');
    stage.until(() => stage.robot.body.motion.v > 0.3, 10);
    stage.act('controlLease', { lease: 3, holder: 'Ada' });
    for (let i = 0; i < 40; i++) {
      stage.teleop({ lease: 3, sequence: i, vx: -0.4, wz: 0.3 });
      stage.world.step(0.1);
    }
    expect(stage.state()).toMatchObject({ orderId: 'go', nodeStates: [{ nodeId: 'harbour-1f.meeting-rooms' }] });
    stage.goTo('harbour-1f.gym', 'other');
    expect(stage.errors()[0]).toMatchObject({ errorType: 'orderError' });
    stage.act('controlLease', { lease: 0 });
    stage.until(() => stage.state().nodeStates.length === 0, 120);
    expect(stage.state()).toMatchObject({ orderId: 'go', lastNodeId: 'harbour-1f.meeting-rooms' });
  });
});

describe('a hand at the wheel', () => {
  it('drives and turns, and the echo tells the real speeds', () => {
    const hand = byHand();
    hand.drive(0.45, 0.5, 2);
    const echo = v.parse(teleopEcho, hand.robot.echo());
    expect(echo).toEqual({
      lease: 5,
      sequence: 19,
      stamp: expect.any(Number),
      waited: 100,
      halted: null,
      vx: expect.closeTo(0.45, 2),
      wz: expect.closeTo(0.5, 2),
    });
    expect(hand.robot.body.motion.y).toBeGreaterThan(17.1);
    expect(hand.state().driving).toBe(true);
    hand.drive(-0.2, 0, 2);
    expect(hand.robot.body.motion.v).toBeCloseTo(-0.2);
  });

  it('moves no faster than the robot can, whatever is asked', () => {
    const hand = byHand();
    hand.drive(40, 40, 1.5);
    expect(hand.robot.body.motion.v).toBeLessThanOrEqual(0.9);
    expect(hand.robot.body.motion.w).toBeLessThanOrEqual(0.9 + 1e-9);
  });

  it('starts within a tenth of a second of the first message', () => {
    const hand = byHand();
    hand.drive(0.45, 0, 0.1);
    expect(hand.robot.body.motion.v).toBeGreaterThan(0.05);
  });

  it("that falls silent stops the robot within the dead-man's time and its braking, and has to let go first", () => {
    const hand = byHand();
    hand.drive(0.6, 0, 1.5);
    hand.world.step(0.7);
    expect(hand.robot.body.motion.v).toBe(0);
    expect(hand.robot.echo()).toMatchObject({ halted: 'silence', vx: 0 });
    hand.drive(0.6, 0, 0.5);
    expect(hand.robot.body.motion.v).toBe(0);
    expect(hand.robot.echo()).toMatchObject({ halted: 'silence', sequence: hand.sequence - 1 });
    hand.drive(0, 0, 0.1);
    hand.drive(0.6, 0, 1);
    expect(hand.robot.body.motion.v).toBeCloseTo(0.6);
  });

  it('that only stands for a while may drive at once', () => {
    const hand = byHand();
    hand.drive(0, 0, 0.5);
    hand.world.step(3);
    hand.drive(0.5, 0, 1);
    expect(hand.robot.body.motion.v).toBeCloseTo(0.5);
  });

  it('behind a network that stalls for 4 s moves no wheel afterwards', () => {
    const hand = byHand();
    hand.drive(0.5, 0, 1);
    const stamp = hand.robot.echo()?.stamp ?? -1;
    hand.world.step(4);
    const at = { ...hand.robot.body.motion };
    expect(at.v).toBe(0);
    // The connection stalled: all queued messages arrive at once.
    for (let i = 0; i < 80; i += 1) hand.teleop({ lease: 5, sequence: 100 + i, vx: 0.5, wz: 0, stamp });
    expect(hand.robot.echo()).toMatchObject({ sequence: 9 });
    hand.world.step(0.5);
    expect(hand.robot.body.motion).toMatchObject({ x: at.x, y: at.y, v: 0 });
    expect(hand.robot.echo()?.halted).not.toBeNull();
  });

  it.each([0.5, 1, 3])('behind a network that has lagged %f s from the first byte moves no wheel', (lag) => {
    const hand = byHand();
    const stamps: { at: number; stamp: number }[] = [];
    for (let i = 0; i < 200; i += 1) {
      const now = hand.world.now();
      stamps.push({ at: now, stamp: hand.robot.echo()?.stamp ?? -1 });
      const stamp = stamps.findLast(({ at }) => now - at >= lag * 1_000)?.stamp ?? -1;
      hand.teleop({ lease: 5, sequence: i, vx: 0.5, wz: 0, stamp });
      hand.world.step(TICK);
      expect(hand.robot.body.motion.v).toBe(0);
    }
    expect(hand.robot.echo()).toMatchObject({ sequence: -1, halted: 'lag' });
  });

  it('is stopped by a zero however late that is', () => {
    const hand = byHand();
    hand.drive(0.5, 0, 1);
    hand.teleop({ lease: 5, sequence: 900, vx: 0, wz: 0, stamp: -1 });
    hand.world.step(0.6);
    expect(hand.robot.body.motion.v).toBe(0);
    expect(hand.robot.echo()).toMatchObject({ sequence: 900 });
  });

  it('moves nothing with a stamp that was never told, as one of an older console or of another lease', () => {
    const hand = byHand();
    for (const stamp of [undefined, -1, 10_000]) {
      for (let i = 0; i < 10; i += 1) {
        hand.robot.handleTeleop({
          lease: 5,
          sequence: hand.sequence++,
          vx: 0.5,
          wz: 0,
          sentAt: hand.world.now(),
          ...(stamp !== undefined && { stamp }),
        });
        hand.world.step(TICK);
      }
    }
    expect(hand.robot.body.motion.v).toBe(0);
  });

  it('is ended by Stop, and has to let go before it drives again', () => {
    const hand = byHand();
    hand.drive(0.5, 0, 1);
    hand.act('startPause');
    hand.drive(0.5, 0, 1);
    expect(hand.robot.body.motion.v).toBe(0);
    expect(hand.robot.echo()?.halted).toBe('held');
    hand.act('stopPause');
    hand.drive(0.5, 0, 1);
    expect(hand.robot.body.motion.v).toBe(0);
    hand.drive(0, 0, 0.2);
    hand.drive(0.5, 0, 1);
    expect(hand.robot.body.motion.v).toBeCloseTo(0.5);
  });

  it('is stopped at once by the emergency button', () => {
    const hand = byHand();
    hand.drive(0.6, 0, 1.5);
    hand.robot.setFault('emergencyStop', true);
    hand.world.step(0.05);
    expect(hand.robot.body.motion.v).toBe(0);
    expect(hand.robot.echo()?.halted).toBe('emergencyStop');
    expect(hand.state()).toMatchObject({
      safetyState: { eStop: 'MANUAL' },
      errors: [{ errorType: 'emergencyStop', errorLevel: 'FATAL' }],
    });
  });

  it('is lost with the broker: the wheels stand, and a lease that is not named again ends', () => {
    const hand = byHand();
    hand.drive(0.6, 0, 1);
    hand.robot.handleBrokerLost();
    hand.drive(0.6, 0, 1);
    expect(hand.robot.body.motion.v).toBe(0);
    expect(hand.state().operatingMode).toBe('MANUAL');
    hand.world.step(15);
    expect(hand.state().operatingMode).toBe('AUTOMATIC');
  });

  it('may go on after the broker is back and the server names its lease, once it has let go', () => {
    const hand = byHand();
    hand.drive(0.6, 0, 1);
    hand.robot.handleBrokerLost();
    hand.world.step(3);
    hand.act('controlLease', { lease: 5 });
    hand.drive(0.6, 0, 1);
    expect(hand.robot.body.motion.v).toBe(0);
    hand.drive(0, 0, 0.1);
    hand.drive(0.6, 0, 1);
    expect(hand.robot.body.motion.v).toBeCloseTo(0.6);
    // Messages that were queued on the way are still stale.
    const stamp = hand.robot.echo()?.stamp ?? -1;
    hand.world.step(1);
    hand.teleop({ lease: 5, sequence: 900, vx: 0.6, wz: 0, stamp });
    hand.world.step(0.5);
    expect(hand.robot.body.motion.v).toBe(0);
  });
});

describe('what stands in the way of a hand', () => {
  it.each(Array.from({ length: 12 }, (_, i) => [(i * Math.PI) / 6]))('is not driven into, heading %f', (theta) => {
    const hand = byHand(5, { ...OPEN, theta });
    const floor = building.floor('harbour-1f');
    let least = Infinity;
    let hardest = 0;
    for (let t = 0; t < 30; t += 0.1) {
      const { v } = hand.robot.body.motion;
      hand.drive(0.9, Math.sin(t * 3) * 0.05, 0.1);
      const { x, y, v: now } = hand.robot.body.motion;
      least = Math.min(least, floor.clearance(x, y));
      hardest = Math.max(hardest, v - now);
    }
    // It brakes before the wall instead of being stopped by it.
    expect(hardest).toBeLessThan(0.35);
    expect(least).toBeGreaterThan(0.22);
    expect(hand.robot.body.motion.v).toBeLessThan(0.05);
    expect(hand.robot.echo()?.halted).toBe('obstacle');
    // It can back away.
    hand.drive(-0.4, 0, 1.5);
    expect(hand.robot.body.motion.v).toBeLessThan(-0.2);
  });

  it('may be another robot', () => {
    const other = idle('W1-2308-0418', { pose: { x: 36, y: 17, theta: 0 }, mapId: 'harbour-1f' });
    const stage = setUp(idle(PORTER, { pose: { x: 33, y: 17, theta: 0 } }), other);
    stage.act('controlLease', { lease: 1 });
    for (let i = 0; i < 80; i++) {
      stage.teleop({ lease: 1, sequence: i, vx: 0.9, wz: 0 });
      stage.world.step(0.1);
    }
    const [, there] = stage.world.robots;
    expect((there?.body.motion.x ?? 0) - stage.robot.body.motion.x).toBeGreaterThan(0.56);
    expect(stage.robot.echo()?.halted).toBe('obstacle');
  });

  it('may be the shut door of a lift', () => {
    const hand = byHand(5, { mapId: 'harbour-2f', x: 21.3, y: 34 - 11, theta: Math.PI / 2 });
    hand.drive(0.5, 0, 10);
    expect(hand.robot.body.motion.y).toBeLessThan(34 - 7.5 - 1.6);
  });
});
