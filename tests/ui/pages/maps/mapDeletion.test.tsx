/** The question before a map is deleted, in jsdom: what goes with it, and the deliveries that keep it. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { MapFloor } from '../../../../contract/entities/map.ts';
import type { KeptRecord } from '../../../../src/machines/factories/recordDialog.ts';
import type { DrawnFloorFields } from '../../../../src/machines/maps/drawnFloor.machine.ts';
import { drawnFloorsMachine } from '../../../../src/machines/maps/drawnFloors.machine.ts';
import { mapsMachine } from '../../../../src/machines/maps/maps.machine.ts';
import type { Belongings, KeptDialog, MapDoing, MapsResult } from '../../../../src/machines/maps/maps.setup.ts';
import { mapScansMachine, type MapScansResult } from '../../../../src/machines/maps/mapScans.machine.ts';
import { MapsPage } from '../../../../src/ui/pages/maps/MapsPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const FLOOR: MapFloor = {
  id: 'a',
  siteId: 's',
  floor: '2F',
  name: 'Guest floor',
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 3,
  pointCount: 2,
  createdAt: 0,
};
const FREE: Belongings = { points: 2, versions: 1, routes: ['Day round'], robots: [], underWay: [], deliveries: [] };

/** The dialog, opened from the menu of the map. */
async function ask(change: Partial<Belongings>) {
  const done: (MapDoing | null)[] = [];
  const found: MapsResult = { siteId: 's', sites: [], floors: [FLOOR], robots: [], plans: [] };
  await renderPage(
    MapsPage,
    mapsMachine.provide({
      actors: {
        recallDialog: fromPromise<KeptDialog | null>(async () => null),
        loadMaps: fromPromise(async () => found),
        loadBelongings: fromPromise(async () => ({ ...FREE, ...change })),
        carryOut: fromPromise<unknown, { doing: MapDoing | null }>(async ({ input }) => void done.push(input.doing)),
        drawnFloors: drawnFloorsMachine.provide({
          actors: { recallDialog: fromPromise<KeptRecord<DrawnFloorFields> | null>(async () => null) },
        }),
        mapScans: mapScansMachine.provide({
          actors: {
            loadScans: fromPromise<MapScansResult, { siteId: string }>(async () => ({ scans: [], robots: [] })),
          },
        }),
      },
      actions: { keepDialog: () => undefined },
    }),
    { contexts: { fleet: { robots: {}, order: [] } } },
  );
  await act(settle);
  // In jsdom, which has no pointer events, Radix menus are opened by keyboard.
  fireEvent.keyDown(screen.getByRole('button', { name: 'More for Guest floor' }), { key: 'Enter' });
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
  await act(settle);
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete map Guest floor?' }));
  return {
    done,
    items: dialog.getAllByRole('listitem').map(({ textContent }) => textContent),
    confirm: dialog.getByRole('button', { name: 'Delete Guest floor' }),
  };
}

it('says what goes with a map, and deletes it', async () => {
  const { done, items, confirm } = await ask({});
  expect(items).toEqual(['2 points', '1 earlier version', 'Routes: Day round']);
  fireEvent.click(confirm);
  await act(settle);
  expect(done).toEqual([{ act: 'delete', map: FLOOR }]);
});

it('names each destination of its deliveries once, and keeps the map while they are under way', async () => {
  const { done, items, confirm } = await ask({ deliveries: ['Room 210', 'Room 211', 'Room 210'] });
  const obstacle = 'Deliveries under way from or to this map: Room 210, Room 211. Wait until they end, or cancel them.';
  expect(items).toContain(obstacle);
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(confirm);
  await act(settle);
  expect(done).toEqual([]);
});
