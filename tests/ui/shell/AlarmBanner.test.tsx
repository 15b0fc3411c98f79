/** The banner of every page: which alarm case it shows, how many more there are, and what the user can do. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import type { QuickAct } from '../../../src/ui/alarms/caseActs.ts';
import { AlarmBanner } from '../../../src/ui/shell/AlarmBanner.tsx';
import { sampleCase, takenCase } from '../../fakes/alarmSample.ts';
import { sampleDetail } from '../../fakes/robotSample.ts';
import { userOf } from '../../fakes/startSession.ts';
import { renderInApp } from '../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const ME = userOf();

/** `rows` as the server orders them: without an owner first, the soonest level two first. */
function show(rows: readonly AlarmCase[], { roles = ME.roles, acting = '', act = null as QuickAct | null } = {}) {
  const robot = sampleDetail({ serialNumber: 'S2-1' });
  const user = { ...ME, roles };
  return renderInApp(<AlarmBanner />, {
    now: () => T,
    contexts: {
      alarms: {
        userId: ME.id,
        rows,
        withoutOwner: rows.filter(({ state }) => state === 'open').length,
        acting,
        act,
      },
      fleet: { robots: { 'S2-1': robot }, order: ['S2-1'], sites: [], current: 'S2-1', view: 'all', failure: null },
      session: { user },
    },
  });
}
const open = (id: string, left: number, change: Partial<AlarmCase> = {}): AlarmCase =>
  sampleCase({ id, levelTwoAt: T + left, ...change });
const text = (): string => screen.getByRole('alert').textContent ?? '';

it('shows the case whose level two is told first, how many more have no owner, and the time left by the server', async () => {
  const { toldTo, press } = await show([
    open('oldest', 90_000),
    open('newer', 600_000, { event: 'fall' }),
    takenCase(),
  ]);
  expect(text()).toContain('Smoke, and 1 more alarm');
  expect(text()).toContain('West patrol');
  expect(text()).toContain('1:30 to level two');
  await press(screen.getByRole('button', { name: 'Take it' }));
  expect(toldTo('alarms')).toContainEqual({ type: 'alarm.take', caseId: 'oldest' });
  await press(screen.getByRole('button', { name: 'Open case' }));
  expect(toldTo('navigation')).toContainEqual(expect.objectContaining({ to: '/alarms/case?id=oldest' }));
  // It ends when somebody has the case, and cannot be closed before.
  expect(screen.queryByRole('button', { name: /close|dismiss/iu })).toBeNull();
});
it('has no countdown once level two was told', async () => {
  await show([sampleCase({ levelTwoAt: null, levelTwoToldAt: T })]);
  expect(text()).not.toContain('to level two');
  expect(screen.getByRole('button', { name: 'Take it' })).toBeTruthy();
});
it('is absent while every case has an owner', async () => {
  const page = await show([takenCase()]);
  expect(screen.queryByRole('alert')).toBeNull();
  page.unmount();
  await show([]);
  expect(screen.queryByRole('alert')).toBeNull();
});
it('puts a case that is handed over to the user first, with an answer instead of Take it', async () => {
  const offered = takenCase('Chen', { id: 'offered', handOverTo: { id: ME.id, name: ME.nickname } });
  const { toldTo, press } = await show([open('oldest', 90_000), offered]);
  expect(text()).toContain('Chen wants to hand this alarm over to you: Smoke');
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Accept' }));
  await press(screen.getByRole('button', { name: 'Decline' }));
  expect(toldTo('alarms')).toEqual([
    { type: 'alarm.answer', caseId: 'offered', accept: true },
    { type: 'alarm.answer', caseId: 'offered', accept: false },
  ]);
});
it('while the user declines a case, only Decline is busy, and Accept says why it waits', async () => {
  const offered = takenCase('Chen', { id: 'offered', handOverTo: { id: ME.id, name: ME.nickname } });
  await show([offered], { acting: 'offered', act: 'decline' });
  const busyOf = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-busy');
  expect([busyOf(/^Decline/u), busyOf(/^Accept/u)]).toEqual(['true', null]);
  expect(screen.getByRole('button', { name: 'Accept', description: 'Your answer is being sent.' })).toBeTruthy();
});
it('asks the owner of a case that was not resolved in an hour to take it again', async () => {
  const { toldTo, press } = await show([takenCase(ME.id, { id: 'mine', isAskedAgain: true })]);
  await press(screen.getByRole('button', { name: 'Take it' }));
  expect(toldTo('alarms')).toEqual([{ type: 'alarm.take', caseId: 'mine' }]);
});
it('says why a user who only views cannot take it, and a press does nothing', async () => {
  const { toldTo, press } = await show([open('oldest', 90_000)], { roles: ['viewer'] });
  const take = screen.getByRole('button', { name: /Take it/u });
  expect(take.getAttribute('aria-disabled')).toBe('true');
  await press(take);
  expect(toldTo('alarms')).toEqual([]);
});
it('shows that the case is being taken until the server has answered', async () => {
  await show([open('oldest', 90_000)], { acting: 'oldest', act: 'take' });
  expect(screen.getByRole('button', { name: /Take it/u }).getAttribute('aria-busy')).toBe('true');
});
