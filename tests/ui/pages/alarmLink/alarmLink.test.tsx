/** The page of a one-time link: what it says in each state of the case, in both languages. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { LinkedCase } from '../../../../contract/entities/alarmLink.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { alarmLinkMachine, type LinkAct } from '../../../../src/machines/alarmLink/alarmLink.machine.ts';
import { AlarmLinkPage } from '../../../../src/ui/pages/alarmLink/AlarmLinkPage.tsx';
import { renderPage } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const OPEN: LinkedCase = {
  time: T,
  contactName: 'Wendy',
  expiresAt: T + 86_400_000,
  caseId: 'case-1',
  number: 7,
  robotName: 'West patrol',
  event: 'smoke',
  severity: 'critical',
  state: 'open',
  raisedAt: T,
  count: 3,
  overAt: null,
  ownerName: '',
  takenAt: null,
  isMine: false,
  canTake: true,
  levelTwoAt: T + 900_000,
  levelTwoToldAt: null,
  resolvedAt: null,
  cause: null,
  timeZone: 'UTC',
};
const TAKEN: LinkedCase = { ...OPEN, state: 'taken', canTake: false, levelTwoAt: null, takenAt: T + 60_000 };

async function show(answer: LinkedCase | Error, language: 'enUS' | 'zhCN' = 'enUS') {
  await renderPage(
    AlarmLinkPage,
    alarmLinkMachine.provide({
      actors: {
        openLink: fromPromise<LinkedCase, { code: string }>(async () => {
          if (answer instanceof Error) throw answer;
          return answer;
        }),
        actByLink: fromPromise<LinkedCase, { code: string; act: LinkAct }>(async () => {
          throw new ApiError('alarmTakenByOther', { words: { name: 'Lin' } });
        }),
      },
    }),
    { query: { code: 'c' }, language, now: () => T + 84_000 },
  );
}
const button = (name: string) => screen.queryByRole('button', { name });

it('an open case: what it is, since when, how long until level two, and one button', async () => {
  await show(OPEN);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', 'Smoke: West patrol');
  expect(screen.getByText('Case 7 · Since 2026-11-25 14:28:00 · Raised 3 times')).toBeTruthy();
  expect(screen.getByText('Nobody has this case')).toBeTruthy();
  expect(screen.getByText('13:36 until level two is told')).toBeTruthy();
  expect([button('Take it') !== null, button('Give back')]).toEqual([true, null]);
  expect(screen.getByText(/^You are acting as Wendy\. The link works until 2026-11-26 14:28:00\.$/u)).toBeTruthy();
});
it('somebody was faster: the error names who has it', async () => {
  await show(OPEN);
  (await screen.findByRole('button', { name: 'Take it' })).click();
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Lin already has this case.');
});
it('a case of the contact can be given back, one of somebody else cannot', async () => {
  await show({ ...TAKEN, isMine: true, ownerName: 'Wendy' });
  expect(await screen.findByText('You have this case')).toBeTruthy();
  expect([button('Take it'), button('Give back') !== null]).toEqual([null, true]);
});
it('an open case offers the number of the reception', async () => {
  await show({ ...OPEN, sitePhone: '+1 202 555 0141' });
  const link = await screen.findByRole('link', { name: 'Call reception +1 202 555 0141' });
  expect(link.getAttribute('href')).toBe('tel:+12025550141');
});
it('a case of somebody else', async () => {
  await show({ ...TAKEN, ownerName: 'Lin' });
  expect(await screen.findByText('Lin has this case')).toBeTruthy();
  expect(screen.getByText('since 14:29')).toBeTruthy();
  expect([button('Take it'), button('Give back')]).toEqual([null, null]);
});
it('a resolved case, in Chinese', async () => {
  await show(
    { ...TAKEN, state: 'resolved', ownerName: '何若彬', resolvedAt: T + 600_000, cause: 'falseAlarm' },
    'zhCN',
  );
  expect(await screen.findByText('何若彬已于 14:38 解除')).toBeTruthy();
  expect(screen.getByText('误报')).toBeTruthy();
  expect(button('由我处理')).toBeNull();
});
it('a link that no longer works, and one that could not be opened', async () => {
  await show(new ApiError('linkOver'));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});
it('a link that could not be opened is tried again', async () => {
  await show(new ApiError('networkFailed'));
  expect(await screen.findByRole('heading', { name: "Couldn't open the link" })).toBeTruthy();
  expect(button('Try again')).not.toBeNull();
});
