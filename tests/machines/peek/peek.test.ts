import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type { Press } from '../../../src/machines/peek/explained.ts';
import { peekMachine } from '../../../src/machines/peek/peek.machine.ts';
import { selectIsExplaining, selectPeekFailure, selectPress } from '../../../src/machines/peek/peek.selectors.ts';
import { settle } from '../../fakes/settle.ts';

const press = (control: string): Press => ({ control, reason: '', events: [] });

function start() {
  const asked: { number: number; answer(press: Press): void; refuse(error: unknown): void }[] = [];
  const catching = { count: 0, isOn: false };
  let catchOne: (event: AnyEventObject) => void = () => {};
  const actor = createActor(
    peekMachine.provide({
      actors: {
        catchPresses: fromCallback<AnyEventObject>(({ sendBack }) => {
          Object.assign(catching, { count: catching.count + 1, isOn: true });
          catchOne = sendBack;
          return () => {
            catching.isOn = false;
          };
        }),
        explain: fromPromise<Press, { number: number }>(
          ({ input }) => new Promise((answer, refuse) => void asked.push({ ...input, answer, refuse })),
        ),
      },
    }),
  ).start();
  return {
    actor,
    asked,
    catching,
    caught: (number: number) => catchOne({ type: 'press.caught', number }),
    see: () => selectPress(actor.getSnapshot()),
  };
}

describe('peek', () => {
  it('explains what was caught, and goes on catching', async () => {
    const { actor, asked, catching, caught, see } = start();
    expect(see()).toBeNull();
    caught(1);
    expect(selectIsExplaining(actor.getSnapshot())).toBe(true);
    asked[0]!.answer(press('Charge'));
    await settle();
    expect(see()).toEqual(press('Charge'));
    expect(selectIsExplaining(actor.getSnapshot())).toBe(false);
    caught(2);
    // The previous explanation stays visible until the next one is ready.
    expect(see()).toEqual(press('Charge'));
    expect([asked.map(({ number }) => number), catching]).toEqual([[1, 2], { count: 1, isOn: true }]);
  });

  it('forgets a question when the next press comes before its answer', async () => {
    const { asked, caught, see } = start();
    caught(1);
    caught(2);
    asked[1]!.answer(press('second'));
    await settle();
    asked[0]!.answer(press('first'));
    await settle();
    expect(see()?.control).toBe('second');
  });

  it('says when nothing could be found out, and takes the next press', async () => {
    const { actor, asked, caught, see } = start();
    caught(1);
    asked[0]!.refuse(new ApiError('networkFailed'));
    await settle();
    expect([see(), selectPeekFailure(actor.getSnapshot())?.code]).toEqual([null, ERRORS.networkFailed]);
    caught(2);
    asked[1]!.answer(press('again'));
    await settle();
    expect([see()?.control, selectPeekFailure(actor.getSnapshot())]).toEqual(['again', null]);
  });

  it.each([0, 1])('ends catching with itself, with %i questions open', async (questions) => {
    const { actor, asked, catching, caught } = start();
    for (let number = 1; number <= questions; number += 1) caught(number);
    actor.send({ type: 'peek.close' });
    asked[0]?.answer(press('late'));
    await settle();
    expect([catching.isOn, actor.getSnapshot().status]).toEqual([false, 'done']);
  });
});
