import { expect, it } from 'vitest';
import { createClock } from '../../src/services/clock.ts';

function start() {
  let own = 1_000_000;
  const clock = createClock(() => own);
  return { clock, pass: (ms: number) => void (own += ms) };
}

it('is the own clock until the server says another time', () => {
  const { clock, pass } = start();
  expect(clock.now()).toBe(1_000_000);
  clock.observe(1_500_000);
  pass(10);
  expect(clock.now()).toBe(1_500_010);
});

it('takes the least delayed of what it hears: a late beat does not set it back', () => {
  const { clock, pass } = start();
  clock.observe(1_500_000);
  pass(1_000);
  clock.observe(1_500_200); // 800 ms of latency
  expect(clock.now()).toBe(1_501_000);
  pass(1_000);
  clock.observe(1_502_050); // less latency
  expect(clock.now()).toBe(1_502_050);
});

it('forgets what it heard half a minute ago, so that a drift is followed', () => {
  const { clock, pass } = start();
  clock.observe(1_000_500);
  for (let beat = 0; beat < 30; beat += 1) {
    pass(1_000);
    clock.observe(1_000_000 + (beat + 1) * 1_000);
  }
  expect(clock.offset()).toBe(0);
});

it('follows at once when somebody sets a clock', () => {
  const { clock } = start();
  clock.observe(1_600_000);
  clock.observe(1_000_100);
  expect(clock.offset()).toBe(100);
});
