/** A row that is dragged to the edge scrolls the first ancestor that scrolls, which need not be the list's parent. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useRowDrag } from '../../../src/ui/hooks/useRowDrag.ts';

afterEach(cleanup);

const nothing = (): void => undefined;

function Rows() {
  const list = useRef<HTMLOListElement>(null);
  const grab = useRowDrag<string>(list, { grab: nothing, drag: nothing, drop: nothing, letGo: nothing });
  return (
    <ol ref={list}>
      <li data-stop="a">
        <button type="button" onPointerDown={(event) => grab(event, 'a')}>
          Handle
        </button>
      </li>
    </ol>
  );
}
/** Gives an element a size: without layout it has none. */
function sized(element: HTMLElement, shown: number, whole: number): void {
  Object.defineProperty(element, 'clientHeight', { value: shown });
  Object.defineProperty(element, 'scrollHeight', { value: whole });
  element.getBoundingClientRect = () => new DOMRect(0, 100, 200, shown);
}
function dragTo(clientY: number): void {
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Handle' }), { button: 0, pointerId: 1, clientY: 200 });
  fireEvent.pointerMove(window, { pointerId: 1, clientY });
  fireEvent.pointerUp(window, { pointerId: 1, clientY });
}

it.each([
  ['the parent', false],
  ['an ancestor of the parent, which does not scroll', true],
])('scrolls %s', (_, isNested) => {
  render(
    <div data-testid="scroller" style={{ overflowY: 'auto' }}>
      {isNested ? <div style={{ overflowY: 'auto' }}>{<Rows />}</div> : <Rows />}
    </div>,
  );
  const scroller = screen.getByTestId('scroller');
  sized(scroller, 300, 900);
  dragTo(395);
  expect(scroller.scrollTop).toBe(14);
  dragTo(105);
  expect(scroller.scrollTop).toBe(0);
});
