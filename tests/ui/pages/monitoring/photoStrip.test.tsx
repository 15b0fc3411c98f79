// @vitest-environment jsdom
/** Photos of the robot that is shown alone: which is marked, what a press does, what is said without any. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { monitoringMachine } from '../../../../src/machines/monitoring/monitoring.machine.ts';
import type {
  OverviewRequest,
  OverviewResult,
  Places,
  TracksRequest,
} from '../../../../src/machines/monitoring/monitoring.setup.ts';
import type { PhotosRequest, RobotPhotos } from '../../../../src/machines/monitoring/robotPhotos.ts';
import { PhotoStrip } from '../../../../src/ui/pages/monitoring/PhotoStrip.tsx';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const MINUTE = 60_000;
const NOW = 1_750_000_000_000;
const AT = NOW - 60 * MINUTE;
const photo = (takenAt: number, thumbnail = `/file/${takenAt}`) => ({
  ...{ fileId: `photo-${takenAt}`, takenAt, point: 'Lobby', mapName: 'Ground', thumbnail },
});
const ROWS = [photo(AT - 1_440 * MINUTE), photo(AT - 2 * MINUTE), photo(AT + MINUTE, '')];

function Strip({ screen: ref }: { readonly screen: Parameters<typeof PhotoStrip>[0]['screen'] }) {
  return <PhotoStrip screen={ref} timeZone="UTC" />;
}
async function show(query: Record<string, string>, { rows = ROWS, fails = false } = {}) {
  const rendered = await renderPage(
    Strip,
    monitoringMachine.provide({
      actors: {
        loadPlaces: fromPromise<Places>(async () => ({
          sites: [{ id: 'one', name: 'Harbour', timeZone: 'UTC', floors: [], demo: false }],
          ...{ maps: [], siteId: 'one', now: NOW },
        })),
        loadOverview: fromPromise<OverviewResult, OverviewRequest>(async () => ({
          overview: {
            robots: [{ serialNumber: 'A', name: 'Porter 1', kind: 'delivery', bars: [], hours: [] }],
            ...{ time: NOW, page: 1, total: 1, periods: [], keptFrom: 0, hidden: 0 },
          },
          ...{ planned: [], events: [], isMore: false },
        })),
        loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input }) => ({ from: input.from })),
        loadPhotos: fromPromise<RobotPhotos, PhotosRequest>(async ({ input: { serialNumber } }) => {
          if (fails) throw new ApiError('robotForeign');
          return { serialNumber, rows, hasEarlier: false, hasLater: false };
        }),
        ticker: fromCallback(() => {}),
      },
      delays: { rest: 0 },
    }),
    { query, now: () => NOW },
  );
  for (let turn = 0; turn < 8; turn += 1) await rendered.after(settle);
  return rendered;
}

it('marks the last one before the moment, goes to one that is pressed, and opens the marked one in the library', async () => {
  const { press, toldTo, screen: ref } = await show({ robot: 'A', at: String(AT) });
  const strip = within(screen.getByRole('region', { name: 'Photos by Porter 1' }));
  const items = strip.getAllByRole('listitem');
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  // One of another day says its day.
  expect(items.map(({ textContent }) => textContent)).toEqual(['06-14 14:06', '14:04:40', '14:07:40']);
  expect(items.map((item) => item.querySelector('img')?.getAttribute('src') ?? '')).toEqual([
    ROWS[0]?.thumbnail,
    ROWS[1]?.thumbnail,
    '',
  ]);
  await press(strip.getByRole('button', { name: 'Open this photo in the library' }));
  // The moment is written into the address at any time beside it.
  expect(toldTo('navigation')).toContainEqual({
    type: 'navigation.go',
    to: `/video/photos?item=photo-${AT - 2 * MINUTE}`,
  });
  await press(strip.getByRole('button', { name: 'Go to the photo of 2025-06-15 14:07:40, Lobby' }));
  expect(ref.getSnapshot().context.at).toBe(AT + MINUTE);
  expect(strip.getAllByRole('listitem')[2]?.getAttribute('aria-current')).toBe('true');
});

it('is not there while all robots are shown, and says when there are none, or why they are missing', async () => {
  await show({ at: String(AT) });
  expect(screen.queryByRole('region')).toBeNull();
  await show({ robot: 'A', at: String(AT) }, { rows: [] });
  expect(screen.getByText('This robot has no photos')).toBeTruthy();
  await show({ robot: 'A', at: String(AT) }, { fails: true });
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' })).toBeTruthy();
});
