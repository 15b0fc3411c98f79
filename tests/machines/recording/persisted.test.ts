import { expect, it } from 'vitest';
import type { ActorInfo, ActorState } from '../../../src/machines/recording/format.ts';
import { persistedAt } from '../../../src/machines/recording/persisted.ts';

it('names every actor once, whatever a file says of parents and children', () => {
  // Each of forty actors claims the next two as its children, and the last claims itself.
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const actors = Object.fromEntries(
    numbers.map((number) => [
      number,
      { id: `a${number}`, src: 's', parent: number === 0 ? null : 0 } satisfies ActorInfo,
    ]),
  );
  const states = Object.fromEntries(
    numbers.map((number) => [
      number,
      {
        status: 'active',
        value: 'x',
        context: null,
        children: [number + 1, number + 2, number, 0],
      } satisfies ActorState,
    ]),
  );
  const text = JSON.stringify(persistedAt({ at: 0, states, timers: [] }, actors, 0));
  for (const number of numbers.slice(1)) expect(text.split(`"a${number}":`), `a${number}`).toHaveLength(2);
});
