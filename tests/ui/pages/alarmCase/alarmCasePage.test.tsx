/** The page of an alarm case in jsdom: messages with their own states, keys, hand-over, pictures, the place, the phone. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AlarmCase, AlarmNotification } from '../../../../contract/entities/alarmCase.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import { GATEWAY_SILENT, gatewayAnswered, REPORT_WITHIN_MS } from '../../../../contract/rules/alarmNotification.ts';
import {
  alarmCaseMachine,
  type CaseDetails,
  type CasePerson,
  type CaseRequest,
  type CaseRobots,
  type CaseTask,
} from '../../../../src/machines/alarmCase/alarmCase.machine.ts';
import { AlarmCasePage } from '../../../../src/ui/pages/alarmCase/AlarmCasePage.tsx';
import { noDrafts, noPhotos, sampleCase, sampleDetails, takenCase } from '../../../fakes/alarmSample.ts';
import { sampleConnection } from '../../../fakes/connectionSample.ts';
import { sampleDetail, sampleLive } from '../../../fakes/robotSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const ME = userOf();
const robot = sampleDetail({ serialNumber: 'S2-1' });
const SITE = { siteId: robot.siteId, name: 'Hospital', timeZone: 'UTC' };
const FLEET = {
  robots: { 'S2-1': robot },
  order: ['S2-1'],
  sites: [SITE],
  current: 'S2-1',
  view: 'all',
  failure: null,
};
const message = (change: Partial<AlarmNotification>): AlarmNotification => ({
  id: change.name ?? 'm1',
  level: 1,
  name: 'Desk',
  channel: 'sms',
  state: 'queued',
  attempts: 1,
  reason: '',
  at: T,
  settledAt: null,
  nextTryAt: null,
  ...change,
});

interface Options extends Partial<Omit<CaseDetails, 'case'>> {
  found?: AlarmCase;
  language?: Language;
  width?: number;
  open?: readonly AlarmCase[];
  fleet?: object;
}
async function page({
  found = sampleCase({ raisedAt: T }),
  language,
  width,
  open = [],
  fleet = FLEET,
  ...details
}: Options = {}) {
  const tasks: CaseTask[] = [];
  const rendered = await renderPage(
    AlarmCasePage,
    alarmCaseMachine.provide({
      actions: noDrafts.actions,
      actors: {
        ...noDrafts.actors,
        loadPhotos: noPhotos,
        loadCase: fromPromise<CaseDetails, CaseRequest>(async () => ({
          ...sampleDetails(found),
          time: T,
          ...details,
        })),
        loadPeople: fromPromise<readonly CasePerson[], { caseId: string }>(async () => []),
        loadRobots: fromPromise<CaseRobots, { caseId: string }>(async () => ({ comers: [], speakers: [] })),
        act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(async ({ input: { task } }) => {
          tasks.push(task);
          return task.type === 'note' ? null : found;
        }),
      },
    }),
    {
      query: { id: found.id },
      user: ME,
      now: () => T + 60_000,
      ...(language && { language }),
      ...(width && { width }),
      siblings: { connection: sampleConnection() },
      contexts: { fleet, session: { user: ME }, alarms: { rows: open, userId: ME.id } },
    },
  );
  return { ...rendered, tasks };
}
const press = (key: string) => act(() => fireEvent.keyDown(document.body, { key }));
const told = (name: string): string =>
  within(screen.getByRole('region', { name: /Who has been told|通知情况/u }))
    .getAllByRole('listitem')
    .find((row) => row.textContent?.includes(name))?.textContent ?? '';

const MESSAGES = [
  message({ name: 'Again', reason: gatewayAnswered(503), attempts: 2, nextTryAt: T + 90_000 }),
  message({ name: 'Given up', state: 'failed', reason: GATEWAY_SILENT, attempts: 4, settledAt: T }),
  message({ name: 'Silent', state: 'sent', settledAt: T + 60_000 - REPORT_WITHIN_MS }),
  message({ name: 'On its way', state: 'sent', settledAt: T + 59_000 }),
  message({ name: 'Arrived', state: 'delivered', settledAt: T }),
  message({ name: 'By mail', channel: 'email', state: 'sent', settledAt: T + 60_000 - REPORT_WITHIN_MS }),
];

it('each message says what became of it: attempts, their reason and the next one, and a report that never came', async () => {
  await page({ notifications: MESSAGES });
  expect(told('Again')).toContain('Attempt 2 of 4 failed');
  expect(told('Again')).toContain('Next attempt 14:29:30');
  expect(told('Again')).toContain('The gateway answered with error 503.');
  expect(told('Given up')).toContain('Not reached4 attempts');
  expect(told('Given up')).toContain("The gateway didn't respond.");
  expect(told('Silent')).toContain('Sent, no delivery report');
  expect(told('On its way')).toMatch(/Sent\d/u);
  expect(told('Arrived')).toContain('Delivered');
  // Mail servers report nothing.
  expect(told('By mail')).not.toContain('report');
});

it.each([
  [
    'enUS',
    'Level two is told at 14:43 if nobody takes the case',
    'Omar: On duty until 18:00',
    'Grace: Off duty, told all the same',
  ],
  ['zhCN', '14:43 前无人接手则通知二级', 'Omar：值守至 18:00', 'Grace：不在值守时段，仍会通知'],
] as const)('says who is told next, with their hours then: %s', async (language, title, onDuty, offDuty) => {
  const of = (id: string, name: string, hours: number[]) => ({ id, name, roleIds: [], hours, quietDays: [] });
  const day = 2 ** 18 - 2 ** 8;
  const contacts = [of('omar', 'Omar', Array<number>(7).fill(day)), of('grace', 'Grace', Array<number>(7).fill(0))];
  await page({ language, toldNext: { at: T + 15 * 60_000, timeZone: 'UTC', contacts } });
  const list = screen.getByRole('list', { name: title });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([onDuty, offDuty]);
});

it('each message has a track: what was sent has arrived only by a report', async () => {
  await page({ notifications: MESSAGES });
  const nodes = (name: string) => {
    const track = screen.getByText(name).closest('li')?.querySelector('[role="img"][aria-label^="Progress"]');
    return [...(track?.querySelectorAll('[data-node]') ?? [])].map((node) => node.getAttribute('data-node'));
  };
  expect(nodes('Again')).toEqual(['waiting', 'todo', 'todo']);
  expect(nodes('Given up')).toEqual(['done', 'fail', 'todo']);
  expect(nodes('Silent')).toEqual(['done', 'waiting', 'todo']);
  expect(nodes('On its way')).toEqual(['done', 'now', 'todo']);
  expect(nodes('Arrived')).toEqual(['proven', 'proven', 'proven']);
  expect(nodes('By mail')).toEqual(['done', 'now', 'todo']);
});

it.each([
  ['enUS', 12, "12 older messages aren't shown"],
  ['enUS', 1, "1 older message isn't shown"],
  ['zhCN', 12, '另有 12 条较早的消息未显示'],
] as const)('older messages that are not shown are counted: %s, %d', async (language, olderNotifications, text) => {
  await page({ notifications: MESSAGES, olderNotifications, language });
  expect(within(screen.getByRole('region', { name: /Who has been told|通知情况/u })).getByText(text)).toBeTruthy();
});
it('nothing is said of older messages if there are none, as in recordings of earlier versions', async () => {
  // Recordings made before the field existed do not have it.
  await page({ notifications: MESSAGES, olderNotifications: undefined as unknown as number });
  expect(screen.queryByText(/older message/u)).toBeNull();
});

it.each([
  ['enUS', T + 300_000, 'Nobody has been reached. Contacts are notified again at 14:33 (attempt 3 of 24).'],
  ['enUS', null, 'Nobody has been reached, and contacts are no longer notified after 2 more attempts.'],
  ['zhCN', T + 300_000, '尚未联系上任何人，将于 14:33 再次通知联系人（第 3 次，共 24 次）。'],
  ['zhCN', null, '仍未联系上任何人。已再次通知 2 次，不再继续通知。'],
] as const)(
  'a case of which nobody was reached says so, and when contacts are told again: %s %s',
  async (language, nextAt, text) => {
    await page({ notifications: MESSAGES, tellingAgain: { nextAt, count: 2, most: 24 }, language });
    expect(screen.getByText(text)).toBeTruthy();
  },
);

it('says so in Chinese', async () => {
  await page({ notifications: MESSAGES, language: 'zhCN' });
  expect(told('Again')).toContain('第 2 次发送失败（共 4 次）');
  expect(told('Again')).toContain('14:29:30 重试');
  expect(told('Given up')).toContain('网关无响应。');
  expect(told('Silent')).toContain('已发送，未收到送达回执');
});

it('keys: T takes an open case, N goes to the note, L looks, J and K to the cases beside it', async () => {
  const open = ['before', 'case-1', 'after'].map((id) => sampleCase({ id }));
  const { tasks, toldTo } = await page({ open });
  // R resolves only what one has.
  await press('r');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('t');
  expect(tasks).toEqual([{ type: 'take' }]);
  await press('n');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note for the next shift' }));
  await press('j');
  await press('k');
  await press('l');
  expect(toldTo('navigation')).toEqual([
    expect.objectContaining({ query: { id: 'after' } }),
    expect.objectContaining({ query: { id: 'before' } }),
    expect.objectContaining({ type: 'navigation.go', to: '/home/robot-data?serialNumber=S2-1' }),
  ]);
});

it.each([
  ['enUS', /^Look/u, 'West patrol is offline, so there is no live picture.'],
  ['zhCN', /^查看画面/u, /^West patrol ?已离线，暂无实时画面。$/u],
] as const)(
  'through an offline robot nobody can look, by button or key: the reason in %s',
  async (language, name, why) => {
    const away = { ...robot, robotNickName: 'West patrol', live: sampleLive({ connection: 'offline' }) };
    const { toldTo, press: click } = await page({ language, fleet: { ...FLEET, robots: { 'S2-1': away } } });
    const look = screen.getByRole('button', { name });
    expect(look.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(why).length).toBeGreaterThan(0);
    await click(look);
    await press('l');
    expect(toldTo('navigation')).toEqual([]);
    // Other robots can speak there.
    expect(screen.getByRole('button', { name: /Speak there|现场喊话/u }).getAttribute('aria-disabled')).not.toBe(
      'true',
    );
  },
);

it('keys typed into the note are no commands', async () => {
  const { tasks } = await page();
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Note for the next shift' }), { key: 't' });
  expect(tasks).toEqual([]);
});

it('one’s own case: R asks for the cause, without which it is not resolved', async () => {
  const { tasks, press: click } = await page({ found: takenCase(ME.id, { raisedAt: T }) });
  // Taken already.
  await press('t');
  expect(tasks).toEqual([]);
  await press('r');
  const dialog = within(screen.getByRole('dialog'));
  await click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(tasks).toEqual([]);
  await click(dialog.getByRole('radio', { name: 'False alarm' }));
  await click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(tasks).toEqual([{ type: 'resolve', cause: 'falseAlarm', note: '', pictureId: '' }]);
});

it('a case of somebody else offers what only they can do with the reason why not', async () => {
  await page({ found: takenCase('lin', { raisedAt: T }) });
  const resolve = screen.getByRole('button', { name: /^Resolve/u });
  expect(resolve.getAttribute('aria-disabled')).toBe('true');
  await press('r');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a hand-over is asked of the other: accepted or declined there, and shown as waiting here', async () => {
  const offered = takenCase('lin', { raisedAt: T, handOverTo: { id: ME.id, name: 'Me' } });
  const { tasks, press: click, unmount } = await page({ found: offered });
  await click(screen.getByRole('button', { name: 'Accept' }));
  await click(screen.getByRole('button', { name: 'Decline' }));
  expect(tasks).toEqual([
    { type: 'answer', accept: true },
    { type: 'answer', accept: false },
  ]);
  unmount();
  await page({ found: takenCase(ME.id, { raisedAt: T, handOverTo: { id: 'lin', name: 'Lin' } }) });
  expect(screen.getByText('Waiting for Lin to accept')).toBeTruthy();
});

it('pictures before, at and after it, and other cases at the place', async () => {
  const picture = (moment: 'before' | 'at' | 'after') => ({
    fileId: moment,
    moment,
    at: T,
    url: `/files/${moment}`,
    box: moment === 'at' ? { x: 0.25, y: 0.5, width: 0.2, height: 0.25 } : null,
  });
  const { toldTo, press: click } = await page({
    pictures: [picture('before'), picture('at'), picture('after')],
    atPlace: [{ id: 'old', event: 'smoke', raisedAt: T - 86_400_000, cause: 'falseAlarm', lastedMs: 125_000 }],
  });
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(
    expect.arrayContaining(['/files/before', '/files/at', '/files/after']),
  );
  // What the robot recognised is framed and named, in parts of the picture.
  const [marked, ...others] = screen.getAllByRole('img', { name: 'Smoke' });
  expect(others).toEqual([]);
  expect(marked?.getAttribute('viewBox')).toBe('0 0 16 9');
  const frame = marked?.querySelector('rect');
  expect(['x', 'y', 'width', 'height'].map((name) => Number(frame?.getAttribute(name)))).toEqual([4, 4.5, 3.2, 2.25]);
  expect(marked?.querySelector('text')?.textContent).toBe('Smoke');
  const slider = screen.getByRole('slider', { name: /before/iu });
  fireEvent.change(slider, { target: { value: '20' } });
  expect(screen.getByRole('slider', { name: /before/iu }).getAttribute('value')).toBe('20');
  const row = screen.getByRole('button', { name: /False alarm/u });
  expect(row.textContent).toContain('2:05');
  await click(row);
  expect(toldTo('navigation')).toEqual([expect.objectContaining({ query: { id: 'old' } })]);
});

it('on a phone the acts stay in reach below the page', async () => {
  await page({ width: 390 });
  const dock = screen.getByRole('group', { name: 'Case actions' });
  expect(dock.className).toContain('sticky');
  for (const name of ['Take it', 'Look', 'Send a robot', 'Speak there'])
    expect(within(dock).getByRole('button', { name: new RegExp(name, 'u') })).toBeTruthy();
});

it('every act is in one place, the likeliest first, and the only main button is the first', async () => {
  const { press: click, toldTo } = await page({ found: takenCase(ME.id, { raisedAt: T }) });
  const dock = within(screen.getByRole('group', { name: 'Case actions' }));
  const buttons = dock.getAllByRole('button');
  expect(buttons.map(({ firstChild, textContent }) => firstChild && textContent?.split('The place')[0])).toEqual([
    'Resolve',
    'Look',
    'Hand over',
    'Send a robot',
    'Speak there',
    'Merge',
    'Give back',
  ]);
  expect(buttons.map(({ className }) => className.includes('btn-primary'))).toEqual([
    true,
    ...buttons.slice(1).map(() => false),
  ]);
  for (const { textContent } of buttons)
    expect(screen.getAllByRole('button', { name: textContent ?? '' }), textContent ?? '').toHaveLength(1);
  await click(dock.getByRole('button', { name: 'Look' }));
  expect(toldTo('navigation')).toEqual([expect.objectContaining({ to: '/home/robot-data?serialNumber=S2-1' })]);
  await click(dock.getByRole('button', { name: 'Hand over' }));
  expect(screen.getByRole('dialog', { name: 'Hand over this case' })).toBeTruthy();
});

it('tells notifications that are off from nobody to tell', async () => {
  const entry = { at: T, by: '', to: '', level: 1, text: '' };
  const stations = () =>
    [...screen.getByRole('list', { name: 'Progress of the case' }).children].map(({ textContent }) => textContent);
  const first = await page({ entries: [{ ...entry, id: 1, kind: 'notificationsOff' }] });
  expect(stations()[1]).toBe('Level one toldnotifications off');
  first.unmount();
  await page({ entries: [{ ...entry, id: 1, kind: 'nobodyToTell' }] });
  expect(stations()[1]).toBe('Level one toldnobody to tell');
});
