import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { settle } from '../../fakes/settle.ts';
import { fakeBroker, TERMS } from '../../fakes/fakeLink.ts';
import { KEY, startLink, wiredLink } from '../../fakes/startLink.ts';

/** Advances the clock in steps, letting promises settle between them. */
async function pass(clock: { increment(ms: number): void }, steps: number, ms: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.increment(ms);
    await settle();
  }
}

describe('a topic of the credentials', () => {
  it.each([0, 1, 9, 10])('is subscribed after %i refusals, 500 ms apart', async (refusals) => {
    const { actor, broker, clock, errors } = startLink();
    broker.refusals = refusals;
    broker.accept(KEY);
    await settle();
    await pass(clock, refusals, 500);

    expect(actor.getSnapshot().children['robot/pub']?.getSnapshot()).toMatchObject({ value: 'subscribed' });
    expect(broker.subscribes).toHaveLength(refusals + 1);
    expect(errors).toHaveLength(refusals);
  });

  it('is not tried again before 500 ms are over', async () => {
    const { broker, clock } = startLink();
    broker.refusals = 1;
    broker.accept(KEY);
    await settle();
    await pass(clock, 1, 499);
    expect(broker.subscribes).toHaveLength(1);
  });

  it('is left alone after the tenth retry', async () => {
    const { actor, broker, clock, errors } = startLink();
    broker.refusals = Infinity;
    broker.accept(KEY);
    await settle();
    await pass(clock, 30, 500);

    expect(broker.subscribes).toHaveLength(11);
    expect(errors).toHaveLength(11);
    expect(actor.getSnapshot().hasTag('online')).toBe(true);
  });

  it('is followed once, however often the credentials name it', async () => {
    const { broker } = startLink();
    broker.accept(KEY, { ...TERMS, topics: ['a', 'b', 'a'] });
    await settle();
    expect(broker.subscribes).toEqual(['a', 'b']);
  });

  it('stops retrying when the link closes and starts afresh when it opens', async () => {
    const { broker, clock } = startLink();
    broker.refusals = 1;
    broker.accept(KEY);
    await settle();
    broker.drop(KEY);
    await pass(clock, 9, 500);
    expect(broker.subscribes).toHaveLength(1);

    await pass(clock, 1, 500);
    broker.accept(KEY);
    await settle();
    expect(broker.subscribes).toHaveLength(2);
  });

  it('may be another one after every opening', async () => {
    const { broker, clock } = startLink();
    broker.accept(KEY, { ...TERMS, topics: ['old'] });
    broker.drop(KEY);
    clock.increment(5_000);
    broker.accept(KEY, { ...TERMS, topics: ['new'] });
    await settle();
    expect(broker.subscribes).toEqual(['old', 'new']);
  });
});

it('messages are published while open, and only logged as dropped otherwise', () => {
  const { actor, broker, errors, sent } = startLink();
  actor.send({ type: 'message.send', topic: 'robot/sub', payload: 'hello' });
  expect(sent).toEqual([]);
  expect(errors).toHaveLength(1);

  broker.accept(KEY);
  actor.send({ type: 'message.send', topic: 'robot/sub', payload: 'hello' });
  expect(sent).toEqual(['robot/sub hello']);
});

it('a failing link is logged and changes nothing', () => {
  const { actor, broker, errors } = startLink();
  broker.accept(KEY);
  const before = actor.getSnapshot().value;
  broker.fail(KEY);
  expect(errors).toHaveLength(1);
  expect(actor.getSnapshot().value).toEqual(before);
});

it('a link that cannot even be tried is logged, and tried again after the pause', () => {
  const broker = fakeBroker();
  const errors: unknown[] = [];
  const clock = new SimulatedClock();
  let tries = 0;
  const actor = createActor(
    wiredLink(broker, errors).provide({
      actors: {
        link: fromCallback(() => {
          tries += 1;
          throw new Error('no socket');
        }),
      },
    }),
    { input: { key: KEY }, clock },
  ).start();
  expect(actor.getSnapshot().value).toBe('waitingToReconnect');
  expect(errors).toHaveLength(1);
  clock.increment(5_000);
  expect(tries).toBe(2);
});
