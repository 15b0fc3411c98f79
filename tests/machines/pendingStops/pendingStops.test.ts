import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import type { FoundStop } from '../../../src/machines/app/events.ts';
import { obstacleOf, toneOf } from '../../../src/machines/pendingStops/pendingStops.selectors.ts';
import { ME, stopsInMemory } from '../../fakes/besideStops.ts';
import { settle } from '../../fakes/settle.ts';

const SN = 'W1-0001';
async function start(kept: readonly FoundStop[] = []) {
  const clock = new SimulatedClock();
  const memory = stopsInMemory(clock, new Map(kept.map((found) => [found.stop.serialNumber, found])));
  const actor = createActor(memory.machine, { clock, systemId: 'pendingStops' }).start();
  actor.send({ type: 'user.changed', user: ME });
  await settle();
  actor.send({ type: 'fleet.started' });
  const entry = (serialNumber = SN) => actor.getSnapshot().context.entries[serialNumber];
  return {
    ...memory,
    actor,
    clock,
    entry,
    async press(serialNumber = SN) {
      actor.send({ type: 'stop.ask', serialNumber, at: clock.now() });
      await settle();
    },
    async seen(change: Partial<{ held: boolean; paused: boolean; online: boolean; at: number }>) {
      const { at = clock.now(), ...robot } = change;
      actor.send({
        type: 'robots.seen',
        robots: [{ serialNumber: SN, held: true, paused: true, online: true, ...robot }],
        at,
      });
      await settle();
    },
  };
}
const found = (change: Partial<FoundStop['stop']> = {}, age = 0): FoundStop => ({
  stop: { serialNumber: SN, name: 'Porter 1', askedBy: ME, askedAt: 1, sentAt: null, ...change },
  age,
});

describe('what proves a Stop', () => {
  it('is neither an old picture, nor one of a robot that is away', async () => {
    const stops = await start();
    stops.clock.increment(1_000);
    await stops.press();
    expect(stops.entry()?.stage).toBe('sent');
    await stops.seen({ at: 500 });
    expect(stops.entry()?.stage).toBe('sent');
    await stops.seen({ online: false });
    expect(stops.entry()).toMatchObject({ stage: 'sent', online: false });
    await stops.seen({});
    expect(stops.entry()).toMatchObject({ stage: 'delivered', deliveredAt: 1_000 });
  });

  it('an old picture that knows nothing of it does not end it, however long one waits', async () => {
    const stops = await start();
    stops.clock.increment(1_000);
    await stops.press();
    stops.clock.increment(20_000);
    await stops.seen({ held: false, paused: false, at: 900 });
    expect(stops.entry()?.stage).toBe('sent');
    expect(stops.kept.has(SN)).toBe(true);
  });
});

describe('sending', () => {
  it('repeats a call that hangs, and says so', async () => {
    const stops = await start();
    stops.cloud.hangs = true;
    await stops.press();
    expect(stops.cloud.asked).toHaveLength(1);
    stops.clock.increment(3_000);
    expect(stops.cloud.asked).toHaveLength(2);
    expect(obstacleOf(stops.entry()!, true, 3_000)).toBe('server');
  });

  it('asks for one robot once, however often two buttons are pressed before it answers, and for each robot by itself', async () => {
    const stops = await start();
    await stops.press('A');
    await stops.press('B');
    expect(Object.keys(stops.actor.getSnapshot().context.entries)).toEqual(['A', 'B']);
    expect(stops.cloud.asked).toHaveLength(2);
  });

  it('goes on in the name of whoever is signed in, and is never sent while nobody is', async () => {
    const stops = await start();
    stops.cloud.answers = false;
    await stops.press();
    stops.actor.send({ type: 'user.changed', user: null });
    stops.cloud.answers = true;
    stops.clock.increment(60_000);
    await settle();
    expect(stops.cloud.asked).toEqual(['me']);
    stops.actor.send({ type: 'user.changed', user: { userId: 'other', name: 'Chen Yu' } });
    await settle();
    expect(stops.cloud.asked).toEqual(['me', 'other']);
    expect(stops.entry()).toMatchObject({ stage: 'sent', stop: { askedBy: ME } });
  });

  it('of one kept for longer than ten minutes waits for a person', async () => {
    const stops = await start([found({}, STOP_RETRY_MS)]);
    expect(stops.entry()?.stage).toBe('overdue');
    expect(stops.cloud.asked).toEqual([]);
    expect(stops.tab.guarded).toBe(false);
  });
});

describe('another tab', () => {
  it('that sent it, or saw it through, is believed; what it asked for anew is followed', async () => {
    const stops = await start();
    stops.cloud.answers = false;
    await stops.press();
    stops.actor.send({ type: 'stop.keptElsewhere', serialNumber: SN, found: found({ askedAt: 0, sentAt: 5 }) });
    expect(stops.entry()?.stage).toBe('sent');
    stops.actor.send({ type: 'stop.keptElsewhere', serialNumber: SN, found: found({ askedAt: 9 }) });
    await settle();
    expect(stops.entry()).toMatchObject({ stage: 'retrying', stop: { askedAt: 9 } });
    stops.actor.send({ type: 'stop.keptElsewhere', serialNumber: SN, found: null });
    expect(stops.entry()).toBeUndefined();
  });

  it('that asked is shown here', async () => {
    const stops = await start();
    stops.actor.send({ type: 'stop.keptElsewhere', serialNumber: SN, found: found({ sentAt: 5 }) });
    expect(stops.entry()).toMatchObject({ stage: 'sent', stop: { name: 'Porter 1' } });
    expect(stops.cloud.asked).toEqual([]);
  });
});

it('the words are those of what is so: no network, no answer, a silent robot', async () => {
  const stops = await start();
  stops.cloud.answers = false;
  stops.actor.send({ type: 'network.lost' });
  await stops.press();
  expect(obstacleOf(stops.entry()!, stops.actor.getSnapshot().context.hasNetwork, 0)).toBe('browser');
  stops.cloud.answers = true;
  stops.actor.send({ type: 'network.found' });
  await settle();
  expect(obstacleOf(stops.entry()!, true, 9_000)).toBeNull();
  expect(toneOf(stops.entry()!, null)).toBe('red');
  expect(obstacleOf(stops.entry()!, true, 11_000)).toBe('robot');
  expect(stops.actor.getSnapshot().hasTag('drawable')).toBe(true);
});
