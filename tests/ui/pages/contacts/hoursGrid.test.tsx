/** The hours of a contact by finger: a tap sets one hour and leaves scrolling to the browser, until painting is switched on. */
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { HOURS_PER_DAY, isOnAt } from '../../../../contract/rules/alarmContacts.ts';
import { HoursGrid } from '../../../../src/ui/pages/contacts/HoursGrid.tsx';
import { renderInApp } from '../../renderPage.tsx';

// jsdom captures no pointers.
beforeAll(() => void Object.assign(HTMLElement.prototype, { releasePointerCapture: () => undefined }));

const NO_HOURS: readonly number[] = Array.from({ length: 7 }, () => 0);
let hours = NO_HOURS;
beforeEach(() => void (hours = NO_HOURS));
function Form() {
  const [current, setCurrent] = useState(NO_HOURS);
  const change = (next: readonly number[]): void => {
    hours = next;
    setCurrent(next);
  };
  return <HoursGrid hours={current} saved={null} onChange={change} />;
}
const hour = (from: number): HTMLElement =>
  screen.getByRole('button', { name: `Monday, ${from}:00 to ${from + 1}:00` });
const monday = (): number[] =>
  Array.from({ length: HOURS_PER_DAY }, (_, each) => each).filter((each) => isOnAt(hours, 0, each));
const down = (from: number, pointerType: 'touch' | 'mouse') =>
  fireEvent.pointerDown(hour(from), { pointerType, pointerId: 1 });
const grid = (): HTMLElement => screen.getByRole('group', { name: 'Hours' });

it('a tap sets the hour, and a finger that scrolls sets none', async () => {
  await renderInApp(<Form />);
  down(8, 'touch');
  fireEvent.pointerEnter(hour(9));
  fireEvent.pointerCancel(grid());
  expect(monday()).toEqual([]);
  expect(grid().className).not.toContain('touch-none');
  down(8, 'touch');
  fireEvent.pointerUp(hour(8), { pointerType: 'touch' });
  fireEvent.click(hour(8), { detail: 1 });
  expect(monday()).toEqual([8]);
});
it('after painting was switched on, a finger sets the hours that it moves over; so does the mouse at any time', async () => {
  await renderInApp(<Form />);
  const paint = screen.getByRole('button', { name: 'Set several hours by dragging' });
  fireEvent.click(paint);
  expect(paint.getAttribute('aria-pressed')).toBe('true');
  expect(grid().className).toContain('touch-none');
  const drag = (from: number, to: number, pointerType: 'touch' | 'mouse'): void => {
    down(from, pointerType);
    for (let each = from + 1; each <= to; each += 1) fireEvent.pointerEnter(hour(each));
    fireEvent.pointerUp(hour(to));
    fireEvent.click(hour(from), { detail: 1 });
  };
  drag(8, 10, 'touch');
  expect(monday()).toEqual([8, 9, 10]);
  fireEvent.click(paint);
  drag(12, 13, 'mouse');
  expect(monday()).toEqual([8, 9, 10, 12, 13]);
});
