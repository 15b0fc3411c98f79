import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { copyTestMachine } from '../../../src/machines/inspector/copyTest.machine.ts';
import { selectCopied, selectTestFrom } from '../../../src/machines/inspector/copyTest.selectors.ts';

it('begins at the start or some steps back, at the beginning at most', () => {
  const actor = createActor(copyTestMachine).start();
  const from = (step: number) => selectTestFrom(step)(actor.getSnapshot());
  expect(from(50)).toBe('start');
  actor.send({ type: 'begin.choose', begins: 'back' });
  expect([from(50), from(3)]).toEqual([30, -1]);
  for (const [value, first] of [
    ['2.4', 48],
    ['', 49],
    ['x', 49],
    ['-5', 49],
  ] as const) {
    actor.send({ type: 'back.change', value });
    expect(from(50)).toBe(first);
  }
});

it('was copied as it stands: another beginning or step is another text', () => {
  const actor = createActor(copyTestMachine).start();
  const copied = (step: number) => selectCopied(step)(actor.getSnapshot());
  actor.send({ type: 'text.copied', step: 5 });
  expect([copied(5), copied(6)]).toEqual(['copied', 'uncopied']);
  actor.send({ type: 'text.refused', step: 6 });
  expect(copied(6)).toBe('refused');
  actor.send({ type: 'begin.choose', begins: 'back' });
  expect(copied(6)).toBe('uncopied');
});
