import { act, fireEvent, screen, within } from '@testing-library/react';
import { run as axe } from 'axe-core';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import { friendOf, invitationOf, requestOf } from '../../fakes/friendSample.ts';
import { settle } from '../../fakes/settle.ts';
import { robotOf } from '../robotOf.ts';
import { CLAIM, showFriends, type ShowOptions } from './showFriends.tsx';

const me = friendOf({
  nickname: 'Robin Hale',
  relation: 'superAdmin',
  isRobotAdmin: true,
  isSelf: true,
  invitedBy: '',
});
const lin = friendOf({ nickname: 'Lin Wei', invitedBy: '' });
const chen = friendOf({ nickname: 'Chen Yu', canAdminister: false, invitedBy: 'Lin Wei' });
const admin = friendOf({ nickname: 'Ada Admin', relation: 'robotAdmin', isRobotAdmin: true });
const invited = friendOf({ nickname: 'Ines Invited', state: 'invited', isAuth: false });
const asked = requestOf({ nickname: 'Sam Ortega' });
const askedElsewhere = requestOf({
  nickname: 'Sam Ortega',
  serialNumber: 'U1-2311-0033',
  robotNickName: 'Lobby host',
});
const ROWS = [me, admin, lin, chen, invited];

const show = (options: Partial<ShowOptions> = {}) => showFriends({ rows: ROWS, ...options });
const press = async (name: string | RegExp): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settle();
  });
};
/** In jsdom, which has no pointer events, Radix menus are opened by keyboard. */
const menuOf = (person: string): string[] | null => {
  const trigger = screen.queryByRole('button', { name: `Actions for ${person}` });
  if (!trigger) return null;
  fireEvent.keyDown(trigger, { key: 'Enter' });
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
};
const choose = async (name: RegExp): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByRole('menuitem', { name }));
    await settle();
  });
};

describe('the people', () => {
  it("stand in a table: name, account, role, since when in the site's time", async () => {
    await show();
    const [, ...rows] = within(screen.getByRole('table', { name: 'Robot members' })).getAllByRole('row');
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 4)
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Robin Haleyou', me.account, 'Super administrator', '2026-11-21 02:40:00'],
      ['Ada Admin', admin.account, 'Administrator', '2026-11-21 02:40:00 · invited by Robin Hale'],
      ['Lin Wei', lin.account, 'Member', '2026-11-21 02:40:00'],
      ['Chen Yu', chen.account, 'Memberview-only account', '2026-11-21 02:40:00 · invited by Lin Wei'],
      ['Ines Invited', invited.account, 'Invitation pending', '2026-11-21 02:40:00 · invited by Robin Hale'],
    ]);
  });

  it.each([
    ['Lin Wei', ['Make administrator', 'Revoke authorization', 'Remove']],
    ['Ada Admin', ['Make member', 'Revoke authorization', 'Remove']],
    ['Chen Yu', [expect.stringMatching(/^Make administrator./u), 'Revoke authorization', 'Remove']],
    ['Ines Invited', ['Withdraw invitation']],
    ['Robin Hale', null],
  ])('the super administrator may do to %s: %j', async (person, acts) => {
    await show();
    expect(menuOf(person)).toEqual(acts);
  });

  it.each([
    ['Lin Wei', ['Revoke authorization', 'Remove']],
    ['Ada Admin', [expect.stringMatching(/^Remove./u)]],
    ['Robin Hale', null],
  ])('an administrator may do to %s: %j', async (person, acts) => {
    await show({ relation: 'robotAdmin', rows: [{ ...me, isSelf: false }, admin, lin] });
    expect(menuOf(person)).toEqual(acts);
  });

  it.each([
    ['a member', { relation: 'member' }],
    ['whose account only looks', { relation: 'superAdmin', looksOnly: true }],
  ] as const)('%s does nothing to anybody', async (_, who) => {
    await show(who);
    expect(screen.queryAllByRole('button', { name: /^Actions for/u })).toEqual([]);
    for (const name of ['Invite', 'Unbind', 'Transfer']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('are asked about by name, with the robot', async () => {
    const { done } = await show();
    menuOf('Lin Wei');
    await choose(/^Remove/u);
    const question = screen.getByRole('alertdialog', { name: 'Remove Lin Wei from Porter 1?' });
    expect(question.textContent).toContain('immediately loses access to Porter 1');
    await press('Cancel');
    expect(done).toEqual([]);
    menuOf('Lin Wei');
    await choose(/^Remove/u);
    await press('Remove');
    expect(done).toEqual(['remove Lin Wei']);
  });

  it('who waits stands on top, to be authorised or declined', async () => {
    const { done } = await show({ requests: [asked, askedElsewhere] });
    const card = screen.getByRole('region', { name: 'Waiting for authorization' });
    for (const text of [asked.account, 'For Porter 1', 'For Lobby host']) expect(card.textContent).toContain(text);
    await press('Authorize Sam Ortega for Porter 1');
    await press('Authorize');
    await press('Decline Sam Ortega for Lobby host');
    expect(screen.getByRole('alertdialog', { name: 'Decline Sam Ortega for Lobby host?' })).toBeTruthy();
    await press('Decline');
    expect(done).toEqual(['authorise Sam Ortega', 'decline Sam Ortega']);
  });

  it('the requests could not be read: the page says so, once', async () => {
    const { unmount } = await show({ requestsRefused: new ApiError('unknownError') });
    expect(screen.getByText("Couldn't load access requests")).toBeTruthy();
    unmount();
    await show({ requestsRefused: new ApiError('unknownError'), refuse: new ApiError('unknownError') });
    expect(screen.queryByText("Couldn't load access requests")).toBeNull();
  });

  it('could not be read: the page says why', async () => {
    await show({ refuse: new ApiError('robotForeign') });
    expect(screen.getByText("Couldn't load members")).toBeTruthy();
    expect(screen.getByText(/robot with this serial number/u)).toBeTruthy();
  });
});

describe('at the end', () => {
  it('a robot is handed over to a chosen member whose account may have it', async () => {
    const { done } = await show();
    expect(screen.getByRole('button', { name: 'Transfer' }).getAttribute('aria-disabled')).toBe('true');
    const choice = screen.getByRole('combobox', { name: 'New super administrator' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['New super administrator', 'Ada Admin', 'Lin Wei']);
    fireEvent.change(choice, { target: { value: lin.friendRelationId } });
    await press('Transfer');
    expect(screen.getByRole('alertdialog', { name: 'Transfer Porter 1 to Lin Wei?' })).toBeTruthy();
    await press('Transfer');
    expect(done).toEqual(['handOver Lin Wei']);
  });

  it('it is unbound, and its code stays until it was put away, whatever is pressed', async () => {
    const { done, told } = await show();
    await press('Unbind');
    await press('Unbind');
    expect(done).toEqual(['unbind Porter 1']);
    const dialog = screen.getByRole('alertdialog', { name: `${CLAIM.serialNumber} was unbound` });
    expect(within(dialog).getByText(CLAIM.claimCode)).toBeTruthy();
    expect(within(dialog).getByRole('img', { name: 'QR code for binding the robot' }).getAttribute('src')).toBe(
      CLAIM.claimQr,
    );
    const copied: string[] = [];
    const notices = () =>
      told()
        .filter(({ type }) => type === 'notice.show')
        .map(({ notice }) => (notice as { key: string }).key);
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect([copied, notices()]).toEqual([[], []]);
    await press('Copy code');
    expect([copied, notices()]).toEqual([[CLAIM.claimCode], ['shell.copy.done']]);
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
    await press('Copy code');
    expect([copied, notices()]).toEqual([[CLAIM.claimCode], ['shell.copy.done', 'shell.copy.failed']]);
    expect(screen.getByText(CLAIM.claimCode)).toBeTruthy();
    await press("I've saved it");
    expect(screen.queryByText(CLAIM.claimCode)).toBeNull();
    expect(told().map(({ type }) => type)).toEqual(expect.arrayContaining(['fleet.refresh', 'navigation.recount']));
  });

  it('the super administrator does not leave, and hears why; a member does', async () => {
    const { unmount } = await show();
    expect(screen.getByRole('button', { name: 'Leave' }).getAttribute('aria-disabled')).toBe('true');
    unmount();
    const { done } = await show({ relation: 'member' });
    await press('Leave');
    await press('Leave');
    expect(done).toEqual(['leave Porter 1']);
  });
});

describe('dialogs', () => {
  it('invite by e-mail or phone number', async () => {
    const { done } = await show();
    await press('Invite');
    expect(screen.getByRole('button', { name: 'Send invitation' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(screen.getByLabelText('Email, phone number or app ID'), { target: { value: 'sam@demo' } });
    await press('Send invitation');
    expect(done).toEqual(['invite sam@demo to W1-2308-0417']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('invite to several robots that the user may administer, and say what happened at each', async () => {
    const { done } = await show({
      others: [
        robotOf({ serialNumber: 'U1-2311-0033', robotNickName: 'Lobby host', relation: 'robotAdmin' }),
        robotOf({ serialNumber: 'S2-1', robotNickName: 'Guard', relation: 'superAdmin' }),
        robotOf({ serialNumber: 'M-1', robotNickName: 'Not mine', relation: 'member' }),
      ],
      outcomes: { 'S2-1': 'alreadyMember' },
    });
    await press('Invite');
    const boxes = within(screen.getByRole('group', { name: 'Robots' })).getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked, indeterminate }) => [checked, indeterminate])).toEqual([
      [false, true],
      [true, false],
      [false, false],
      [false, false],
    ]);
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    fireEvent.change(screen.getByLabelText('Email, phone number or app ID'), { target: { value: 'sam@demo' } });
    fireEvent.click(box('Porter 1 · W1-2308-0417'));
    expect(screen.getByRole('button', { name: 'Send invitation' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(box('All 3 robots'));
    fireEvent.click(box('Lobby host · U1-2311-0033'));
    await press('Send invitation');
    expect(done).toEqual(['invite sam@demo to W1-2308-0417, S2-1']);
    const dialog = screen.getByRole('dialog', { name: 'Results for sam@demo' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Porter 1W1-2308-0417Invited', 'GuardS2-1Already a member']);
    await press('Back');
    expect(box('Guard · S2-1').checked).toBe(true);
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('invite to the only robot without asking which', async () => {
    await show({ others: [] });
    await press('Invite');
    expect(screen.queryByRole('group', { name: 'Robots' })).toBeNull();
  });

  it('ask for a robot by its serial number', async () => {
    const { done } = await show({ relation: 'member' });
    await press('Request access');
    fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: 'S2-1' } });
    await press('Send request');
    expect(done).toEqual(['ask for S2-1']);
  });

  it('says that the field of the serial number is full, before a pasted one is cut off', async () => {
    await show({ relation: 'member' });
    await press('Request access');
    const field = screen.getByLabelText('Serial number');
    fireEvent.change(field, { target: { value: 'S'.repeat(49) } });
    expect(screen.queryByText(/the field is full/u)).toBeNull();
    fireEvent.change(field, { target: { value: 'S'.repeat(50) } });
    const note = screen.getByText('Limit of 50 characters reached.');
    expect(field.getAttribute('aria-describedby')).toBe(note.id);
  });

  it('and invitations are accepted on the page', async () => {
    const { done } = await show({ invitations: [invitationOf()] });
    expect(screen.getByRole('region', { name: 'Invitations for you' }).textContent).toContain('Invited by Robin Hale');
    await press('Accept invitation to Porter 1');
    expect(done).toEqual(['accept invitation-1']);
  });
});

describe('on a phone', () => {
  it('the people are a list, and the robot is chosen on the page', async () => {
    const { told } = await show({ width: 390, requests: [asked] });
    expect(screen.queryByRole('table')).toBeNull();
    expect(within(screen.getByRole('list', { name: 'Robot members' })).getAllByRole('listitem')).toHaveLength(
      ROWS.length,
    );
    fireEvent.change(screen.getByRole('combobox', { name: 'Robot' }), { target: { value: 'U1-2311-0033' } });
    expect(told()).toContainEqual({ type: 'robot.choose', serialNumber: 'U1-2311-0033' });
  });
});

it.each([
  ['enUS', 1_440],
  ['zhCN', 390],
] as const)('axe finds nothing: %s, %i px', async (language, width) => {
  const { container } = await show({
    language,
    width,
    requests: [asked, askedElsewhere],
    invitations: [invitationOf()],
  });
  // jsdom does not paint: colour contrast is checked in a real browser.
  const { violations } = await axe(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
});
