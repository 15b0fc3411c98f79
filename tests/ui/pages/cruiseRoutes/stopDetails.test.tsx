// @vitest-environment jsdom
/** A photo at a stop: ticked, said in the row, and not offered for a robot that cannot take any. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RouteEditorRef } from '../../../../src/machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { StopRow } from '../../../../src/ui/pages/cruiseRoutes/StopRow.tsx';
import { routeCloud, routeOf, startRouteEditor } from '../../../fakes/startRouteEditor.ts';
import { renderInApp } from '../../renderPage.tsx';

async function opened(takesPhotos: boolean) {
  const editing = startRouteEditor({ route: 'r', cloud: routeCloud([routeOf('r', 'ab')]), takesPhotos });
  await editing.settle();
  editing.send({ type: 'stop.select', key: editing.keyAt(0) });
  const row = () => {
    const stop = editing.context().draft.stops[0];
    if (!stop) throw new Error('no stop');
    return (
      <StopRow
        editor={editing.actor as unknown as RouteEditorRef}
        stop={stop}
        at={0}
        count={2}
        leg={undefined}
        insertsHere={false}
        faults={[]}
        held={false}
        onGrab={() => {}}
        onMove={() => {}}
        onRemove={() => {}}
      />
    );
  };
  return { editing, row };
}

it('is ticked and unticked in the details, and said in the row', async () => {
  const { editing, row } = await opened(true);
  const { again } = await renderInApp(row());
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Take a photo here' });
  expect(box().checked).toBe(false);
  await act(async () => void fireEvent.click(box()));
  expect(editing.context().draft.stops[0]).toMatchObject({ takePhoto: true });
  again(row());
  expect(box().checked).toBe(true);
  expect(screen.getByText(/, photo$/u)).toBeTruthy();
});

it('is not offered for a robot that takes no photos, with the reason, but can be taken away', async () => {
  const { editing, row } = await opened(false);
  const { again } = await renderInApp(row());
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Take a photo here' });
  expect(screen.getByText("This robot can't take photos at stops. Runs of other robots can.")).toBeTruthy();
  expect(box().getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(box());
  expect(editing.context().draft.stops[0]).toMatchObject({ takePhoto: false });
  editing.send({ type: 'stop.change', key: editing.keyAt(0), change: { takePhoto: true } });
  again(row());
  expect(box().checked).toBe(true);
  await act(async () => void fireEvent.click(box()));
  expect(editing.context().draft.stops[0]).toMatchObject({ takePhoto: false });
});
