/** Forms of the personal settings: required fields, and errors that belong to a field. */
import { describe, expect, it } from 'vitest';
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { selectFailure, selectFieldFault } from '../../../src/machines/factories/form.selectors.ts';
import { nicknameMachine } from '../../../src/machines/userSetting/nickname.machine.ts';
import { EMPTY_PASSWORDS, passwordMachine } from '../../../src/machines/userSetting/password.machine.ts';
import { timeZoneMachine } from '../../../src/machines/userSetting/timeZone.machine.ts';
import { startForm } from '../../fakes/startForm.ts';

describe('the name', () => {
  it.each([
    ['  ', 'userSetting.nickname.empty'],
    ['x'.repeat(NICKNAME_MAX + 1), 'userSetting.nickname.long'],
    ['<b>Ada</b>', null],
    ['x'.repeat(NICKNAME_MAX), null],
  ])('%s', async (typed, fault) => {
    const form = await startForm(nicknameMachine, { nickname: 'Ada' });
    form.type('nickname', typed);
    form.submit();
    expect(selectFieldFault('nickname')(form.at())).toBe(fault);
    expect(form.saves).toHaveLength(fault ? 0 : 1);
  });
});

describe('the password', () => {
  const start = async (fields: Record<string, string>) => {
    const form = await startForm(passwordMachine, EMPTY_PASSWORDS);
    for (const [field, value] of Object.entries({
      oldPassword: 'Roundhouse1',
      password: 'Signalbox2',
      repeated: 'Signalbox2',
      ...fields,
    }))
      form.type(field, value);
    form.submit();
    return form;
  };
  it.each([
    ['without the old one', { oldPassword: '' }, 'oldPassword', 'userSetting.password.oldEmpty'],
    ['that is weak', { password: 'weak', repeated: 'weak' }, 'password', 'signIn.fault.passwordRule'],
    [
      'that is the old one',
      { password: 'Roundhouse1', repeated: 'Roundhouse1' },
      'password',
      'userSetting.password.same',
    ],
    ['that differs the second time', { repeated: 'Signalbox3' }, 'repeated', 'signIn.fault.passwordDiffers'],
  ])('%s is not sent', async (_, fields, field, fault) => {
    const form = await start(fields);
    expect([form.saves, selectFieldFault(field)(form.at())]).toEqual([[], fault]);
  });

  it('goes out as it is typed; a wrong old one is said under its field, anything else under the form', async () => {
    const form = await start({});
    expect(form.saves[0]?.fields).toMatchObject({ oldPassword: 'Roundhouse1', password: 'Signalbox2' });
    await form.after(() => form.saves[0]?.refuse(new ApiError('wrongPassword', { field: 'oldPassword' })));
    expect([selectFieldFault('oldPassword')(form.at()), selectFailure(form.at())]).toEqual([
      'userSetting.password.oldWrong',
      null,
    ]);
    form.submit();
    await form.after(() => form.saves[1]?.refuse(new ApiError('tooManyTries', { words: { seconds: 9 } })));
    expect(selectFailure(form.at())).toMatchObject({ words: { seconds: 9 } });
    expect(form.drafts).toEqual([]);
  });
});

it('the time zone is what was chosen, or none', async () => {
  const form = await startForm(timeZoneMachine, { timeZone: 'UTC' });
  form.type('timeZone', '');
  form.submit();
  expect(form.saves[0]?.fields).toEqual({ timeZone: '' });
});
