/** What opens beside its trigger keeps clear of Stop, which lies over everything. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearOfStop, isInStopPlace, useStopPlace } from '../../../src/ui/kit/stopPlaces.ts';

const EDGE = 8;
const HEIGHT = 800;

beforeEach(() => void vi.stubGlobal('innerHeight', HEIGHT));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** jsdom has no layout, so the element says where it is. */
function Place({ top }: { readonly top: number }) {
  const place = useStopPlace();
  return (
    <div
      ref={(element) => {
        if (element) element.getBoundingClientRect = () => new DOMRect(0, top, 320, 72);
        return place(element);
      }}
    >
      <button type="button">at {top}</button>
    </div>
  );
}

it('keeps to the edges of the window without a Stop, and again once it is gone', () => {
  expect(clearOfStop(EDGE)).toEqual({ top: EDGE, right: EDGE, bottom: EDGE, left: EDGE });
  const { unmount } = render(<Place top={720} />);
  expect(clearOfStop(EDGE).bottom).toBe(HEIGHT - 720 + EDGE);
  unmount();
  expect(clearOfStop(EDGE).bottom).toBe(EDGE);
});

it('keeps clear of the highest Stop at the bottom, and of no bar at the top', () => {
  render(
    <>
      <Place top={48} />
      <Place top={640} />
      <Place top={720} />
    </>,
  );
  expect(clearOfStop(EDGE)).toEqual({ top: EDGE, right: EDGE, bottom: HEIGHT - 640 + EDGE, left: EDGE });
  expect(isInStopPlace(screen.getByText('at 640'))).toBe(true);
  expect(isInStopPlace(document.body)).toBe(false);
});
