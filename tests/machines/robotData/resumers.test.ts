import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Resumer } from '../../../contract/entities/resumer.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type ResumersInput,
  resumersMachine,
  selectResumers,
} from '../../../src/machines/robotData/resumers.machine.ts';
import { settle } from '../../fakes/settle.ts';

function start() {
  const world = {
    people: [{ name: 'Ann', online: true }] as Resumer[],
    reads: 0,
    asked: 0,
    refuses: false,
    away: false,
  };
  const actor = createActor(
    resumersMachine.provide({
      actors: {
        readResumers: fromPromise<readonly Resumer[], ResumersInput>(async () => {
          world.reads += 1;
          if (world.away) throw new ApiError('networkFailed');
          return world.people;
        }),
        askResumers: fromPromise<unknown, ResumersInput>(async () => {
          world.asked += 1;
          if (world.refuses) throw new ApiError('tooManyRequests');
        }),
      },
    }),
    { input: { serialNumber: 'SN' } },
  ).start();
  const shown = () => selectResumers(actor.getSnapshot());
  return { actor, world, shown };
}

describe('who may resume a robot', () => {
  it('is read once it is wanted, and anew with each showing', async () => {
    const { actor, world, shown } = start();
    await settle();
    expect([world.reads, shown().people]).toEqual([0, null]);
    actor.send({ type: 'resumers.want' });
    await settle();
    expect(shown().people).toEqual([{ name: 'Ann', online: true }]);
    world.people = [];
    actor.send({ type: 'resumers.want' });
    await settle();
    expect(shown().people).toEqual([]);
  });
  it('is wanted again after a failure', async () => {
    const { actor, world, shown } = start();
    world.away = true;
    actor.send({ type: 'resumers.want' });
    await settle();
    expect(shown().people).toBeNull();
    world.away = false;
    actor.send({ type: 'resumers.want' });
    await settle();
    expect(shown().people).toHaveLength(1);
  });
  it('is asked, which says since when; a refusal says why instead', async () => {
    const { actor, world, shown } = start();
    actor.send({ type: 'resumers.want' });
    await settle();
    actor.send({ type: 'resumers.ask', at: 5 });
    expect(shown()).toMatchObject({ askedAt: 5, busy: true });
    await settle();
    expect(shown()).toMatchObject({ askedAt: 5, busy: false, failure: null });
    world.refuses = true;
    actor.send({ type: 'resumers.ask', at: 9 });
    await settle();
    expect(shown()).toMatchObject({ askedAt: null, failure: { code: ERRORS.tooManyRequests } });
    expect(world.asked).toBe(2);
  });
});
