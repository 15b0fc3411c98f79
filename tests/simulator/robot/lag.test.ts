/**
 * A network with too much latency moves no robot, whether the latency was there from the start or came later (design
 * 6).
 */
import { describe, expect, it } from 'vitest';
import { falseStops, lagFigures, startLagging } from '../../bench/teleopLag.ts';

const ZERO_COMMANDED_MS = 700;
const FALSE_STOPS_A_MINUTE = 2;

describe('a network that lags', () => {
  it.each([0, 100, 200, 400, 1_000, 3_000])(
    '%i ms each way: zero is commanded in time after letting go, whoever sends',
    (lag) => {
      const { commandedMs, standingMs, metres, refusedAt } = lagFigures(lag);
      expect(commandedMs).toBeLessThanOrEqual(ZERO_COMMANDED_MS);
      expect(metres).toBeLessThan(1);
      // Without latency the robot moves, which shows that the figures measure motion.
      if (lag === 0) expect(Math.min(commandedMs, standingMs, metres)).toBeGreaterThan(0);
      if (lag > 150) expect(refusedAt).toBeCloseTo(2 * lag, -2);
      else expect(refusedAt).toBeNull();
    },
    120_000,
  );

  it('from the first byte on is refused with its figure, and moves no wheel however the hand pushes', () => {
    const network = { up: () => 3_000, down: () => 3_000 };
    for (const reckless of [false, true]) {
      const sim = startLagging(network, { reckless });
      let fastest = 0;
      sim.push(true);
      sim.pass(15_000, () => {
        fastest = Math.max(fastest, Math.abs(sim.robot.body.motion.v), Math.abs(sim.robot.body.motion.w));
      });
      expect(fastest).toBe(0);
      expect(sim.isDriving()).toBe(false);
      if (!reckless) expect([sim.cause(), sim.roundTrip()]).toEqual(['tooSlow', 6_000]);
    }
  });

  it('120 ms each way drives', () => {
    const sim = startLagging({ up: () => 120, down: () => 120 });
    sim.pass(2_500);
    expect(sim.cause()).toBeNull();
    sim.push(true);
    sim.pass(3_000);
    expect(sim.robot.body.motion.v).toBeCloseTo(0.45);
    expect(sim.ended).toEqual([]);
  });

  it('for a moment ends the drive, and the hand has to let go before the wheels move again', () => {
    const stall = 4_000;
    const delay = (now: number) => (now >= 5_000 && now < 5_000 + stall ? 5_000 + stall - now : 20);
    const sim = startLagging({ up: delay, down: delay });
    sim.pass(3_000);
    sim.push(true);
    sim.pass(2_000);
    expect(sim.robot.body.motion.v).toBeGreaterThan(0.3);
    sim.pass(1_500);
    expect(sim.robot.body.motion.v).toBe(0);
    expect(sim.ended).toHaveLength(1);
    // The network is back; the operator still pushes.
    sim.pass(6_000);
    expect(sim.cause()).toBeNull();
    expect(sim.robot.body.motion.v).toBe(0);
    sim.push(false);
    sim.pass(100);
    sim.push(true);
    sim.pass(1_000);
    expect(sim.robot.body.motion.v).toBeGreaterThan(0.3);
  });
});

it.each([50, 150, 250])(
  'a round trip of %i ms, a tenth of it jitter, stops no drive by itself',
  (roundTrip) => {
    expect(falseStops(roundTrip, 2)).toBeLessThanOrEqual(FALSE_STOPS_A_MINUTE);
  },
  120_000,
);
