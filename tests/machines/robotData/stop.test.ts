import { expect, it } from 'vitest';
import { settle } from '../../fakes/settle.ts';
import { startStop } from '../../fakes/startStop.ts';

it('a picture from before the press does not take Stop back', async () => {
  const stop = startStop();
  stop.press();
  await settle();
  stop.seen({ held: false });
  expect(stop.look()).toBe('sent');
  stop.clock.increment(4_999);
  stop.seen({ held: false });
  expect(stop.look()).toBe('sent');
});

it('what was resumed before anybody saw it held is ready again', async () => {
  const stop = startStop();
  stop.press();
  await settle();
  stop.clock.increment(5_000);
  expect(stop.look()).toBe('sent');
  stop.seen({ held: false });
  expect(stop.look()).toBe('ready');
});

it('a call that hangs is asked anew, and pressing again does not wait for the pause', async () => {
  const stop = startStop();
  stop.cloud.hangs = true;
  stop.press();
  stop.clock.increment(3_000);
  expect(stop.cloud.asked).toHaveLength(2);
  stop.cloud.hangs = false;
  stop.cloud.answers = false;
  stop.clock.increment(3_000);
  await settle();
  expect(stop.cloud.asked).toHaveLength(3);
  stop.press();
  expect(stop.cloud.asked).toHaveLength(4);
});

it('can be pressed while it stands: it is asked for once more', async () => {
  const stop = startStop();
  stop.seen({ held: true, paused: true });
  stop.press();
  expect(stop.cloud.asked).toHaveLength(1);
  expect(stop.look()).toBe('sent');
  await settle();
  stop.seen();
  expect(stop.look()).toBe('stopped');
});
