/** The page of sites in jsdom: the real component and machine over a fake server. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import type { SiteBay } from '../../../../contract/entities/site.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { type SiteFields, siteFormMachine } from '../../../../src/machines/sites/siteForm.machine.ts';
import type { Live, LivePose } from '../../../../src/machines/live.ts';
import {
  sitesMachine,
  type SitesRequest,
  type SitesResult,
  type SiteTask,
} from '../../../../src/machines/sites/sites.machine.ts';
import type { SiteShown } from '../../../../src/machines/sites/siteShown.ts';
import { SitesPage } from '../../../../src/ui/pages/sites/SitesPage.tsx';
import { sampleLive } from '../../../fakes/robotSample.ts';
import { EQUIPMENT, NO_SITES, SITES } from '../../../fakes/siteSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';
import { editorInTab } from '../../../fakes/keptDialog.ts';

const noPoses = () => ({ poses: () => [], pose: () => null, onMove: () => () => undefined });
const { keepDialog, recallDialog, keepDraft } = editorInTab<SiteFields>();

async function show({
  found = SITES,
  language = 'enUS' as Language,
  refusal = null as Error | null,
  result = null as SiteShown | null,
  live = noPoses() as Partial<Live>,
  robots = [] as readonly Robot[],
  width = 1_440,
  query = {},
} = {}) {
  const saved: SiteFields[] = [];
  const tasks: SiteTask[] = [];
  const refuse = (): void => {
    if (refusal) throw refusal;
  };
  const machine = sitesMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadList: fromPromise<SitesResult, SitesRequest>(async () => found),
      form: siteFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<SiteShown | null, { fields: SiteFields }>(async ({ input }) => {
            saved.push(input.fields);
            refuse();
            return null;
          }),
        },
      }),
      act: fromPromise<SiteShown | null, { task: SiteTask }>(async ({ input }) => {
        tasks.push(input.task);
        refuse();
        return result;
      }),
    },
  });
  const now = Date.UTC(2026, 10, 21, 6, 32);
  const fleet = {
    robots: Object.fromEntries(robots.map((robot) => [robot.serialNumber, robot])),
    order: robots.map(({ serialNumber }) => serialNumber),
  };
  const options = { user: userOf(), language, now: () => now, live, contexts: { fleet }, width, query };
  return { ...(await renderPage(SitesPage, machine, options)), saved, tasks };
}
const dialog = () => within(screen.getByRole('dialog'));
const choose = (label: RegExp | string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('lists the sites with their own time and robots, and opens another by the URL', async () => {
  const page = await show();
  const list = within(screen.getByRole('navigation', { name: 'Sites' }));
  expect(list.getByRole('button', { name: /Harbour Hotel/u }).textContent).toBe('Harbour Hotel3 robotsShanghai 14:32');
  const tower = list.getByRole('button', { name: /Gateway Tower/u });
  expect(tower.textContent).toBe('Gateway Towerno robotsDubai 10:32');
  await page.press(tower);
  expect(page.toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { site: 'tower' } }]);
});

it('on a phone, is the list, and each site is a page that leads back to it', async () => {
  const list = await show({ width: 390 });
  const sites = within(screen.getByRole('navigation', { name: 'Sites' }));
  expect(sites.queryByRole('button', { current: true })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Floors' })).toBeNull();
  await list.press(sites.getByRole('button', { name: /Harbour Hotel/u }));
  expect(list.toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { site: 'harbour' } }]);
  cleanup();
  const site = await show({ width: 390, query: { site: 'harbour' } });
  expect(screen.getByRole('heading', { name: 'Floors' })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Sites' })).toBeNull();
  await site.press(screen.getByRole('button', { name: 'All sites' }));
  expect(site.toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { site: '' } }]);
});

it('shows lifts as a matrix, a deleted boarding point with its reason, doors, and who is in the bays', async () => {
  await show();
  expect(screen.getByLabelText<HTMLSelectElement>('Lift 1: boarding point on F1').value).toBe('l1');
  const broken = screen.getByLabelText<HTMLSelectElement>('Lift 1: boarding point on F2');
  expect([...broken.options].map(({ text }) => text)).toEqual(['—', 'L2-1', 'L2-2']);
  expect(screen.getByText('Point L2-1 was deleted')).toBeDefined();
  expect(screen.getByRole('row', { name: /Kitchen pass F1 D-04 Relay, opens for 8 s/u })).toBeDefined();
  expect(screen.getByText('1 of 2 free')).toBeDefined();
  expect(screen.getByText('Porter 2, 41%')).toBeDefined();
});

it('shows who is in the bays now, not at the last load', async () => {
  // The page reads no more of a robot.
  const porter = { serialNumber: 'P-2', robotNickName: 'Porter 2', live: sampleLive({ battery: 80 }) } as Robot;
  const poses: LivePose[] = [];
  let moved = (): void => undefined;
  const live: Partial<Live> = {
    poses: (mapId) => poses.filter((pose) => pose.mapId === mapId),
    pose: (serialNumber) => poses.find((pose) => pose.serialNumber === serialNumber) ?? null,
    onMove: (listener) => {
      moved = listener;
      return () => undefined;
    },
  };
  const [first, second] = EQUIPMENT.bays;
  const found = { ...SITES, equipment: { ...EQUIPMENT, bays: [first, { ...second, x: 5 }] as SiteBay[] } };
  const page = await show({ live, robots: [porter], found });
  // Without a live pose, the last load counts.
  expect(screen.getByText('1 of 2 free')).toBeDefined();
  const at = (x: number, mapId = 'f1') =>
    page.after(() => {
      const pose = { theta: 0, speed: 0, at: 0, arrived: 0, before: null };
      poses.splice(0, 1, { ...pose, serialNumber: 'P-2', mapId, x, y: 1 });
      moved();
    });
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await at(5.3);
  expect(rows()).toEqual(['Dock 1F1, Robot dockfree', 'Dock 2F1, Robot dockPorter 2, 80%']);
  await at(3);
  expect(screen.getByText('2 of 2 free')).toBeDefined();
  await at(1, 'f2');
  expect(screen.getByText('2 of 2 free')).toBeDefined();
  await at(1);
  expect(rows()[0]).toContain('Porter 2');
});

it('shows the storage of the chosen site, with a warning near its limit', async () => {
  await show();
  const meter = screen.getByRole('meter', { name: 'Storage at this site' });
  expect(meter.getAttribute('aria-valuetext')).toBe('6.2 GB of 20.0 GB');
  expect(screen.queryByText(/Nearly full/u)).toBeNull();
  cleanup();
  const storage = { ...EQUIPMENT.storage, usedBytes: 0.95 * EQUIPMENT.storage.quotaBytes };
  await show({ found: { ...SITES, equipment: { ...EQUIPMENT, storage } } });
  expect(screen.getByText(/Nearly full/u)).toBeDefined();
});

it('says since when a relay fails', async () => {
  const doors = EQUIPMENT.doors.map((door) => ({ ...door, silentSince: Date.UTC(2026, 10, 21, 6, 23) }));
  await show({ found: { ...SITES, equipment: { ...EQUIPMENT, doors } } });
  expect(screen.getByRole('row', { name: /Kitchen pass .*Failing for 9 min/u })).toBeDefined();
});

it('asks before a boarding point changes', async () => {
  const page = await show();
  await page.after(() => choose('Lift 1: boarding point on F2', 'l2'));
  expect(screen.getByRole('alertdialog', { name: 'Lift 1 boards at L2-2 on F2?' })).toBeDefined();
  await page.press(screen.getByRole('button', { name: 'Set boarding point' }));
  expect(page.tasks).toMatchObject([
    { act: 'chooseStop', id: 'lift-1', siteId: 'harbour', mapId: 'f2', areaId: 'l2', revision: 2 },
  ]);
});

it('tests a door after a question that names the robot near it, and shows what came of it', async () => {
  const result: SiteShown = { what: 'test', outcome: 'silent', tookMs: 5_000, status: null };
  const page = await show({ result });
  page.screen.send({
    type: 'record.act',
    task: {
      act: 'testDoor',
      id: 'door-1',
      name: 'Kitchen pass',
      revision: 1,
      kind: 'door',
      siteId: '',
      mapId: 'f1',
      floor: '',
      areaId: '',
      point: '',
      near: 'Porter 2',
    },
  });
  await page.after(() => {});
  expect(screen.getByRole('alertdialog').textContent).toContain('Near it: Porter 2.');
  await page.press(screen.getByRole('button', { name: 'Open door' }));
  expect(page.tasks.map(({ act }) => act)).toEqual(['testDoor']);
  expect(dialog().getByRole('status').textContent).toBe('No response within 5 s. It may be in use; try again.');
});

it('saves a new site, and asks before the zone of one changes', async () => {
  const page = await show();
  await page.press(screen.getByRole('button', { name: 'New site' }));
  choose('Name in Chinese', '东楼');
  choose('Name in English', 'East wing');
  choose('Time zone', 'Europe/Berlin');
  await page.press(dialog().getByRole('button', { name: 'Save' }));
  expect(page.saved).toMatchObject([
    { what: 'site', id: '', zhCN: '东楼', enUS: 'East wing', timeZone: 'Europe/Berlin' },
  ]);

  await page.press(screen.getByRole('button', { name: 'Edit site' }));
  choose('Time zone', 'Asia/Dubai');
  await page.press(dialog().getByRole('button', { name: 'Save' }));
  expect(dialog().getByText('Confirm the new time zone.')).toBeDefined();
  expect(dialog().getByText(/moves from 14:32 to 10:32/u)).toBeDefined();
  await page.press(dialog().getByLabelText('Change the time zone'));
  await page.press(dialog().getByRole('button', { name: 'Save' }));
  expect(page.saved.at(-1)).toMatchObject({ id: 'harbour', timeZone: 'Asia/Dubai', revision: 4 });
});

it('lists the scheduled tasks that a new time zone moves, before it is saved', async () => {
  const task = { robotName: 'Porter 2', days: [1, 2, 3, 4, 5, 6, 7], anchorAt: 0 };
  // It is 14:32 in Shanghai and 10:32 in Dubai.
  const list = [
    { ...task, id: 'a', name: 'Night round', executeTime: '23:00', nextAt: Date.UTC(2026, 10, 21, 15) },
    { ...task, id: 'b', name: 'Lunch', executeTime: '12:00', nextAt: Date.UTC(2026, 10, 22, 4) },
    // It is 06:32 UTC, and 15:00 in Tokyo was at 06:00.
    {
      ...task,
      id: 'c',
      name: 'Once',
      executeTime: '15:00',
      days: [],
      anchorAt: Date.UTC(2026, 10, 21, 5),
      nextAt: Date.UTC(2026, 10, 21, 7),
    },
  ];
  const of = (total: number) => ({ ...SITES, equipment: { ...EQUIPMENT, schedules: { total, list } } });
  const page = await show({ found: of(3) });
  await page.press(screen.getByRole('button', { name: 'Edit site' }));
  choose('Time zone', 'Asia/Singapore');
  expect(dialog().getByText('No scheduled task moves.')).toBeDefined();
  choose('Time zone', 'Asia/Dubai');
  expect(dialog().getByText(/The next runs of 3 scheduled tasks move \(times in Shanghai, UTC\+8\)/u)).toBeDefined();
  expect(
    dialog()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Night round (Porter 2): 2026-11-21 23:00:00 → 2026-11-22 03:00:00',
    'Lunch (Porter 2): 2026-11-22 12:00:00 → 2026-11-21 16:00:00',
    'Once (Porter 2): 2026-11-21 15:00:00 → 2026-11-21 19:00:00',
  ]);
  choose('Time zone', 'Asia/Tokyo');
  expect(dialog().getByText('Once (Porter 2): 2026-11-21 15:00:00 → no run')).toBeDefined();
  expect(page.saved).toEqual([]);
  await page.press(dialog().getByRole('button', { name: 'Cancel' }));
  cleanup();
  const more = await show({ found: of(500) });
  await more.press(screen.getByRole('button', { name: 'Edit site' }));
  choose('Time zone', 'Asia/Dubai');
  expect(dialog().getByText(/of more than 3 scheduled tasks/u)).toBeDefined();
});

it('has what was typed after a forced sign-out, and not once it is cancelled', async () => {
  const before = await show();
  await before.press(screen.getByRole('button', { name: 'Edit site' }));
  choose('Address', '90 Harbour Road');
  choose('Time zone', 'Asia/Dubai');
  cleanup();
  const after = await show();
  expect(dialog().getByLabelText<HTMLInputElement>('Address').value).toBe('90 Harbour Road');
  await after.press(dialog().getByLabelText('Change the time zone'));
  await after.press(dialog().getByRole('button', { name: 'Save' }));
  expect(after.saved).toMatchObject([{ id: 'harbour', address: '90 Harbour Road', timeZone: 'Asia/Dubai' }]);
  cleanup();
  const again = await show();
  await again.press(screen.getByRole('button', { name: 'New site' }));
  choose('Address', 'Kai 1');
  await again.press(dialog().getByRole('button', { name: 'Cancel' }));
  cleanup();
  await show();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that somebody else saved, and keeps what was typed', async () => {
  const page = await show({ refusal: new ApiError('recordChanged', { field: 'revision' }) });
  await page.press(screen.getByRole('button', { name: 'Edit site' }));
  choose('Address', 'Kai 2');
  await page.press(dialog().getByRole('button', { name: 'Save' }));
  expect(dialog().getByText(/Someone else saved a change/u)).toBeDefined();
  expect(dialog().getByLabelText<HTMLInputElement>('Address').value).toBe('Kai 2');
});

it('offers a door only free points of its floor, and a new floor empties the choice', async () => {
  const page = await show();
  await page.press(screen.getByRole('button', { name: 'Add door' }));
  await page.press(dialog().getByLabelText('D-05'));
  expect(dialog().queryByLabelText('D-04')).toBeNull();
  await page.after(() => choose('Floor', 'f2'));
  expect(dialog().getByText(/no free door point/u)).toBeDefined();
});

it('of an empty installation invites to add the first site', async () => {
  const page = await show({ found: NO_SITES, language: 'zhCN' });
  await page.press(screen.getByRole('button', { name: '新建第一个站点' }));
  expect(dialog().getByLabelText('中文名称')).toBeDefined();
});
