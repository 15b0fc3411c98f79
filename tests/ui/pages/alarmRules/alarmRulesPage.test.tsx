/** The page of alarm rules in jsdom: rules that reach nobody, holes in the day, what is saved, refusals. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ALWAYS, type AlarmRule, usualRule } from '../../../../contract/rules/alarmContacts.ts';
import type { AlarmEvent } from '../../../../contract/rules/alarms.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { alarmRulesMachine, type NamedContact } from '../../../../src/machines/alarmRules/alarmRules.machine.ts';
import {
  type AlarmRulesFields,
  alarmRulesFormMachine,
} from '../../../../src/machines/alarmRules/alarmRulesForm.machine.ts';
import { AlarmRulesPage } from '../../../../src/ui/pages/alarmRules/AlarmRulesPage.tsx';
import { RULES_FLEET, rulesLoader, sampleRole } from '../../../fakes/alarmRulesSample.ts';
import { renderPage } from '../../renderPage.tsx';

/** A Wednesday, 14:28. */
const T = Date.UTC(2026, 10, 25, 14, 28);
/** From 08:00 to 12:00 on every day. */
const MORNINGS = ALWAYS.map(() => 0b1111_0000_0000);
const grace: NamedContact = { id: 'grace', name: 'Grace', roleIds: ['desk'], hours: ALWAYS, quietDays: [] };
const ROLES = [
  sampleRole('desk', 'Front desk'),
  sampleRole('guard', 'Security'),
  sampleRole('empty', 'Nobody has it', 0),
];
const rule = (event: AlarmEvent, change: Partial<AlarmRule> = {}): AlarmRule => ({
  ...usualRule(event),
  ways: ['sms'],
  firstRoles: ['desk'],
  ...change,
});

async function show(rules: readonly AlarmRule[], contacts: readonly NamedContact[] = [grace]) {
  const cloud = { refusal: null as Error | null, saved: [] as AlarmRulesFields[] };
  const page = await renderPage(
    AlarmRulesPage,
    alarmRulesMachine.provide({
      actors: {
        loadRules: rulesLoader({ rules, roles: ROLES, contacts }),
        form: alarmRulesFormMachine.provide({
          actions: { keepDraft: () => undefined },
          actors: {
            save: fromPromise<null, { fields: AlarmRulesFields }>(async ({ input }) => {
              if (cloud.refusal) throw cloud.refusal;
              cloud.saved.push(input.fields);
              return null;
            }),
          },
        }),
      },
    }),
    {
      serialNumber: 'S2-1',
      now: () => T,
      contexts: {
        fleet: RULES_FLEET,
        session: { user: null },
      },
    },
  );
  await page.press(screen.getByRole('button', { name: 'Smoke' }));
  return { ...page, cloud };
}
const row = (event: string): HTMLElement => screen.getByRole('row', { name: new RegExp(`^${event}`, 'u') });
const beside = () => screen.getByRole('region', { name: /^Told now/u });

it('a rule without a way and a role says in amber that nobody is told, in its row and beside the table', async () => {
  const { press } = await show([rule('smoke', { ways: [], firstRoles: [] }), rule('fall')]);
  expect(within(row('Smoke')).getByText('Nobody is told').className).toContain('attn-text');
  expect(row('Smoke').className).toContain('var(--attn)');
  const [said] = within(beside()).getAllByText('Nobody is told, the alarm is only listed.');
  expect(said?.className).toContain('attn-text');
  expect(within(row('Person has fallen')).queryByText('Nobody is told')).toBeNull();
  // One that does not count needs no warning, and is not said to be listed.
  await press(within(row('Smoke')).getByRole('checkbox', { name: 'Turn on Smoke' }));
  expect(within(row('Smoke')).queryByText('Nobody is told')).toBeNull();
  expect(beside().textContent).toContain("such alarms aren't listed");
  expect(beside().textContent).not.toContain('only listed');
});
it('hours without anybody at level one are amber and said; now, level two is told at once', async () => {
  const night: NamedContact = { ...grace, id: 'omar', name: 'Omar', roleIds: ['guard'] };
  await show([rule('smoke', { secondRoles: ['guard'] })], [{ ...grace, hours: MORNINGS }, night]);
  const hours = within(beside())
    .getAllByRole('listitem')
    .filter(({ title }) => title !== '');
  expect(hours.map(({ className }) => /\bbg-attn\b/u.test(className))).toEqual(
    Array.from({ length: 24 }, (_, hour) => hour < 8 || hour >= 12),
  );
  expect(hours[7]?.textContent).toBe('7:00 to 8:00: nobody at level one');
  expect(hours[8]?.textContent).toBe('8:00 to 9:00: 1 at level one');
  const holes = within(beside()).getByRole('list', { name: 'Hours without anybody at level one' });
  expect([...holes.children].map(({ textContent }) => textContent)).toEqual([
    '0:00 to 8:00: nobody at level oneOff duty: Grace.',
    '12:00 to 24:00: nobody at level oneOff duty: Grace.',
    'Level two is told at once then.',
  ]);
  expect(holes.className).toContain('attn-text');
  expect(within(beside()).getByText(/level two is told at once/u).className).toContain('attn-text');
  expect(beside().textContent).toContain('Omar');
  const level = (name: string) => within(beside()).queryByRole('region', { name });
  expect(level('Level two, at once')?.textContent).toContain('OmarText message');
  expect(level('Level one, at once')).toBeNull();
  const byName = within(beside()).getByRole('list', { name: 'Level one today, by name' });
  expect(byName.textContent).toBe('8:00 to 12:00: Grace');
});
it('who is told at each level is named, with the ways; without a role at level two, level one again', async () => {
  const omar: NamedContact = { ...grace, id: 'omar', name: 'Omar', roleIds: ['guard'], hasEmail: true };
  const { press } = await show(
    [rule('smoke', { ways: ['sms', 'call'], secondRoles: ['guard'] }), rule('fall')],
    [grace, omar],
  );
  const level = (name: string) => within(beside()).getByRole('region', { name }).textContent;
  const second = 'Level two, after 15 min if nobody has taken it';
  expect(level('Level one, at once')).toContain('GraceText message · Phone call');
  // By e-mail too, where a contact has an address.
  expect(level(second)).toContain('OmarText message · Phone call · Email');
  expect(level('Level one, at once')).not.toContain('Email');
  await press(screen.getByRole('button', { name: 'Person has fallen' }));
  expect(level(second)).toContain('GraceText message');
  expect(beside().textContent).toContain('level one is told again');
});
it('beside each name are the own hours and quiet days: who is told until when, who is left out, who all the same', async () => {
  const sick = { from: '2026-11-25', until: '2026-11-26' };
  const people: NamedContact[] = [
    { ...grace, hours: ALWAYS.map(() => 2 ** 18 - 2 ** 8) },
    { ...grace, id: 'hana', name: 'Hana', hours: MORNINGS },
    { ...grace, id: 'noor', name: 'Noor', quietDays: [sick] },
    { ...grace, id: 'omar', name: 'Omar', roleIds: ['guard'], hours: MORNINGS },
  ];
  await show([rule('smoke', { secondRoles: ['guard'] })], people);
  const part = (name: string) => within(beside()).getByRole('region', { name }).textContent;
  expect(part('Level one, at once')).toContain('GraceText messageOn duty until 18:00');
  expect(part('Level one, not told now')).toBe(
    'Level one, not told nowHana: Off duty until Thu 08:00Noor: On quiet days until Fri 00:00',
  );
  expect(part('Level two, after 15 min if nobody has taken it')).toContain(
    'Off duty until Thu 08:00, told all the same',
  );
  expect(within(beside()).queryByRole('region', { name: 'Level two, not told' })).toBeNull();
  // The chosen role and those that can be chosen say how many of their contacts can be told now.
  expect(within(row('Smoke')).getByTitle(/^Grace: On duty until 18:00/u).textContent).toContain(
    '1 of 3 contacts can be told now.',
  );
  expect(within(row('Smoke')).getByTitle(/^Omar/u).className).toContain('attn-text');
  const first = within(row('Smoke')).getByRole('combobox', { name: 'Level one for Smoke' });
  expect(first.textContent).toContain('Security (0 of 1 now)');
  // Hours without anybody say why.
  const holes = within(beside()).getByRole('list', { name: 'Hours without anybody at level one' });
  expect(holes.textContent).toContain('Off duty: Grace, Hana. On quiet days: Noor.');
});
it.each<[string, Partial<AlarmRule>, string]>([
  ['no way', { ways: [] }, 'Choose a text message or a phone call.'],
  ['no role', { firstRoles: [] }, 'Choose a role for level one.'],
  ['a role without contacts', { firstRoles: ['empty'] }, 'No contact has this role.'],
])('%s is said in the row, and nothing is sent', async (_, change, said) => {
  const { press, cloud } = await show([rule('smoke', change), rule('fall')]);
  expect(within(row('Smoke')).getByText(said)).toBeTruthy();
  await press(within(row('Person has fallen')).getByRole('button', { name: 'Phone call' }));
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect(screen.getByText('Some rules would reach nobody. Fix the marked rows.')).toBeTruthy();
  expect(cloud.saved).toEqual([]);
});
const threshold = (event: string, label: string) => within(row(event)).getByRole('spinbutton', { name: label });
const type = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });

it('a threshold outside its range is said in the row with the range, and not sent; within, it is', async () => {
  const { press, cloud } = await show([rule('noise'), rule('smoke')]);
  // Smoke is not measured.
  expect(within(row('Smoke')).queryByRole('spinbutton')).toBeNull();
  const field = threshold('Noise', 'Threshold for Noise, dB');
  type(field, '200');
  expect(within(row('Noise')).getByText('Outside the range 50 to 194 dB.')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect(cloud.saved).toEqual([]);
  expect(screen.getByText('Some thresholds are out of range. Fix the marked rows.')).toBeTruthy();
  type(field, '71.5');
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect(cloud.saved[0]?.rules).toMatchObject([{ event: 'noise', threshold: 71.5 }, { threshold: null }]);
});
it('a threshold that the server refuses stays in the field; an empty field means any value', async () => {
  const { press, cloud } = await show([rule('noise', { threshold: 60 }), rule('smoke')]);
  const field = threshold('Noise', 'Threshold for Noise, dB');
  expect((field as HTMLInputElement).value).toBe('60');
  type(field, '70');
  cloud.refusal = new ApiError('fieldInvalid', { field: 'threshold' });
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect((field as HTMLInputElement).value).toBe('70');
  expect(screen.getByText('1 event changed')).toBeTruthy();
  cloud.refusal = null;
  type(field, '');
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect(cloud.saved[0]?.rules[0]?.threshold).toBeNull();
});
it('the bar counts the changed events; a refusal is said there and keeps them', async () => {
  const { press, cloud } = await show([rule('smoke'), rule('fall'), rule('carton')]);
  expect(screen.queryByRole('button', { name: 'Save rules' })).toBeNull();
  await press(within(row('Smoke')).getByRole('button', { name: 'Phone call' }));
  fireEvent.change(within(row('Person has fallen')).getByRole('combobox', { name: /Level two/u }), {
    target: { value: 'guard' },
  });
  // A list of many changes scrolls and is not read aloud at every change.
  expect(screen.getByRole('status').textContent).toBe('2 events changed');
  const changes = within(screen.getByRole('region', { name: '2 events changed' }));
  expect(changes.getByText('Smoke: phone call added')).toBeTruthy();
  expect(changes.getByText('Person has fallen: Security added at level two')).toBeTruthy();
  cloud.refusal = new ApiError('recordChanged', { field: 'revision' });
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect(screen.getByRole('alert').textContent).toContain('Someone else saved');
  expect(screen.getByText('2 events changed')).toBeTruthy();
  cloud.refusal = null;
  await press(screen.getByRole('button', { name: 'Save rules' }));
  expect(cloud.saved[0]?.rules).toMatchObject([{ ways: ['sms', 'call'] }, { secondRoles: ['guard'] }, {}]);
});
it('roles are taken out and put back by name', async () => {
  const { press } = await show([rule('smoke')]);
  await press(within(row('Smoke')).getByRole('button', { name: 'Remove Front desk from Smoke' }));
  expect(within(row('Smoke')).getByText('Choose a role for level one.')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Discard' }));
  expect(within(row('Smoke')).getByRole('button', { name: 'Remove Front desk from Smoke' })).toBeTruthy();
});
it('the heads of the columns say when each level is told', async () => {
  await show([rule('smoke')]);
  expect(screen.getByRole('columnheader', { name: /Level one/u }).textContent).toBe('Level oneat once');
  expect(screen.getByRole('columnheader', { name: /Level two/u }).textContent).toBe(
    'Level twoafter 15 min if not taken',
  );
});
