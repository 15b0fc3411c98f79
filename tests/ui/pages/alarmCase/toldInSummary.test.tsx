/** Messages that were told in a summary: each has its own outcome, and says that it was in one. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlarmNotification } from '../../../../contract/entities/alarmCase.ts';
import { WhoWasTold } from '../../../../src/ui/pages/alarmCase/WhoWasTold.tsx';
import { sampleDetails } from '../../../fakes/alarmSample.ts';
import { renderInApp } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const message = (change: Partial<AlarmNotification>): AlarmNotification => ({
  id: 'm1',
  level: 1,
  name: 'Grace',
  channel: 'sms',
  state: 'sent',
  attempts: 1,
  reason: '',
  at: T,
  settledAt: T,
  nextTryAt: null,
  ...change,
});

it.each([
  ['waits', { state: 'digested', inSummary: true, settledAt: null }, 'Text message, level 1', 'In a summary'],
  ['was delivered', { state: 'delivered', inSummary: true }, 'Text message, level 1, in a summary', 'Delivered'],
  ['is only stored', { state: 'kept', inSummary: true }, 'Text message, level 1, in a summary', 'In the outbox only'],
  ['was sent by itself', { inSummary: false }, 'Text message, level 1', 'Sent'],
  ['is of an older server', {}, 'Text message, level 1', 'Sent'],
] as const)('a message that %s', async (_, change, line, state) => {
  const details = { ...sampleDetails(), notifications: [message(change)] };
  await renderInApp(<WhoWasTold details={details} now={T} timeZone="UTC" />);
  const row = screen.getByRole('listitem');
  expect(row.textContent).toContain(`Grace${line}`);
  expect(row.textContent).toContain(state);
  expect(row.textContent?.includes('in a summary')).toBe(line.endsWith('in a summary'));
});
