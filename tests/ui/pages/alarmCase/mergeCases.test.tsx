/** Merging on the page of an alarm case in jsdom: the dialog, the case that goes on and the one that ended, both languages. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import {
  alarmCaseMachine,
  type CaseDetails,
  type CaseRequest,
  type CaseTask,
} from '../../../../src/machines/alarmCase/alarmCase.machine.ts';
import { AlarmCasePage } from '../../../../src/ui/pages/alarmCase/AlarmCasePage.tsx';
import { noDrafts, noPhotos, sampleCase, sampleDetails, takenCase } from '../../../fakes/alarmSample.ts';
import { sampleConnection } from '../../../fakes/connectionSample.ts';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const ME = userOf();
const robot = sampleDetail({ serialNumber: 'S2-1' });
const FLEET = {
  robots: { 'S2-1': robot },
  order: ['S2-1'],
  sites: [{ siteId: robot.siteId, name: 'Hospital', timeZone: 'UTC' }],
  current: 'S2-1',
  view: 'all',
  failure: null,
};

async function page(
  found: AlarmCase,
  {
    language = 'enUS' as Language,
    mergeable = [] as readonly AlarmCase[],
    ...details
  }: Partial<CaseDetails> & {
    language?: Language;
    mergeable?: readonly AlarmCase[];
  } = {},
) {
  const tasks: CaseTask[] = [];
  await renderPage(
    AlarmCasePage,
    alarmCaseMachine.provide({
      actions: noDrafts.actions,
      actors: {
        ...noDrafts.actors,
        loadPhotos: noPhotos,
        loadCase: fromPromise<CaseDetails, CaseRequest>(async () => ({ ...sampleDetails(found), ...details })),
        loadMergeable: fromPromise<readonly AlarmCase[], { caseId: string }>(async () => mergeable),
        act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(async ({ input }) => {
          tasks.push(input.task);
          return takenCase(ME.id);
        }),
      },
    }),
    {
      query: { id: 'case-1' },
      user: ME,
      language,
      siblings: { connection: sampleConnection() },
      contexts: { fleet: FLEET, session: { user: ME }, alarms: { rows: [], userId: ME.id } },
    },
  );
  await settle();
  return { tasks };
}

it('offers the other cases of the robot, says what becomes of them, and merges one', async () => {
  const { tasks } = await page(sampleCase(), { mergeable: [sampleCase({ id: 'case-0', number: 6, event: 'noise' })] });
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
  await settle();
  const dialog = within(screen.getByRole('dialog', { name: 'Merge with another case' }));
  expect(dialog.getByText("This can't be undone.", { exact: false })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Merge with case 6' }));
  await settle();
  expect(tasks).toEqual([{ type: 'merge', otherId: 'case-0' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that there is no other case to merge', async () => {
  await page(sampleCase());
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
  await settle();
  expect(screen.getByText('This robot has no other open case that you can merge.')).toBeTruthy();
});

it('shows what is part of the case, and what happened there', async () => {
  await page(takenCase(ME.id), {
    merged: [sampleCase({ id: 'case-8', number: 8, event: 'noise' })],
    entries: [
      { id: 1, at: 1_000, kind: 'note', by: 'Lin', to: '', level: null, text: 'Seen from the lift', ofCase: 8 },
      { id: 2, at: 2_000, kind: 'mergedHere', by: 'Lin', to: '8', level: null, text: '' },
    ],
  });
  expect(screen.getByRole('button', { name: /^Includes case 8: / })).toBeTruthy();
  expect(screen.getByText('Case 8')).toBeTruthy();
  expect(screen.getByText('Lin merged case 8 into this one')).toBeTruthy();
});

it.each([
  ['enUS', 'Merged into case 6', 'Show case 6', 'Open again'],
  ['zhCN', '已合并到报警 6', '查看报警 6', '重新打开'],
] as const)(
  'a merged case leads to the one that goes on, and is not opened again (%s)',
  async (language, into, show, reopen) => {
    const mergedInto = { id: 'case-0', number: 6 };
    await page(
      takenCase(ME.id, { state: 'resolved', cause: 'merged', resolvedAt: 3_000, resolvedBy: 'Robin', mergedInto }),
      { language },
    );
    expect(screen.getByText(into)).toBeTruthy();
    expect(screen.getByRole('button', { name: show })).toBeTruthy();
    expect(screen.queryByRole('button', { name: reopen })).toBeNull();
  },
);
