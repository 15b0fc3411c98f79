import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { listCursorMachine } from '../../../src/machines/factories/listCursor.machine.ts';
import { selectCursorId, selectIsListFocused } from '../../../src/machines/factories/listCursor.selectors.ts';

it('knows the row of the keyboard, and keeps it when the focus leaves the list', () => {
  const cursor = createActor(listCursorMachine).start();
  const seen = (): [string, boolean] => [
    selectCursorId(cursor.getSnapshot()),
    selectIsListFocused(cursor.getSnapshot()),
  ];
  expect(seen()).toEqual(['', false]);
  cursor.send({ type: 'row.focus', id: 'A' });
  cursor.send({ type: 'row.focus', id: 'B' });
  expect(seen()).toEqual(['B', true]);
  cursor.send({ type: 'list.leave' });
  expect(seen()).toEqual(['B', false]);
});

it('of a recording without one is nowhere', () => {
  expect([selectCursorId(undefined), selectIsListFocused(undefined)]).toEqual(['', false]);
});
