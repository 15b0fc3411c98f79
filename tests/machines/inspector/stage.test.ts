import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { stageMachine, type StageEvent } from '../../../src/machines/inspector/stage.machine.ts';
import { selectStageRefusal, selectStageState } from '../../../src/machines/inspector/stage.selectors.ts';

const started = () => {
  const actor = createActor(stageMachine).start();
  return {
    send: (...events: StageEvent[]) => events.forEach((event) => actor.send(event)),
    seen: () => [selectStageState(actor.getSnapshot()), selectStageRefusal(actor.getSnapshot())?.said],
  };
};

it('is loading until its window is there or missing, and again when it is loaded once more', () => {
  const { send, seen } = started();
  expect(seen()).toEqual(['loading', undefined]);
  send({ type: 'stage.absent', said: 'no chunk' });
  expect(seen()[0]).toBe('absent');
  send({ type: 'stage.reload' });
  expect(seen()[0]).toBe('loading');
  send({ type: 'stage.ready' });
  expect(seen()[0]).toBe('ready');
});

it('could not draw what it was shown last, until it can draw the next; answers about others do not count', () => {
  const { send, seen } = started();
  const refused = (id: number, said: string): StageEvent => ({ type: 'stage.refused', id, issues: [], said });
  send({ type: 'stage.ready' }, { type: 'stage.ask', id: 4 }, refused(3, 'old'));
  expect(seen()).toEqual(['ready', undefined]);
  send(refused(4, 'torn'));
  expect(seen()).toEqual(['ready', 'torn']);
  send({ type: 'stage.ask', id: 5 }, { type: 'stage.shown', id: 4 });
  expect(seen()).toEqual(['ready', 'torn']);
  send({ type: 'stage.shown', id: 5 });
  expect(seen()).toEqual(['ready', undefined]);
});
