/** The picture of an import in jsdom: its size does not depend on the picture being loaded, and a click marks its place. */
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromTransition } from 'xstate';
import type { ReadMap } from '../../../src/machines/maps/mapImport.machine.ts';
import type { MapImportRef } from '../../../src/machines/maps/maps.selectors.ts';
import { MarkedPicture } from '../../../src/ui/mapImport/MarkedPicture.tsx';
import { renderInApp } from '../renderPage.tsx';

async function show(change: { width: number; height: number; zoom?: number }) {
  const { width, height, zoom = 1 } = change;
  const sent: AnyEventObject[] = [];
  const part = createActor(
    fromTransition(
      (state: object, event: AnyEventObject) => {
        sent.push(event);
        return state;
      },
      { marks: [], nextMark: null, zoom },
    ),
  ).start() as unknown as MapImportRef; // only its context is read
  const read = { title: 'plan.png', url: '/plan', width, height, placing: null } as unknown as ReadMap;
  await renderInApp(<MarkedPicture part={part} read={read} />);
  return { sent, frame: screen.getByRole('button', { name: 'Mark a position on the image' }) };
}

it('has its size before the picture is loaded, and no more than its pixels', async () => {
  const { frame } = await show({ width: 200, height: 120 });
  expect([frame.style.width, frame.style.aspectRatio]).toEqual(['200px', '200 / 120']);
});

it('is at most 400 px high as a whole', async () => {
  expect((await show({ width: 1_000, height: 2_000 })).frame.style.width).toBe('200px');
});
it('is wider when it is zoomed in', async () => {
  expect((await show({ width: 1_000, height: 2_000, zoom: 2 })).frame.style.width).toBe('200%');
});

it('marks the place of a click', async () => {
  const { frame, sent } = await show({ width: 200, height: 120 });
  frame.getBoundingClientRect = () => new DOMRect(10, 20, 100, 60);
  fireEvent.click(frame, { clientX: 60, clientY: 35, detail: 1 });
  expect(sent).toContainEqual({ type: 'mark.put', mark: [100, 30] });
});
