/** Mappings by robots on the maps page, in jsdom: the dialog, progress, outcomes, and the import of a finished one. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { MapScan } from '../../../../contract/endpoints/mapScans.ts';
import type { TaskKind } from '../../../../contract/wire/actions.ts';
import type { KeptRecord } from '../../../../src/machines/factories/recordDialog.ts';
import type { DrawnFloorFields } from '../../../../src/machines/maps/drawnFloor.machine.ts';
import { drawnFloorsMachine } from '../../../../src/machines/maps/drawnFloors.machine.ts';
import { mapImportMachine } from '../../../../src/machines/maps/mapImport.machine.ts';
import { mapsMachine } from '../../../../src/machines/maps/maps.machine.ts';
import type { KeptDialog, MapsResult } from '../../../../src/machines/maps/maps.setup.ts';
import { mapScansMachine, type MapScansResult } from '../../../../src/machines/maps/mapScans.machine.ts';
import { MapsPage } from '../../../../src/ui/pages/maps/MapsPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

const scan = (id: string, change: Partial<MapScan>): MapScan => ({
  id,
  serialNumber: 'R',
  robotName: 'Porter',
  state: 'running',
  progress: null,
  reason: null,
  askedBy: 'Ada',
  askedAt: Date.UTC(2026, 10, 21, 14, 32),
  endedAt: null,
  fileId: null,
  ...change,
});

async function open(
  scans: readonly MapScan[],
  robots: MapScansResult['robots'] = [{ serialNumber: 'R', name: 'Porter' }],
) {
  const started: unknown[] = [];
  const read: unknown[] = [];
  const found: MapsResult = { siteId: 's', sites: [], floors: [], robots: [], plans: [] };
  const robot = robotOf({
    serialNumber: 'R',
    live: { task: { kind: 'patrol', target: '', targetId: null, progress: null, stops: [], until: null, toGo: null } },
  });
  await renderPage(
    MapsPage,
    mapsMachine.provide({
      actors: {
        recallDialog: fromPromise<KeptDialog | null>(async () => null),
        loadMaps: fromPromise(async () => found),
        drawnFloors: drawnFloorsMachine.provide({
          actors: { recallDialog: fromPromise<KeptRecord<DrawnFloorFields> | null>(async () => null) },
        }),
        mapScans: mapScansMachine.provide({
          actors: {
            loadScans: fromPromise(async () => ({ scans, robots })),
            startScan: fromPromise<unknown, { serialNumber: string; replaces: TaskKind | null }>(
              async ({ input }) => void started.push(input),
            ),
          },
        }),
        mapImport: mapImportMachine.provide({
          actors: { readFiles: fromCallback(({ input }) => void read.push(input)) },
          actions: { forgetRead: () => undefined, keepImport: () => undefined },
        }),
      },
    }),
    { contexts: { fleet: { robots: { R: robot }, order: ['R'] } } },
  );
  await act(settle);
  return { started, read };
}

it('shows progress, outcomes with their reasons, and imports a finished one', async () => {
  const { read } = await open([
    scan('a', { progress: 0.42 }),
    scan('b', { state: 'failed', reason: { type: 'actionFailed', description: 'The laser is covered.' } }),
    scan('c', { state: 'finished', fileId: 'f'.repeat(32) }),
    scan('d', { state: 'expired' }),
  ]);
  const list = within(screen.getByRole('region', { name: 'Mapping by robots' }));
  const [running, failed, finished, expired] = list.getAllByRole('listitem');
  expect(running?.textContent).toContain('mapping, 42%');
  expect(failed?.textContent).toContain('The laser is covered.');
  expect(finished?.textContent).toContain('map ready');
  expect(expired?.textContent).toContain("didn't respond");
  expect(list.getAllByRole('button', { name: 'Cancel mapping by Porter' })).toHaveLength(1);
  fireEvent.click(list.getByRole('button', { name: 'Import the map of Porter' }));
  await act(settle);
  expect(read).toEqual([{ files: [], fileId: 'f'.repeat(32) }]);
  expect(screen.getByRole('dialog', { name: 'Import a map' })).toBeTruthy();
});

it('names the task that ends when a robot begins', async () => {
  const { started } = await open([]);
  fireEvent.click(screen.getByRole('button', { name: 'Map with a robot' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Map a floor with a robot' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Start Porter, patrol ends' }));
  await act(settle);
  expect(started).toEqual([{ serialNumber: 'R', replaces: 'patrol' }]);
});

it('says why no robot can be chosen', async () => {
  await open([], []);
  const button = screen.getByRole('button', { name: 'Map with a robot' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
