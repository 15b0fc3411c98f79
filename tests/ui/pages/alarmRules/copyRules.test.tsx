/** Copying alarm rules in jsdom: the chosen robots, what changes on each in words, and a conflict. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { type AlarmRule, ALWAYS, usualRule, withHour } from '../../../../contract/rules/alarmContacts.ts';
import { ALARM_EVENTS, type AlarmEvent } from '../../../../contract/rules/alarms.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  alarmRulesMachine,
  type ComparedRules,
  type CopyRequest,
} from '../../../../src/machines/alarmRules/alarmRules.machine.ts';
import { failureOf } from '../../../../src/machines/failure.ts';
import { AlarmRulesPage } from '../../../../src/ui/pages/alarmRules/AlarmRulesPage.tsx';
import { rulesLoader, sampleRole } from '../../../fakes/alarmRulesSample.ts';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const NEVER = ALWAYS.map(() => 0);
const rulesWith = (changes: Partial<Record<AlarmEvent, Partial<AlarmRule>>>) =>
  ALARM_EVENTS.map((event) => ({ ...usualRule(event), ...changes[event] }));
const OWN = rulesWith({
  noise: { threshold: 70, ways: ['sms', 'call'], firstRoles: ['guard'] },
  smoke: { ways: ['sms'], firstRoles: ['desk'] },
});
const OLD = rulesWith({
  noise: { ways: ['sms'], firstRoles: ['desk'] },
  smoke: { ways: ['sms'], firstRoles: ['desk'] },
});
const robot = (serialNumber: string, robotNickName: string) =>
  sampleDetail({ serialNumber, robotNickName, relation: 'robotAdmin' });

async function show(targets: Record<string, readonly AlarmRule[]>) {
  const cloud = { copies: [] as CopyRequest[], refusal: null as Error | null, revision: 1 };
  const robots = { 'S2-1': robot('S2-1', 'Ranger'), B: robot('B', 'Scout'), C: robot('C', 'Porter') };
  const page = await renderPage(
    AlarmRulesPage,
    alarmRulesMachine.provide({
      actors: {
        loadRules: rulesLoader({
          rules: OWN,
          roles: [sampleRole('desk', 'Front desk'), sampleRole('guard', 'Security')],
          contacts: [
            { id: 'ada', name: 'Ada', roleIds: ['desk'], hours: ALWAYS, quietDays: [] },
            { id: 'omar', name: 'Omar', roleIds: ['guard'], hours: withHour(NEVER, 0, 8, true), quietDays: [] },
          ],
        }),
        compareRules: fromPromise<ComparedRules, Omit<CopyRequest, 'revisions'>>(async ({ input }) => ({
          source: { serialNumber: 'S2-1', revision: 1, rules: OWN },
          targets: input.targets.flatMap((serialNumber) => {
            const rules = targets[serialNumber];
            return rules ? [{ serialNumber, revision: cloud.revision, rules }] : [];
          }),
          failed: input.targets.flatMap((serialNumber) =>
            targets[serialNumber] ? [] : [{ serialNumber, failure: failureOf(new ApiError('robotForeign')) }],
          ),
        })),
        copyRules: fromPromise<{ copied: number }, CopyRequest>(async ({ input }) => {
          cloud.copies.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return { copied: input.targets.length };
        }),
      },
    }),
    {
      serialNumber: 'S2-1',
      contexts: {
        fleet: { robots, order: Object.keys(robots), sites: [], current: 'S2-1', view: 'all', failure: null },
        session: { user: userOf() },
      },
    },
  );
  await page.press(screen.getByRole('button', { name: 'Copy to other robots' }));
  const dialog = () => screen.getByRole('dialog');
  const changesOn = (name: string) =>
    within(within(dialog()).getByRole('region', { name: `Changes on ${name}` }))
      .getAllByRole('listitem')
      .map((item) => [...item.childNodes].map(({ textContent }) => textContent));
  return { ...page, cloud, dialog, changesOn };
}

it('shows in words what changes on each robot before anything is copied', async () => {
  const { press, cloud, dialog, changesOn } = await show({ B: OLD, C: OWN });
  await press(within(dialog()).getByRole('checkbox', { name: 'Scout' }));
  await press(within(dialog()).getByRole('checkbox', { name: 'Porter' }));
  await press(within(dialog()).getByRole('button', { name: 'Compare with 2 robots' }));
  expect(changesOn('Scout')).toEqual([
    [
      'Noise: threshold any value → 70 dB, phone call added, Security instead of Front desk at level one',
      'Also told: Omar',
      'No longer told: Ada',
      'Level one covers 1 h a week (now 168)',
    ],
  ]);
  expect(within(dialog()).getByRole('region', { name: 'Changes on Porter' }).textContent).toContain(
    'Same rules already',
  );
  expect(cloud.copies).toEqual([]);
  await press(within(dialog()).getByRole('button', { name: 'Copy to 1 robot' }));
  expect(cloud.copies.map(({ targets }) => targets)).toEqual([['B']]);
  expect(screen.queryByRole('dialog')).toBeNull();
});
it('moves the focus to the comparison, so that a second press does not copy what nobody has seen', async () => {
  const { press, cloud, dialog } = await show({ B: OLD });
  await press(within(dialog()).getByRole('checkbox', { name: 'Scout' }));
  const compare = within(dialog()).getByRole('button', { name: 'Compare with 1 robot' });
  compare.focus();
  await press(compare);
  expect(document.activeElement).toBe(within(dialog()).getByRole('heading', { name: 'Scout' }));
  await press(document.activeElement ?? dialog());
  await press(compare);
  expect(cloud.copies).toEqual([]);
});
it('names the robot whose rules somebody changed since, and shows its changes again', async () => {
  const { press, cloud, dialog } = await show({ B: OLD });
  await press(within(dialog()).getByRole('checkbox', { name: 'Scout' }));
  await press(within(dialog()).getByRole('button', { name: 'Compare with 1 robot' }));
  cloud.revision = 2;
  cloud.refusal = new ApiError('recordChanged', { field: 'revisions' });
  await press(within(dialog()).getByRole('button', { name: 'Copy to 1 robot' }));
  expect(dialog().textContent).toContain('Someone changed the rules of Scout.');
  expect(document.activeElement).toBe(within(dialog()).getByRole('heading', { name: 'Scout' }));
});
it('does not copy to a robot that could not be read or has the same rules, and goes back to the choice', async () => {
  const { press, dialog } = await show({ C: OWN });
  await press(within(dialog()).getByRole('checkbox', { name: 'Scout' }));
  await press(within(dialog()).getByRole('checkbox', { name: 'Porter' }));
  await press(within(dialog()).getByRole('button', { name: 'Compare with 2 robots' }));
  expect(within(dialog()).getByText(/^Scout: /u)).toBeTruthy();
  const copy = within(dialog()).getByRole('button', { name: 'Copy to 0 robots' });
  expect(copy.getAttribute('aria-disabled')).toBe('true');
  expect(within(dialog()).getByText("Couldn't read the rules of Scout")).toBeTruthy();
  await press(within(dialog()).getByRole('button', { name: 'Choose other robots' }));
  expect((within(dialog()).getByRole('checkbox', { name: 'Porter' }) as HTMLInputElement).checked).toBe(true);
});
it('does not call rules the same that could not be read, and says when they are the same', async () => {
  const { press, dialog } = await show({ C: OWN });
  await press(within(dialog()).getByRole('checkbox', { name: 'Scout' }));
  await press(within(dialog()).getByRole('button', { name: 'Compare with 1 robot' }));
  expect(dialog().textContent).toContain("Couldn't read the rules of Scout");
  expect(dialog().textContent).not.toContain('already have the same rules');
  const others = within(dialog()).getByRole('button', { name: 'Choose other robots' });
  expect(document.activeElement).toBe(others);
  await press(others);
  await press(within(dialog()).getByRole('checkbox', { name: 'Scout' }));
  await press(within(dialog()).getByRole('checkbox', { name: 'Porter' }));
  await press(within(dialog()).getByRole('button', { name: 'Compare with 1 robot' }));
  expect(dialog().textContent).toContain('These robots already have the same rules');
});
