/** The order of visits in jsdom: changed with mouse, finger and keyboard; a gesture that is given up changes nothing. */
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { EMPTY_PLAN, placesOf, type PlanForm } from '../../../src/machines/disinfectionRecords/planForm.ts';
import { VisitOrder } from '../../../src/ui/disinfection/VisitOrder.tsx';
import { renderInApp } from '../renderPage.tsx';

const ROW_PX = 40;
const NAMES: Readonly<Record<string, string>> = { gym: 'Gym', desk: 'Desk', pool: 'Pool' };

let form: PlanForm;
beforeEach(() => {
  form = { ...EMPTY_PLAN, kind: 'rooms', roomIds: ['gym', 'desk', 'pool'] };
});
function Order() {
  const [shown, setShown] = useState(form);
  const change = (next: PlanForm): void => {
    form = next;
    setShown(next);
  };
  return <VisitOrder form={shown} nameOf={(id) => NAMES[id] ?? id} onChange={change} />;
}
const open = async () => {
  const shown = await renderInApp(<Order />);
  // Without layout the rows have no place.
  const list = screen.getByRole('list', { name: 'Order of visits' });
  for (const row of within(list).getAllByRole('listitem'))
    row.getBoundingClientRect = () =>
      new DOMRect(0, ROW_PX * within(list).getAllByRole('listitem').indexOf(row), 300, ROW_PX);
  return shown;
};
const handleOf = (name: string): HTMLElement => screen.getByTitle(`Move ${name}`);

it.each(['mouse', 'touch'])('follows a row that is dragged by %s', async (pointerType) => {
  const { after } = await open();
  const pointer = { pointerId: 3, pointerType, button: 0 };
  await after(() => fireEvent.pointerDown(handleOf('Gym'), { ...pointer, clientY: ROW_PX / 2 }));
  await after(() => fireEvent.pointerMove(window, { ...pointer, clientY: 2.6 * ROW_PX }));
  expect(placesOf(form)).toEqual(['desk', 'pool', 'gym']);
  // Another finger does not move it.
  await after(() => fireEvent.pointerMove(window, { ...pointer, pointerId: 4, clientY: 0 }));
  await after(() => fireEvent.pointerUp(window, { ...pointer, clientY: 2.6 * ROW_PX }));
  await after(() => fireEvent.pointerMove(window, { ...pointer, clientY: 0 }));
  expect(placesOf(form)).toEqual(['desk', 'pool', 'gym']);
});

it.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['a lost pointer', () => fireEvent.pointerCancel(window, { pointerId: 3 })],
])('has the order of before after %s', async (_, giveUp) => {
  const { after } = await open();
  await after(() => fireEvent.pointerDown(handleOf('Pool'), { pointerId: 3, button: 0, clientY: 2.5 * ROW_PX }));
  await after(() => fireEvent.pointerMove(window, { pointerId: 3, clientY: 0 }));
  expect(placesOf(form)).toEqual(['pool', 'gym', 'desk']);
  await after(giveUp);
  expect(placesOf(form)).toEqual(['gym', 'desk', 'pool']);
});

it('is changed with Alt and an arrow key, keeps the focus at the row, and says where the row is', async () => {
  const { after } = await open();
  const down = screen.getByRole('button', { name: 'Move Gym down' });
  down.focus();
  await after(() => fireEvent.keyDown(down, { key: 'ArrowDown', altKey: true }));
  expect(placesOf(form)).toEqual(['desk', 'gym', 'pool']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Gym down' }));
  expect(screen.getByText('Gym is now number 2 of 3.')).toBeTruthy();
  await after(() => fireEvent.click(screen.getByRole('button', { name: 'Move Gym up' })));
  expect(placesOf(form)).toEqual(['gym', 'desk', 'pool']);
});
