/** The page of an alarm case on a phone whose network is gone: readable with its age, acts say why, nothing typed is lost. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import {
  alarmCaseMachine,
  type CaseDetails,
  type CaseRequest,
  type CaseTask,
} from '../../../../src/machines/alarmCase/alarmCase.machine.ts';
import { AlarmCasePage } from '../../../../src/ui/pages/alarmCase/AlarmCasePage.tsx';
import { noDrafts, noPhotos, sampleCase, sampleDetails, takenCase } from '../../../fakes/alarmSample.ts';
import { sampleConnection, type SampleLink } from '../../../fakes/connectionSample.ts';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const ME = userOf();
const robot = sampleDetail({ serialNumber: 'S2-1' });
const WHY = /You're offline/u;
const AGE = /^Last known state, read at 14:28:00 \(2 min ago\)/u;

async function show(
  found: AlarmCase,
  { hasNetwork = true, link = 'ok' as SampleLink, unread = false, listed = [] as AlarmCase[] } = {},
) {
  const tasks: CaseTask[] = [];
  const page = await renderPage(
    AlarmCasePage,
    alarmCaseMachine.provide({
      actions: noDrafts.actions,
      actors: {
        ...noDrafts.actors,
        loadPhotos: noPhotos,
        loadCase: fromPromise<CaseDetails, CaseRequest>(async () => {
          if (unread) throw new ApiError('networkFailed');
          return { ...sampleDetails(found), time: T };
        }),
        act: fromPromise<AlarmCase | null, { caseId: string; task: CaseTask }>(async ({ input: { task } }) => {
          tasks.push(task);
          return task.type === 'note' ? null : found;
        }),
      },
    }),
    {
      query: { id: found.id },
      user: ME,
      width: 390,
      now: () => T + 120_000,
      siblings: { connection: sampleConnection(hasNetwork, link) },
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
        alarms: { rows: listed, userId: ME.id },
      },
    },
  );
  const setNetwork = (next: boolean) =>
    page.after(() =>
      page.screen.system.get('connection' as never).send({ type: 'network.set', hasNetwork: next } as never),
    );
  return { ...page, tasks, setNetwork };
}
const dock = () => within(screen.getByRole('group', { name: 'Case actions' }));
const isDisabled = (name: RegExp): boolean =>
  dock().getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

it('stays readable with its age; acts are disabled with the reason until the network is back', async () => {
  const { press, tasks, setNetwork } = await show(sampleCase({ raisedAt: T }));
  expect(screen.queryByText(AGE)).toBeNull();
  await setNetwork(false);
  expect(screen.getByText(AGE).className).toContain('attn');
  expect(screen.getAllByText(/Smoke.*West patrol/u).length).toBeGreaterThan(0);
  expect([/Take it/u, /Send a robot/u, /Speak there/u].map(isDisabled)).toEqual([true, true, true]);
  expect(screen.getAllByText(WHY).length).toBeGreaterThan(0);
  // What needs no server stays possible.
  expect(isDisabled(/Look/u)).toBe(false);
  await press(dock().getByRole('button', { name: /Take it/u }));
  fireEvent.keyDown(document.body, { key: 't' });
  expect(tasks).toEqual([]);
  await setNetwork(true);
  expect(screen.queryByText(AGE)).toBeNull();
  await press(dock().getByRole('button', { name: /Take it/u }));
  expect(tasks).toEqual([{ type: 'take' }]);
});
it('a note being typed is kept, and sent by the user when the network is back', async () => {
  const { press, tasks, setNetwork } = await show(sampleCase({ raisedAt: T }));
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Note for the next shift' });
  await setNetwork(false);
  fireEvent.change(field(), { target: { value: 'Key is at the desk' } });
  fireEvent.submit(field().closest('form')!);
  await press(screen.getByRole('button', { name: /^Add/u }));
  expect([tasks, field().value]).toEqual([[], 'Key is at the desk']);
  await setNetwork(true);
  await press(screen.getByRole('button', { name: /^Add/u }));
  expect([tasks, field().value]).toEqual([[{ type: 'note', text: 'Key is at the desk' }], '']);
});
it('an open dialog keeps cause and note, and cannot be sent meanwhile', async () => {
  const { press, tasks, setNetwork } = await show(takenCase(ME.id, { raisedAt: T }));
  await press(dock().getByRole('button', { name: /Resolve/u }));
  const dialog = () => within(screen.getByRole('dialog'));
  await press(dialog().getByRole('radio', { name: 'Object removed' }));
  await setNetwork(false);
  const submit = () => dialog().getByRole('button', { name: /Resolve/u });
  expect(submit().getAttribute('aria-disabled')).toBe('true');
  await press(submit());
  expect(tasks).toEqual([]);
  await setNetwork(true);
  await press(submit());
  expect(tasks).toEqual([{ type: 'resolve', cause: 'removed', note: '', pictureId: '' }]);
});
it('a feed that is lost shows the age too, and prevents no act: calls may still arrive', async () => {
  const { press, tasks } = await show(sampleCase({ raisedAt: T }), { link: 'lost' });
  expect(screen.getByText(AGE)).toBeTruthy();
  await press(dock().getByRole('button', { name: /Take it/u }));
  expect(tasks).toEqual([{ type: 'take' }]);
});
it('one that was not read before shows what the list of open cases knows, and that it may be old', async () => {
  const found = takenCase('lin', { raisedAt: T });
  await show(found, { hasNetwork: false, unread: true, listed: [found] });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/Smoke.*West patrol/u);
  expect(screen.getByRole('alert').textContent).toMatch(/Last known state: lin .*may have changed since/u);
});
it('one that the list does not know either says only that it was not loaded', async () => {
  await show(sampleCase(), { hasNetwork: false, unread: true });
  expect(screen.getByRole('alert').textContent).toContain("Couldn't load this case");
  expect(screen.getByRole('alert').textContent).not.toContain('Last known state');
});
