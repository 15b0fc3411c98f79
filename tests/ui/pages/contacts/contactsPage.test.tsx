/** The page of contacts and roles in jsdom: refusals at their field, deletion of what is in use, a role in the place of another. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Contact, ContactRole } from '../../../../contract/entities/alarmContact.ts';
import { ALWAYS } from '../../../../contract/rules/alarmContacts.ts';
import { ApiError, ERRORS } from '../../../../contract/wire/errors.ts';
import {
  alarmContactFormMachine,
  type ContactFields,
} from '../../../../src/machines/contacts/alarmContactForm.machine.ts';
import {
  contactsMachine,
  type ContactsResult,
  type ContactTask,
  type PhoneQuestion,
} from '../../../../src/machines/contacts/contacts.machine.ts';
import { failure, type Failure } from '../../../../src/machines/failure.ts';
import type { KeptRecord } from '../../../../src/machines/factories/recordDialog.ts';
import { ContactsPage } from '../../../../src/ui/pages/contacts/ContactsPage.tsx';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const T = Date.UTC(2026, 10, 25, 14, 28);
const grace: Contact = {
  id: 'grace',
  serialNumber: 'S2-1',
  contactName: 'Grace Lam',
  countryCode: '1',
  phoneNumber: '+12025550142',
  email: '',
  roleIds: ['desk'],
  hours: [...ALWAYS],
  quietDays: [{ from: '2026-12-24', until: '2026-12-26' }],
  revision: 3,
};
const role = (id: string, roleName: string, contacts: number, rules: number): ContactRole => ({
  id,
  serialNumber: 'S2-1',
  roleName,
  contacts,
  rules,
  revision: 0,
});
const ROLES = [role('desk', 'Front desk', 1, 4), role('guard', 'Security', 2, 0), role('spare', 'Spare', 0, 0)];

async function show(roles = ROLES, rows = [grace]) {
  const cloud = {
    refusal: null as Error | null,
    saved: [] as ContactFields[],
    acts: [] as ContactTask[],
    restored: [] as string[],
    asked: [] as PhoneQuestion[],
    wrongPhone: null as Failure | null,
  };
  const page = await renderPage(
    ContactsPage,
    contactsMachine.provide({
      actions: { keepDialog: () => undefined },
      actors: {
        recallDialog: fromPromise<KeptRecord<ContactFields> | null>(async () => null),
        loadList: fromPromise<ContactsResult, object>(async () => ({
          rows,
          total: rows.length,
          roles,
          timeZone: 'UTC',
          serialNumber: 'S2-1',
        })),
        form: alarmContactFormMachine.provide({
          actions: { keepDraft: () => undefined },
          actors: {
            save: fromPromise<null, { fields: ContactFields }>(async ({ input }) => {
              if (cloud.refusal) throw cloud.refusal;
              cloud.saved.push(input.fields);
              return null;
            }),
          },
        }),
        restore: fromPromise<null, { task: ContactTask; serialNumber: string }>(async ({ input }) => {
          if (cloud.refusal) throw cloud.refusal;
          cloud.restored.push(`${input.serialNumber} ${input.task.act} ${input.task.id}`);
          return null;
        }),
        checkPhone: fromPromise<Failure | null, PhoneQuestion>(async ({ input }) => {
          cloud.asked.push(input);
          return cloud.wrongPhone;
        }),
        act: fromPromise<null, { task: ContactTask }>(async ({ input: { task } }) => {
          cloud.acts.push(task);
          if (cloud.refusal) throw cloud.refusal;
          return null;
        }),
      },
    }),
    {
      serialNumber: 'S2-1',
      now: () => T,
      contexts: {
        fleet: {
          robots: { 'S2-1': sampleDetail({ serialNumber: 'S2-1', robotNickName: 'Ranger' }) },
          order: ['S2-1'],
          sites: [],
          current: 'S2-1',
          view: 'all',
          failure: null,
        },
      },
    },
  );
  return { ...page, cloud };
}
const dialog = () => within(screen.getByRole('dialog'));
const question = () => within(screen.getByRole('alertdialog'));
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });
/** What is said at a field. */
const saidAt = (label: RegExp | string): string => {
  const ids = dialog().getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
};

it('lists contacts with their number, roles, hours and next quiet days, and roles with their use', async () => {
  await show();
  const [contacts, roles] = screen.getAllByRole('region');
  expect(contacts?.textContent).toContain('+12025550142');
  expect(contacts?.textContent).toContain('Front desk · Always · Quiet 2026-12-24 to 2026-12-26');
  expect(roles?.textContent).toContain('1 contact, 4 rules');
});
it('says of each contact, also in the roles, whether they are in their hours now; amber if not', async () => {
  const away = { from: '2026-11-24', until: '2026-11-25' };
  const hours = ALWAYS.map(() => 2 ** 18 - 2 ** 8);
  await show(ROLES, [
    { ...grace, hours },
    { ...grace, id: 'omar', contactName: 'Omar', roleIds: ['guard'], quietDays: [away] },
  ]);
  const [contacts, roles] = screen.getAllByRole('region').map((one) => within(one));
  expect(contacts?.getByText('On duty until 18:00').className).not.toContain('attn-text');
  expect(contacts?.getByText('On quiet days until 24:00').className).toContain('attn-text');
  expect(roles?.getByText('Grace Lam: On duty until 18:00').className).not.toContain('attn-text');
  expect(roles?.getByText('Omar: On quiet days until 24:00').className).toContain('attn-text');
});
it('without contacts and roles says what they are for', async () => {
  await show([], []);
  expect(screen.getByText('No contacts yet')).toBeTruthy();
  expect(screen.getByText('No roles yet')).toBeTruthy();
});
it('says at the field what is missing, and sends nothing', async () => {
  const { press, cloud } = await show();
  await press(screen.getByRole('button', { name: 'Add contact' }));
  type(/Phone number/u, '202 555 0142');
  await press(dialog().getByRole('button', { name: 'Save' }));
  expect(saidAt('Name')).toContain('Enter a name');
  expect(saidAt(/Phone number/u)).toContain('Enter a phone number with its country code.');
  expect(cloud.saved).toEqual([]);
});
it('says at the number whose it is already, and keeps what was typed', async () => {
  const { press, cloud } = await show();
  await press(screen.getByRole('button', { name: 'Add contact' }));
  type('Name', 'Omar');
  type(/Phone number/u, '+1 202 555 0142');
  cloud.refusal = new ApiError('contactPhoneTaken', { field: 'phoneNumber', words: { name: 'Grace Lam' } });
  await press(dialog().getByRole('button', { name: 'Save' }));
  expect(saidAt(/Phone number/u)).toContain('Grace Lam');
  expect((dialog().getByLabelText('Name') as HTMLInputElement).value).toBe('Omar');
  cloud.refusal = null;
  await press(dialog().getByRole('button', { name: 'Save' }));
  expect(cloud.saved).toMatchObject([{ name: 'Omar', phoneNumber: '+1 202 555 0142' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});
it('says at the number what is wrong as soon as it is left, until it is changed; an unchanged one is not checked', async () => {
  const { press, cloud } = await show();
  const leave = async () => {
    fireEvent.blur(dialog().getByLabelText(/Phone number/u));
    await settle();
  };
  await press(screen.getByRole('button', { name: 'Edit Grace Lam' }));
  await leave();
  expect(cloud.asked).toEqual([]);
  await press(dialog().getByRole('button', { name: 'Cancel' }));
  await press(screen.getByRole('button', { name: 'Add contact' }));
  cloud.wrongPhone = failure(ERRORS.contactPhoneTaken, { name: 'Grace Lam' });
  type(/Phone number/u, ' +1 202 555 0142 ');
  await leave();
  expect(cloud.asked).toEqual([
    { typed: '+1 202 555 0142', others: [{ name: 'Grace Lam', phoneNumber: '+12025550142' }] },
  ]);
  expect(saidAt(/Phone number/u)).toContain('Grace Lam already has this phone number.');
  type(/Phone number/u, '+1 202 555 0143');
  expect(saidAt(/Phone number/u)).not.toContain('Grace Lam');
  cloud.wrongPhone = null;
  await leave();
  expect(saidAt(/Phone number/u)).not.toContain('Grace Lam');
});
it('what was deleted can be brought back for some seconds', async () => {
  const { press, cloud, toldTo } = await show();
  const bar = () => screen.queryByRole('status', { name: '' });
  await press(screen.getByRole('button', { name: 'Delete Grace Lam' }));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await press(question().getByRole('button', { name: 'Delete contact' }));
  expect(bar()?.textContent).toContain('Grace Lam deleted');
  await press(screen.getByRole('button', { name: 'Undo' }));
  expect(cloud.restored).toEqual(['S2-1 deleteContact grace']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  // A restore that meets another contact with the number says so.
  await press(screen.getByRole('button', { name: 'Delete Spare' }));
  await press(question().getByRole('button', { name: 'Delete role' }));
  cloud.refusal = new ApiError('contactRoleNameTaken', { field: 'roleName' });
  await press(screen.getByRole('button', { name: 'Undo' }));
  expect(JSON.stringify(toldTo('notices'))).toContain(String(ERRORS.contactRoleNameTaken));
  expect(cloud.restored).toHaveLength(1);
});
it('a contact that rules need is kept; the refusal names the events', async () => {
  const { press, cloud, toldTo } = await show();
  cloud.refusal = new ApiError('contactInUse', { words: { events: 'Smoke, Fall' } });
  await press(screen.getByRole('button', { name: 'Delete Grace Lam' }));
  await press(question().getByRole('button', { name: 'Delete contact' }));
  expect(cloud.acts).toMatchObject([{ act: 'deleteContact', id: 'grace' }]);
  expect(JSON.stringify(toldTo('notices'))).toContain('Smoke, Fall');
  expect(screen.getByText('Grace Lam')).toBeTruthy();
});
it('a role that rules use is deleted with another in its place: one with contacts', async () => {
  const { press, cloud } = await show();
  await press(screen.getByRole('button', { name: 'Delete Front desk' }));
  const choice = question().getByRole('combobox', { name: 'Role that takes its place' });
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Choose a role',
    'Security',
  ]);
  fireEvent.change(choice, { target: { value: 'guard' } });
  await press(question().getByRole('button', { name: 'Delete role' }));
  expect(cloud.acts).toEqual([
    { act: 'deleteRole', id: 'desk', name: 'Front desk', isUsed: true, replacement: 'guard' },
  ]);
});
it('without another role the refusal names the rules; the next deletion begins without a choice', async () => {
  const { press, cloud, toldTo } = await show();
  await press(screen.getByRole('button', { name: 'Delete Front desk' }));
  fireEvent.change(question().getByRole('combobox'), { target: { value: 'guard' } });
  await press(question().getByRole('button', { name: 'Cancel' }));
  cloud.refusal = new ApiError('contactRoleInUse', { words: { events: 'Smoke' } });
  await press(screen.getByRole('button', { name: 'Delete Front desk' }));
  expect((question().getByRole('combobox') as HTMLSelectElement).value).toBe('');
  await press(question().getByRole('button', { name: 'Delete role' }));
  expect(cloud.acts[0]?.replacement ?? '').toBe('');
  expect(JSON.stringify(toldTo('notices'))).toContain('Smoke');
});
it('says that no other role could take its place; a role without rules asks for none', async () => {
  const { press } = await show([role('desk', 'Front desk', 1, 4), role('spare', 'Spare', 0, 0)]);
  await press(screen.getByRole('button', { name: 'Delete Front desk' }));
  expect(question().getByText(/No other role has contacts/u).className).toContain('attn');
  await press(question().getByRole('button', { name: 'Cancel' }));
  await press(screen.getByRole('button', { name: 'Delete Spare' }));
  expect(question().queryByRole('combobox')).toBeNull();
  expect(question().queryByText(/No other role/u)).toBeNull();
});
it('hours that are not saved yet are dashed and said, also those that were cleared', async () => {
  const { press } = await show(ROLES, [{ ...grace, hours: ALWAYS.map((all, day) => (day === 6 ? 0 : all)) }]);
  await press(screen.getByRole('button', { name: 'Edit Grace Lam' }));
  const hour = (name: string) => dialog().getByRole('button', { name });
  expect(dialog().queryByText('Dashed: not saved yet.')).toBeNull();
  await press(hour('Monday, 8:00 to 9:00'));
  await press(hour('Sunday, 8:00 to 9:00'));
  for (const [day, isOn] of [
    ['Monday', 'false'],
    ['Sunday', 'true'],
  ]) {
    const cell = hour(`${day}, 8:00 to 9:00, not saved yet`);
    expect(cell.getAttribute('aria-pressed')).toBe(isOn);
    expect(cell.className).toContain('border-dashed');
  }
  expect(hour('Monday, 9:00 to 10:00').className).not.toContain('border-dashed');
  expect(dialog().getByText('Dashed: not saved yet.')).toBeTruthy();
  await press(hour('Monday, 8:00 to 9:00, not saved yet'));
  await press(hour('Sunday, 8:00 to 9:00, not saved yet'));
  expect(dialog().queryByText('Dashed: not saved yet.')).toBeNull();
});
it('before a role or contact is deleted, the rules that need it are named, with links to them', async () => {
  const uses = [{ serialNumber: 'S2-1', events: ['smoke' as const, 'fall' as const] }];
  const { press, toldTo } = await show([{ ...role('desk', 'Front desk', 1, 2), uses }], [{ ...grace, uses }]);
  await press(screen.getByRole('button', { name: 'Delete Grace Lam' }));
  expect(question().getByText(/Without this contact, these alarm rules would reach nobody/u)).toBeTruthy();
  expect(question().getByRole('listitem').textContent).toBe('Ranger Smoke, Person has fallen');
  await press(question().getByRole('button', { name: 'Cancel' }));
  await press(screen.getByRole('button', { name: 'Delete Front desk' }));
  expect(question().getByText('These alarm rules use this role:')).toBeTruthy();
  const link = question().getByRole('link', { name: 'Ranger' });
  // Other clicks are left to the browser. jsdom cannot open a tab, so the test takes them after the console did not.
  const left: boolean[] = [];
  const take = (event: MouseEvent): void => {
    left.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', take);
  for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) fireEvent.click(link, keys);
  window.removeEventListener('click', take);
  expect(left).toEqual([true, true, true]);
  expect(toldTo('navigation')).not.toContainEqual({ type: 'navigation.go', to: '/alarms/rules' });
  await press(link);
  expect(toldTo('fleet')).toContainEqual({ type: 'robot.choose', serialNumber: 'S2-1' });
  expect(toldTo('navigation')).toContainEqual({ type: 'navigation.go', to: '/alarms/rules' });
});
