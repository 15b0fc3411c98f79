/** The picture after the alarm on the page of a case: shown, on its way, missing with a reason, chosen when it is resolved. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AlarmCase, CaseEntry } from '../../../../contract/entities/alarmCase.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { PictureGap } from '../../../../contract/rules/alarmCase.ts';
import {
  type AfterPhoto,
  alarmCaseMachine,
  type CaseDetails,
  type CaseDrafts,
  type CaseRequest,
  type CaseTask,
  type PhotosRequest,
} from '../../../../src/machines/alarmCase/alarmCase.machine.ts';
import { AlarmCasePage } from '../../../../src/ui/pages/alarmCase/AlarmCasePage.tsx';
import { ResolveDialog } from '../../../../src/ui/pages/alarmCase/CaseDialogs.tsx';
import { noDrafts, sampleCase, sampleDetails, takenCase } from '../../../fakes/alarmSample.ts';
import { sampleConnection } from '../../../fakes/connectionSample.ts';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const ME = userOf();
const robot = sampleDetail({ serialNumber: 'S2-1' });
const RESOLVED = sampleCase({ raisedAt: T, state: 'resolved', resolvedAt: T, cause: 'removed', resolvedBy: 'Lin' });
const AFTER = { fileId: 'f1', moment: 'after', at: T + 60_000, url: '/f1', box: null } as const;

interface Options extends Partial<Omit<CaseDetails, 'case'>> {
  found?: AlarmCase;
  photos?: readonly AfterPhoto[];
  drafts?: CaseDrafts | null;
  language?: Language;
  isLoading?: boolean;
  page?: typeof AlarmCasePage;
}
const JustResolve: typeof AlarmCasePage = ({ screen: actor }) => <ResolveDialog screen={actor} timeZone="UTC" />;
async function show(options: Options = {}) {
  const { found = RESOLVED, photos = [], drafts = null, language = 'enUS', isLoading = false, ...rest } = options;
  const { page: component = AlarmCasePage, ...details } = rest;
  const tasks: CaseTask[] = [];
  const page = await renderPage(
    component,
    alarmCaseMachine.provide({
      actions: noDrafts.actions,
      actors: {
        recallDialog: fromPromise<CaseDrafts | null>(async () => drafts),
        loadCase: fromPromise<CaseDetails, CaseRequest>(() =>
          isLoading ? new Promise(() => {}) : Promise.resolve({ ...sampleDetails(found), time: T, ...details }),
        ),
        loadPhotos: fromPromise<readonly AfterPhoto[], PhotosRequest>(async () => photos),
        act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(async ({ input: { task } }) => {
          tasks.push(task);
          return RESOLVED;
        }),
      },
    }),
    {
      query: { id: found.id },
      user: ME,
      language,
      now: () => T + 120_000,
      siblings: { connection: sampleConnection() },
      contexts: {
        fleet: {
          robots: { 'S2-1': robot },
          order: ['S2-1'],
          sites: [{ siteId: robot.siteId, name: 'Hospital', timeZone: 'UTC' }],
          current: 'S2-1',
          view: 'all',
          failure: null,
        },
        session: { user: ME },
        alarms: { rows: [], userId: ME.id },
      },
    },
  );
  return { ...page, tasks };
}
const gap = (to: PictureGap, at = T): CaseEntry => ({
  id: 9,
  at,
  kind: 'noPicture',
  by: '',
  to,
  level: null,
  text: '',
});
const pictures = () => within(screen.getByRole('region', { name: /^(Pictures|图片)$/u }));

it('is shown with its time, also when there is none of the alarm itself', async () => {
  await show({ pictures: [AFTER] });
  expect(pictures().getByRole('img', { name: /^After, /u })).toBeTruthy();
  expect(pictures().getByText("The robot hasn't sent a picture.")).toBeTruthy();
});

it('is said to be on its way, and then why there is none', async () => {
  await show({ isPictureComing: true });
  expect(pictures().getByText('A robot is taking the picture after the alarm.')).toBeTruthy();
});

it.each([
  ['offline', 'No picture after the alarm. The robot was offline.'],
  ['noCamera', "No picture after the alarm. The robot can't take photos."],
  ['placeUnknown', 'No picture after the alarm. The place of the alarm is unknown.'],
  ['notInSight', 'No picture after the alarm. No robot was facing the place.'],
  ['notTaken', "No picture after the alarm. The robot didn't deliver a photo."],
] as const)('missing because of %s: the picture and the history say so', async (reason, text) => {
  await show({ entries: [gap(reason)] });
  expect(screen.getAllByText(text)).toHaveLength(2);
});

it('says so in Chinese', async () => {
  await show({ entries: [gap('offline')], language: 'zhCN' });
  expect(screen.getAllByText('没有处理后的照片。机器人当时离线。')).toHaveLength(2);
});

it('a picture that came later, or a case that is open again, has nothing missing', async () => {
  await show({ entries: [gap('offline')], pictures: [AFTER] });
  expect(pictures().queryByText(/No picture after/u)).toBeNull();
});

it('what was missing when the case was resolved before says nothing about now', async () => {
  const resolved: CaseEntry = { ...gap('offline', T + 1), id: 10, kind: 'resolved', by: 'Lin', to: '' };
  await show({ entries: [gap('offline'), resolved] });
  expect(pictures().queryByText(/No picture after/u)).toBeNull();
});

it('a line of the history that only a later version knows shows who it is from', async () => {
  await show({ entries: [{ ...gap('offline'), kind: 'measured' as CaseEntry['kind'], by: 'Lin Wei', to: '' }] });
  expect(screen.getByText('Lin Wei')).toBeTruthy();
});

it('is chosen among the photos when the case is resolved; otherwise a robot takes it', async () => {
  const found = takenCase(ME.id, { raisedAt: T });
  const { press, tasks } = await show({
    found,
    photos: [{ fileId: 'f1', takenAt: T + 60_000, url: '/f1' }],
  });
  await press(screen.getByRole('button', { name: /^Resolve/u }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('radio', { name: 'Taken by a robot' }).getAttribute('aria-checked')).toBe('true');
  await press(dialog.getByRole('radio', { name: /^Photo at /u }));
  await press(dialog.getByRole('radio', { name: 'Object removed' }));
  await press(dialog.getByRole('button', { name: 'Resolve' }));
  expect(tasks).toEqual([{ type: 'resolve', cause: 'removed', note: '', pictureId: 'f1' }]);
});

it('the dialog that a reload opened waits for the case', async () => {
  const drafts = { 'case-1': { typed: '', cause: 'removed', note: '', isResolving: true } } as const;
  await show({ found: takenCase(ME.id, { raisedAt: T }), drafts, isLoading: true, page: JustResolve });
  const resolve = within(screen.getByRole('dialog')).getByRole('button', { name: 'Resolve' });
  expect(resolve.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByText("You don't have this case, so you can't resolve it.")).toBeNull();
  expect(screen.getAllByText('Loading case…').length).toBeGreaterThan(0);
});

it('somebody else has the case by now: the dialog that a reload opened says so, and keeps what was typed', async () => {
  const drafts = { 'case-1': { typed: '', cause: 'removed', note: 'Boxes moved', isResolving: true } } as const;
  const { press, tasks } = await show({ found: takenCase('lin', { raisedAt: T }), drafts });
  const dialog = within(screen.getByRole('dialog'));
  const resolve = dialog.getByRole('button', { name: 'Resolve' });
  expect(resolve.getAttribute('aria-disabled')).toBe('true');
  await press(resolve);
  expect(tasks).toEqual([]);
  expect(dialog.getByDisplayValue('Boxes moved')).toBeTruthy();
  expect(screen.getAllByText("You don't have this case, so you can't resolve it.").length).toBeGreaterThan(0);
});
