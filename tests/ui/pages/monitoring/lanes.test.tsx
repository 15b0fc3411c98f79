// @vitest-environment jsdom
/** The lanes: what overlaps is stacked, and each of it is reached by the keyboard. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LaneMarks, type LaneMark } from '../../../../src/ui/pages/monitoring/LaneMarks.tsx';
import { LANE_ROWS_MAX, stacked } from '../../../../src/ui/pages/monitoring/laneShapes.ts';
import { renderInApp } from '../../renderPage.tsx';

const mark = (id: string, left: number, width: number, look: LaneMark['look'] = 'run'): LaneMark => ({
  id,
  path: `/records/${id}`,
  look,
  label: id,
  name: '',
  left,
  width,
  textLeft: 0,
});
const rowsOf = (...marks: readonly LaneMark[]) => stacked(marks).map(({ id, row }) => `${id} ${row}`);

it('stack what overlaps, and put each back into the first row that is free', () => {
  expect(rowsOf(mark('run', 10, 40), mark('alarm', 20, 0, 'alarm'), mark('act', 20, 5), mark('later', 30, 5))).toEqual([
    'run 0',
    'act 1',
    'alarm 2',
    'later 1',
  ]);
  expect(rowsOf(mark('first', 0, 10), mark('next', 10, 10), mark('after', 20.001, 1))).toEqual([
    'first 0',
    'next 0',
    'after 0',
  ]);
  // Two at the same moment are both seen.
  expect(rowsOf(mark('one', 50, 0, 'alarm'), mark('other', 50, 0, 'alarm'))).toEqual(['one 0', 'other 1']);
});

it('have a bound, and leave out what is not in the view', () => {
  const many = Array.from({ length: LANE_ROWS_MAX + 3 }, (_, number) => mark(String(number), 0, 50));
  expect(Math.max(...stacked(many).map(({ row }) => row))).toBe(LANE_ROWS_MAX - 1);
  expect(rowsOf(mark('before', -20, 10), mark('into', -20, 30), mark('beyond', 101, 5))).toEqual(['into 0']);
});

it('have one tab stop each, with arrows from one to the next in time', async () => {
  const marks = stacked([mark('Run', 10, 40), mark('Smoke', 20, 0, 'alarm'), mark('Go to', 15, 5, 'command')]);
  await renderInApp(<LaneMarks name="Porter 1" marks={marks} isNear />);
  const group = within(screen.getByRole('group', { name: 'Timeline of Porter 1' }));
  const buttons = group.getAllByRole('button');
  expect(buttons.map(({ title }) => title)).toEqual(['Run', 'Go to', 'Smoke']);
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  expect(new Set(buttons.map(({ style }) => style.top)).size).toBe(3);
  act(() => buttons[0]?.focus());
  for (const next of ['Go to', 'Smoke']) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' });
    await waitFor(() => expect(document.activeElement).toBe(group.getByTitle(next)));
  }
});
