import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRobotBudgets, type Flood, type RobotBudgets } from '../../../server/broker/robotBudget.ts';

let time: number;
let set: number;
let cut: (Flood & { serialNumber: string })[];
let budgets: RobotBudgets;
beforeEach(() => {
  time = 1_000_000;
  set = 0;
  cut = [];
  budgets = createRobotBudgets({
    log: pino({ enabled: false }),
    now: () => time + set,
    monotonicNow: () => time,
    onCutOff: (serialNumber, flood) => void cut.push({ serialNumber, ...flood }),
  });
});

/** Sends messages at an even rate and advances the clock. @returns number of accepted messages */
const talk = (serialNumber: string, seconds: number, perSecond: number, bytes: number): number => {
  let taken = 0;
  for (let n = 0; n < seconds * perSecond; n += 1) {
    if (budgets.take(serialNumber, bytes)) taken += 1;
    time += 1_000 / perSecond;
  }
  return taken;
};

describe('of a robot', () => {
  it('that says what robots say everything is taken, for ever', () => {
    expect(talk('A', 600, 20, 2_000)).toBe(12_000);
    expect(cut).toEqual([]);
  });
  it('that says too much for a moment some is dropped, and it stays', () => {
    const burst = Array.from({ length: 2_000 }, () => budgets.take('A', 100)).filter(Boolean).length;
    expect(burst).toBe(300);
    time += 3_000;
    expect(talk('A', 60, 20, 100)).toBe(1_200);
    expect(cut).toEqual([]);
  });
  it('that goes on it is taken no more for a minute, and told how much that was', () => {
    const taken = talk('A', 7, 412, 100);
    expect(taken).toBeLessThan((412 * 7) / 2);
    expect(cut).toMatchObject([{ serialNumber: 'A', messages: 412, bytes: 41_200 }]);
    expect(budgets.isCutOff('A')).toBe(true);
    expect(budgets.take('A', 1)).toBe(false);
    time += 61_000;
    expect(budgets.isCutOff('A')).toBe(false);
    expect(budgets.take('A', 1)).toBe(true);
  });
  it('is let in again after that minute though the clock was set back meanwhile, and is told when by the clock', () => {
    set = 5_000;
    talk('A', 6, 400, 100);
    expect(cut).toMatchObject([{ until: (cut[0]?.since ?? 0) + 60_000 }]);
    expect(cut[0]?.since).toBeGreaterThan(1_005_000);
    set = -3_600_000;
    time += 61_000;
    expect(budgets.isCutOff('A')).toBe(false);
  });
  it('that goes on though it was cut off it is cut off again', () => {
    talk('A', 30, 400, 100);
    expect(cut.length).toBeGreaterThan(2);
    expect(budgets.isCutOff('A')).toBe(true);
  });
  it('bytes count', () => {
    talk('A', 20, 4, 256 << 10);
    expect(cut).toMatchObject([{ bytes: 1 << 20 }, {}]);
  });
  it('the time of reading counts, but not a machine that stalled', () => {
    for (let n = 0; n < 5; n += 1) budgets.spend('stalled', 60_000);
    expect(budgets.take('stalled', 1)).toBe(true);
    for (let n = 0; n < 200; n += 1) {
      if (budgets.take('A', 1)) budgets.spend('A', 20);
      time += 50;
    }
    expect(cut).toMatchObject([{ serialNumber: 'A' }]);
  });
  it('the others are not asked to pay', () => {
    talk('mad', 20, 1_000, 1_000);
    expect(talk('good', 10, 20, 2_000)).toBe(200);
    expect(budgets.isCutOff('good')).toBe(false);
  });
});
