// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { tabbable } from 'tabbable';
import { afterEach, expect, it, vi } from 'vitest';
import { listenDriving } from '../../../src/services/keyboardDriving.ts';
import { RovingFocusGroup, RovingFocusItem } from '../../../src/ui/kit/RovingFocusGroup.tsx';

afterEach(cleanup);

const IDS = ['a', 'b', 'c'];
const group = (ids: readonly string[]) => (
  <>
    <button type="button">Before</button>
    <RovingFocusGroup className="" label="Robots" ids={ids}>
      {ids.map((id) => (
        <RovingFocusItem key={id} id={id}>
          {id}
        </RovingFocusItem>
      ))}
    </RovingFocusGroup>
    <button type="button">After</button>
  </>
);
const tabOrder = () => tabbable(document.body, { displayCheck: 'none' }).map(({ textContent }) => textContent);
const item = (id: string) => screen.getByRole('button', { name: id });
const focused = () => document.activeElement?.textContent;
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...more });

it('is one stop of Tab, which follows the focus', async () => {
  render(group(IDS));
  expect(tabOrder()).toEqual(['Before', 'a', 'After']);
  act(() => item('a').focus());
  press('ArrowDown');
  await waitFor(() => expect(focused()).toBe('b'));
  expect(tabOrder()).toEqual(['Before', 'b', 'After']);
});

it('moves the focus by arrows, which wrap around, and by Home and End', async () => {
  render(group(IDS));
  act(() => item('a').focus());
  for (const [key, expected] of [
    ['ArrowRight', 'b'],
    ['ArrowDown', 'c'],
    ['ArrowDown', 'a'],
    ['ArrowUp', 'c'],
    ['ArrowLeft', 'b'],
    ['Home', 'a'],
    ['End', 'c'],
  ] as const) {
    expect(press(key)).toBe(false);
    await waitFor(() => expect(focused()).toBe(expected));
  }
});

it('leaves Tab and Escape to the page', () => {
  render(group(IDS));
  act(() => item('b').focus());
  for (const [key, more] of [['Tab'], ['Tab', { shiftKey: true }], ['Escape']] as const)
    expect(press(key, more)).toBe(true);
  expect(focused()).toBe('b');
});

it('lets Shift+Tab out even where nobody hears the key: the group itself takes no focus', () => {
  render(group(IDS));
  act(() => item('b').focus());
  expect(tabbable(screen.getByRole('group'), { displayCheck: 'none', includeContainer: true })).toEqual([item('b')]);
});

it('drives no robot by an arrow, with Shift or without', () => {
  const report = vi.fn();
  const stop = listenDriving(window, report);
  render(group(IDS));
  act(() => item('a').focus());
  for (const shiftKey of [false, true]) press('ArrowUp', { shiftKey });
  expect(report).not.toHaveBeenCalled();
  stop();
});

it('stays a stop of Tab when the item that had the focus is gone', () => {
  const { rerender } = render(group(IDS));
  act(() => item('c').focus());
  rerender(group(['a', 'b']));
  expect(tabOrder()).toEqual(['Before', 'a', 'After']);
  rerender(group([]));
  expect(tabOrder()).toEqual(['Before', 'After']);
});
