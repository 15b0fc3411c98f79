import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { confirmMachine } from '../../../src/machines/factories/confirm.machine.ts';

const ask = () => createActor(confirmMachine, { input: { titleKey: 'a.title', acceptKey: 'a.accept' } }).start();

it.each([
  ['confirm.accept', true],
  ['confirm.cancel', false],
] as const)('%s answers %s, once', (type, confirmed) => {
  const question = ask();
  question.send({ type });
  expect(question.getSnapshot()).toMatchObject({ status: 'done', output: { confirmed } });
  question.send({ type: 'confirm.accept' });
  expect(question.getSnapshot().output).toEqual({ confirmed });
});

it('waits for as long as nobody answers', () =>
  expect(ask().getSnapshot()).toMatchObject({ status: 'active', value: 'asking' }));
