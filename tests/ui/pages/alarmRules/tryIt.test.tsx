/** 'Try it' shows each message with its own state: nothing counts as sent before the gateway accepted it. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import { ALWAYS, usualRule } from '../../../../contract/rules/alarmContacts.ts';
import { gatewayAnswered } from '../../../../contract/rules/alarmNotification.ts';
import { ALARM_EVENTS, type AlarmEvent } from '../../../../contract/rules/alarms.ts';
import {
  alarmRulesMachine,
  type TriedStates,
  type TryResult,
} from '../../../../src/machines/alarmRules/alarmRules.machine.ts';
import { AlarmRulesPage } from '../../../../src/ui/pages/alarmRules/AlarmRulesPage.tsx';
import { RULES_FLEET, rulesLoader } from '../../../fakes/alarmRulesSample.ts';
import { renderPage } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const waiting = { name: 'Grace', state: 'queued', reason: '', settledAt: null } as const;

async function show(notifies = true) {
  const clock = new SimulatedClock();
  const page = await renderPage(
    AlarmRulesPage,
    alarmRulesMachine.provide({
      actors: {
        loadRules: rulesLoader({
          notifies,
          rules: ALARM_EVENTS.map((event) => ({ ...usualRule(event), ways: ['sms', 'call'], firstRoles: ['desk'] })),
          contacts: [{ id: 'c1', name: 'Grace', roleIds: ['desk'], hours: ALWAYS, quietDays: [] }],
        }),
        tryRule: fromPromise<TryResult, { serialNumber: string; event: AlarmEvent }>(async ({ input }) => ({
          ...input,
          tryId: 'try-1',
          sent: [
            { ...waiting, id: 'a', channel: 'sms' },
            { ...waiting, id: 'b', channel: 'call' },
            { ...waiting, id: 'c', channel: 'email' },
          ],
        })),
        readTried: fromPromise<TriedStates, { serialNumber: string; tryId: string }>(async () => ({
          time: T,
          messages: [
            { id: 'a', state: 'delivered', reason: '', settledAt: T },
            { id: 'b', state: 'failed', reason: gatewayAnswered(500), settledAt: T },
            { id: 'c', state: 'kept', reason: '', settledAt: T },
          ],
        })),
      },
    }),
    {
      serialNumber: 'S2-1',
      now: () => T,
      clock,
      contexts: {
        fleet: RULES_FLEET,
        session: { user: null },
      },
    },
  );
  return { ...page, clock };
}

it('shows what became of the text message, the phone call and the e-mail', async () => {
  const { clock, ...page } = await show();
  const rows = () =>
    within(screen.getByRole('list', { name: 'Test message' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await page.press(screen.getByRole('button', { name: 'Try it' }));
  expect(rows()).toEqual(['GraceBeing sentText message', 'GraceBeing sentPhone call', 'GraceBeing sentEmail']);
  await page.after(() => clock.increment(2_000));
  expect(rows()).toEqual([
    'GraceDeliveredText message',
    'GraceNot reachedPhone call · The gateway answered with error 500.',
    'GraceIn the outbox onlyEmail',
  ]);
  expect(screen.getAllByRole('img', { name: /^Progress: / }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Progress: Delivered',
    'Progress: Not reached',
    'Progress: In the outbox only',
  ]);
});

it('says in amber that nobody is told while notifications of the robot are off', async () => {
  const { toldTo, press } = await show(false);
  expect(screen.getByRole('alert').textContent).toContain('no contact is told');
  expect(screen.getByRole('button', { name: 'Try it' }).getAttribute('aria-disabled')).toBe('true');
  await press(screen.getByRole('button', { name: 'Robot settings' }));
  expect(toldTo('navigation')).toContainEqual(expect.objectContaining({ to: '/setting/basic-info?serialNumber=S2-1' }));
});
