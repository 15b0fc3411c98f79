/** The map of the route editor: each point once, with the numbers of its stops, also while the route changes. */
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { CruiseRoutesRef, RouteEditorRef } from '../../../../src/machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { RouteRunRef } from '../../../../src/machines/routeRun/routeRun.selectors.ts';
import { RouteMap } from '../../../../src/ui/pages/cruiseRoutes/RouteMap.tsx';
import { startRouteEditor } from '../../../fakes/startRouteEditor.ts';
import { renderInApp } from '../../renderPage.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      closePath() {}
      rect() {}
      arc() {}
      roundRect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const NO_POSES: never[] = [];
/** The page's other machines: no floors to choose from, and no run of a route. */
const idle = (context: object) => createActor(createMachine({ context })).start();

async function show({ mayEdit = true } = {}) {
  const editing = await startRouteEditor({ mayEdit }).settle();
  const page = await renderInApp(
    <RouteMap
      screen={idle({ floors: [] }) as unknown as CruiseRoutesRef}
      editor={editing.actor as unknown as RouteEditorRef}
      run={idle({}) as unknown as RouteRunRef}
    />,
    {
      contexts: { fleet: { robots: {}, order: [], view: 'all' } },
      siblings: { connection: createMachine({}) },
      live: { poses: () => NO_POSES, onMove: () => () => undefined },
    },
  );
  return {
    ...page,
    editing,
    points: () =>
      within(screen.getByRole('group', { name: 'Points and stops' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
  };
}

it('numbers each point once, in the order of the route, also after a stop is added, moved or deleted', async () => {
  const { editing, points, after } = await show();
  expect(points()).toEqual(['A', 'B', 'C', 'D']);
  await after(() => editing.pick('c', 'a', 'b', 'a'));
  expect(points()).toEqual(['C, stop 1', 'A, stop 2, 4', 'B, stop 3', 'D']);
  // From c a b a to b c a a.
  await after(() => editing.move(2, -2));
  expect(editing.stops()).toBe('bcaa');
  expect(points()).toEqual(['B, stop 1', 'C, stop 2', 'A, stop 3, 4', 'D']);
  await after(() => editing.undo());
  expect(points()).toEqual(['C, stop 1', 'A, stop 2, 4', 'B, stop 3', 'D']);
});

it('says what its dots are: points to add while the route may be edited, else points beside it', async () => {
  const { unmount } = await show();
  expect(screen.getByText('Point (click to add)')).toBeTruthy();
  unmount();
  await show({ mayEdit: false });
  expect(screen.getByText("Point that isn't a stop")).toBeTruthy();
});
