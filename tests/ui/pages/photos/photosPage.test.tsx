/** The page of photos and recordings: grid, keyboard, details, deletion with undo, and its states. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MediaItem } from '../../../../contract/entities/mediaItem.ts';
import { MEDIA_EXPORT_ITEMS } from '../../../../contract/rules/mediaLibrary.ts';
import { momentPath } from '../../../../contract/rules/momentPath.ts';
import { PhotosPage } from '../../../../src/ui/pages/photos/PhotosPage.tsx';
import { columnsFor, photoRows } from '../../../../src/ui/pages/photos/photoRows.ts';
import { sampleLibrary, sampleMedia } from '../../../fakes/mediaSample.ts';
import { NOW } from '../../../fakes/robotSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const FLEET = {
  robots: { SN: { serialNumber: 'SN', robotNickName: 'Porter 1', navigation: true, siteId: 'site-1' } },
  order: ['SN'],
  current: 'SN',
  view: 'all',
  filter: 'all',
  keyword: '',
  serverTime: NOW,
  sites: [],
  failure: null,
};
async function show(items: readonly MediaItem[], more: { query?: Record<string, string>; width?: number } = {}) {
  const { library, machine, clock } = sampleLibrary(items);
  const page = await renderPage(PhotosPage, machine, { clock, now: () => NOW, contexts: { fleet: FLEET }, ...more });
  const so = async (happening: () => unknown) => {
    await act(async () => {
      await happening();
      await settle();
    });
  };
  return { ...page, library, clock, so };
}
const three = [sampleMedia(1), sampleMedia(2, { robotName: 'Porter 2' }), sampleMedia(3, { source: 'alarm', by: '' })];
const tile = (name: RegExp) => screen.getByRole('button', { name });

it('shows what there is, by day, with counts and how long it is kept', async () => {
  await show([...three, sampleMedia(4, { kind: 'video', durationMs: 78_000 })]);
  expect(screen.getByText('3 photos, 1 recording of 1 robot, 1.5 MB')).toBeTruthy();
  expect(screen.getByRole('heading', { name: /Sunday.*29|29.*Sunday/u })).toBeTruthy();
  expect(tile(/^Photo, Porter 2, Lobby/u)).toBeTruthy();
  expect(within(tile(/^Recording, Porter 1/u)).getByText('1:18')).toBeTruthy();
  expect(screen.getByText('By timer: 30 days')).toBeTruthy();
  // As the installation has it.
  expect(screen.getByText(/: 60 days$/u)).toBeTruthy();
  expect(screen.getByText('Of alarms: 365 days')).toBeTruthy();
});

it('shows the still of a recording, and says when there is none', async () => {
  await show([
    sampleMedia(1, { kind: 'video', durationMs: 78_000 }),
    sampleMedia(2, { kind: 'video', durationMs: 9_000, hasThumbnail: false }),
    sampleMedia(3, { kind: 'video', isRecording: true, hasThumbnail: false }),
  ]);
  const [withStill, older, running] = screen.getAllByRole('button', { name: /^Recording, Porter 1/u });
  const shownIn = (element = document.body) => [
    element.querySelector('img')?.getAttribute('src') ?? '',
    within(element).queryByText('No preview') !== null,
  ];
  expect(shownIn(withStill)).toEqual([`/thumb/${sampleMedia(1).fileId}`, false]);
  expect(shownIn(older)).toEqual(['', true]);
  expect(shownIn(running)).toEqual(['', false]);
});

it('is operated by keyboard: arrows, Space, Shift, Enter, D, Delete', async () => {
  const { so, library, toldTo } = await show(three);
  const first = tile(/Porter 2/u);
  await so(() => first.focus());
  await so(() => fireEvent.keyDown(first, { key: ' ' }));
  expect(screen.getByText(/1 selected/u)).toBeTruthy();
  await so(() => fireEvent.keyDown(first, { key: 'ArrowRight', shiftKey: true }));
  expect(screen.getByText(/2 selected/u)).toBeTruthy();
  await so(() => fireEvent.keyDown(first, { key: 'd' }));
  expect(library.exports).toMatchObject([{ fileIds: [three[1]?.fileId, three[2]?.fileId] }]);
  await so(() => fireEvent.keyDown(first, { key: 'Enter' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.query', query: { item: three[2]?.fileId } });
  await so(() => fireEvent.keyDown(first, { key: 'Delete' }));
  expect(screen.getByText('2 items deleted.')).toBeTruthy();
});

it('D downloads neither deleted photos, nor more than one export takes', async () => {
  const deleted = await show(
    three.map((item) => ({ ...item, deletedAt: NOW })),
    { query: { deleted: 'yes' } },
  );
  await deleted.so(() => tile(/Porter 2/u).focus());
  await deleted.so(() => fireEvent.keyDown(tile(/Porter 2/u), { key: 'd' }));
  expect(deleted.library.tasks).toEqual([]);
  deleted.unmount();
  const many = Array.from({ length: MEDIA_EXPORT_ITEMS + 1 }, (_, index) => sampleMedia(index + 1));
  const { library, so, screen: page } = await show(many);
  await so(() => page.send({ type: 'items.tick', fileIds: many.map(({ fileId }) => fileId), on: true }));
  const [first = document.body] = screen.getAllByRole('button', { name: /^Photo, Porter 1/u });
  await so(() => fireEvent.keyDown(first, { key: 'd' }));
  expect(library.exports).toEqual([]);
});

it('saves one photo as it is, and exports several, or all that the filters match, as one archive', async () => {
  const { so, library } = await show(three, { query: { by: 'alarm' } });
  const press = (name: string) => so(() => fireEvent.click(screen.getByRole('button', { name })));
  await press('Export all');
  expect(library.exports).toMatchObject([{ query: { source: 'alarm' }, fileIds: null }]);
  await so(() => fireEvent.click(screen.getByRole('checkbox', { name: /^Select Photo, Porter 2/u })));
  await press('Download');
  expect(library.tasks).toMatchObject([{ type: 'download', fileIds: [three[1]?.fileId] }]);
  await so(() => fireEvent.click(screen.getByRole('checkbox', { name: /^Select all/u })));
  await press('Download');
  expect(library.exports).toHaveLength(2);
  expect(library.exports[1]?.fileIds?.toSorted()).toEqual(three.map(({ fileId }) => fileId).toSorted());
});

it('says why nothing can be exported, or not all of it', async () => {
  await show([]);
  expect(screen.getByRole('button', { name: 'Export all', description: 'Nothing to export.' })).toBeTruthy();
  cleanup();
  await show(Array.from({ length: MEDIA_EXPORT_ITEMS + 1 }, (_, number) => sampleMedia(number)));
  expect(
    screen.getByRole('button', { name: 'Export all', description: /^An export can hold at most 500/u }),
  ).toBeTruthy();
});

it('a deletion can be undone by its button and by Ctrl Z, and stays on the page no longer than 5 s', async () => {
  const { so, library, clock } = await show(three);
  const remove = () =>
    so(() => {
      tile(/Porter 2/u).focus();
      fireEvent.keyDown(tile(/Porter 2/u), { key: 'Delete' });
    });
  await remove();
  expect(screen.queryByRole('button', { name: /Porter 2/u })).toBeNull();
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Undo (Ctrl Z)' })));
  expect(tile(/Porter 2/u)).toBeTruthy();
  await remove();
  await so(() => fireEvent.keyDown(window, { key: 'z', ctrlKey: true }));
  expect(tile(/Porter 2/u)).toBeTruthy();
  await remove();
  await so(() => clock.increment(5_000));
  expect(screen.queryByRole('button', { name: 'Undo (Ctrl Z)' })).toBeNull();
  expect(library.tasks.filter(({ type }) => type === 'restore')).toHaveLength(2);
});

it('details show picture, place, person and what can be done', async () => {
  const { so, library } = await show(three, { query: { item: three[0]?.fileId ?? '' } });
  expect(screen.getByRole('img', { name: /^Photo, Porter 1/u }).getAttribute('src')).toContain('/whole/');
  expect(screen.getByText('Lin Wei')).toBeTruthy();
  expect(screen.getByText('1280 × 720, 391 KB')).toBeTruthy();
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Create a link for 7 days' })));
  expect(screen.getByDisplayValue('https://house/files/shared/x')).toBeTruthy();
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Keep for good' })));
  expect(library.tasks.at(-1)).toMatchObject({ type: 'keep', keep: true });
  expect(screen.getByRole('button', { name: 'Delete', description: /^It's kept for good/u })).toBeTruthy();
});

it('the arrow keys step through the pictures while one is open, but not in the grid', async () => {
  const { so, toldTo } = await show(three, { query: { item: three[0]?.fileId ?? '' } });
  const asked = () => toldTo('navigation').filter(({ type }) => type === 'navigation.query');
  const before = asked().length;
  await so(() => fireEvent.keyDown(tile(/Porter 2/u), { key: 'ArrowRight' }));
  await so(() => fireEvent.keyDown(document.body, { key: 'ArrowLeft' }));
  await so(() => fireEvent.keyDown(document.body, { key: 'ArrowRight', shiftKey: true }));
  expect(asked()).toHaveLength(before);
  await so(() => fireEvent.keyDown(document.body, { key: 'ArrowRight' }));
  expect(asked().at(-1)).toMatchObject({ query: { item: three[1]?.fileId } });
});

it('says who opened a picture last', async () => {
  await show(three, { query: { item: three[0]?.fileId ?? '' } });
  const seen = screen.getByText('Opened here by').closest('div');
  expect(seen?.textContent).toMatch(/Chen Yu \d{4}-\d\d-\d\d/u);
});

it('one picture alone: opened by its button, stepped by arrows, closed by Escape', async () => {
  const item = three[1]?.fileId ?? '';
  const { so, toldTo } = await show(three, { query: { item } });
  const asked = () => toldTo('navigation').at(-1);
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Show full size' })));
  expect(asked()).toMatchObject({ type: 'navigation.query', query: { solo: 'yes' }, push: true });
  cleanup();

  const alone = await show(three, { query: { item, solo: 'yes' } });
  const dialog = screen.getByRole('dialog', { name: /^Lobby · .* · Porter 2$/u });
  expect(
    within(dialog)
      .getByRole('img', { name: /^Photo, Porter 2/u })
      .getAttribute('src'),
  ).toContain(item);
  const told = () => alone.toldTo('navigation').at(-1);
  await alone.so(() => fireEvent.keyDown(dialog, { key: 'ArrowRight' }));
  expect(told()).toMatchObject({ query: { item: three[2]?.fileId } });
  await alone.so(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Previous entry' })));
  expect(told()).toMatchObject({ query: { item: three[0]?.fileId } });
  await alone.so(() => fireEvent.keyDown(dialog, { key: 'Escape' }));
  expect(told()).toMatchObject({ query: { solo: '' } });
});

it('says why something cannot be deleted or changed', async () => {
  const ofCase = sampleMedia(1, { isOfOpenCase: true, alarmCaseId: 'case-1' });
  const { toldTo, so } = await show([ofCase], { query: { item: ofCase.fileId } });
  expect(
    screen.getByRole('button', { name: 'Delete', description: /^It belongs to an open alarm case/u }),
  ).toBeTruthy();
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Open alarm case' })));
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.go', to: '/alarms/case?id=case-1' });
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Replay' })));
  const to = momentPath({ serialNumber: ofCase.serialNumber, at: ofCase.takenAt });
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.go', to });
});

it('a photo of a stop leads to the run', async () => {
  const atStop = sampleMedia(1, { source: 'task', by: '', runId: 'run-1' });
  const { toldTo, so } = await show([atStop], { query: { item: atStop.fileId } });
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Show record' })));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/activities/cruise-record?drive=run-1' });
});

it('what is gone says so', async () => {
  await show(three, { query: { item: 'f'.repeat(32) } });
  expect(screen.getByText('This photo or recording no longer exists')).toBeTruthy();
});

it.each([
  [{}, 'No photos or recordings yet'],
  [{ kind: 'video' }, 'No matching photos or recordings'],
  [{ deleted: 'yes' }, 'Nothing deleted'],
])('an empty library with %o says %s', async (query, words) => {
  await show([], { query: query as Record<string, string> });
  expect(screen.getByText(words)).toBeTruthy();
});

it('an empty library leads to the video wall, where a photo can be taken', async () => {
  const { so, toldTo } = await show([]);
  await so(() => fireEvent.click(screen.getByRole('button', { name: 'Take a photo' })));
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.go', to: '/video/wall' });
});

it('filters are in the URL', async () => {
  const { so, toldTo } = await show(three);
  await so(() => fireEvent.click(screen.getByRole('radio', { name: 'Recordings' })));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { kind: 'video' } });
  await so(() => fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'point-1' } }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { place: 'point-1' } });
  await so(() => fireEvent.click(screen.getByRole('radio', { name: 'Robot' })));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { group: 'robot' } });
});

it('places are known before anything is loaded', () => {
  const rows = photoRows(
    [
      { key: 'a', name: '', photos: 6, videos: 1 },
      { key: 'b', name: '', photos: 1, videos: 0 },
    ],
    5,
  );
  expect(rows.map(({ type, from, count }) => [type, from, count])).toEqual([
    ['head', 0, 7],
    ['tiles', 0, 5],
    ['tiles', 5, 2],
    ['head', 7, 1],
    ['tiles', 7, 1],
  ]);
  expect([columnsFor(800, false), columnsFor(358, true), columnsFor(100, true)]).toEqual([5, 2, 2]);
});
