/**
 * Behaviour common to all forms, tested on a form with two fields: a required name, and a word that must not be "bad".
 */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { createForm, type FormFields } from '../../../src/machines/factories/form.ts';
import {
  selectFailure,
  selectFieldFault,
  selectIsDirty,
  selectIsRevealed,
  selectIsSaving,
  selectIsSlow,
  selectValue,
} from '../../../src/machines/factories/form.selectors.ts';
import { startForm } from '../../fakes/startForm.ts';

const rules = {
  faultsOf: ({ name = '', word = '' }: FormFields) => ({
    ...(name.trim() === '' && { name: 'empty' }),
    ...(word === 'bad' && { word: 'bad' }),
  }),
  tidied: (fields: FormFields) => ({ ...fields, name: (fields['name'] ?? '').trim() }),
  faultsBy: ({ code }: { code: number }): Record<string, string> =>
    code === new ApiError('emailUsed').code ? { name: 'used' } : {},
};
const machine = createForm<FormFields>({ id: 'tried', savedKey: 'tried.saved', refreshesUser: true, ...rules });
const secretMachine = createForm<FormFields>({
  id: 'triedSecret',
  savedKey: 'tried.saved',
  refreshesUser: true,
  secret: true,
  ...rules,
});
const SAVED = { name: 'Ada', word: '' };
const start = (recalled: FormFields | null = null) => startForm(machine, SAVED, recalled);

describe('a form', () => {
  it('saves what was typed, without the spaces around it, and says so', async () => {
    const form = await start();
    form.type('name', ' Grace ');
    expect(selectIsDirty(form.at())).toBe(true);
    form.submit();
    expect(selectIsSaving(form.at())).toBe(true);
    expect(form.saves[0]?.fields).toEqual({ name: 'Grace', word: '' });
    await form.after(() => form.saves[0]?.answer());
    expect([selectValue('name')(form.at()), selectIsDirty(form.at()), selectIsSaving(form.at())]).toEqual([
      'Grace',
      false,
      false,
    ]);
    expect(form.told).toEqual([
      { to: 'notices', event: { type: 'notice.show', notice: { tone: 'success', key: 'tried.saved' } } },
      { to: 'session', event: { type: 'session.refresh' } },
    ]);
  });

  it('is not sent unchanged, nor with a fault, and says which', async () => {
    const form = await start();
    form.submit();
    expect(selectFieldFault('name')(form.at())).toBeNull();
    form.type('name', ' ');
    form.type('word', 'bad');
    form.submit();
    expect([selectFieldFault('name')(form.at()), selectFieldFault('word')(form.at()), form.saves]).toEqual([
      'empty',
      'bad',
      [],
    ]);
    form.type('word', 'good');
    expect([selectFieldFault('name')(form.at()), selectFieldFault('word')(form.at())]).toEqual(['empty', null]);
  });

  it('says what is wrong with a field that is left, unless it is left empty; typing alone brings no fault', async () => {
    const form = await start();
    form.type('word', 'bad');
    expect(selectFieldFault('word')(form.at())).toBeNull();
    form.actor.send({ type: 'field.leave', field: 'word' });
    expect(selectFieldFault('word')(form.at())).toBe('bad');
    form.type('name', '');
    form.actor.send({ type: 'field.leave', field: 'name' });
    expect(selectFieldFault('name')(form.at())).toBeNull();
  });

  it('discards: what is saved stands there again', async () => {
    const form = await start();
    form.type('name', 'Grace');
    form.actor.send({ type: 'form.discard' });
    expect([selectValue('name')(form.at()), selectIsDirty(form.at()), form.drafts.at(-1)]).toEqual([
      'Ada',
      false,
      null,
    ]);
  });

  it('keeps what was typed when it is refused, and tells why: under the field where it belongs to one', async () => {
    const form = await start();
    form.type('name', 'Grace');
    form.submit();
    await form.after(() => form.saves[0]?.refuse(new ApiError('dataError')));
    expect([selectFailure(form.at())?.code, selectValue('name')(form.at()), form.told]).toEqual([
      new ApiError('dataError').code,
      'Grace',
      [],
    ]);
    form.submit();
    expect(selectFailure(form.at())).toBeNull();
    await form.after(() => form.saves[1]?.refuse(new ApiError('emailUsed')));
    expect([selectFailure(form.at()), selectFieldFault('name')(form.at())]).toEqual([null, 'used']);
  });

  it('can be given up waiting for, once it takes long', async () => {
    const form = await start();
    form.type('name', 'Grace');
    form.submit();
    form.clock.increment(REQUEST_PATIENCE_MS - 1);
    expect(selectIsSlow(form.at())).toBe(false);
    form.clock.increment(1);
    expect(selectIsSlow(form.at())).toBe(true);
    form.actor.send({ type: 'form.cancel' });
    expect([selectIsSaving(form.at()), selectValue('name')(form.at()), form.saves[0]?.signal.aborted]).toEqual([
      false,
      'Grace',
      true,
    ]);
  });

  it('shows the text of a password as long as that is wanted, each by itself', async () => {
    const form = await start();
    const shown = () => ['name', 'word'].map((field) => selectIsRevealed(field)(form.at()));
    form.actor.send({ type: 'password.toggleShown', field: 'word' });
    expect(shown()).toEqual([false, true]);
    form.actor.send({ type: 'password.toggleShown', field: 'name' });
    form.actor.send({ type: 'password.toggleShown', field: 'word' });
    expect(shown()).toEqual([true, false]);
  });

  it('sent twice is saved once', async () => {
    const form = await start();
    form.type('name', 'Grace');
    form.submit();
    form.submit();
    expect(form.saves).toHaveLength(1);
  });

  it('keeps its draft as it is typed, forgets it once it is saved, and begins with the one that was kept', async () => {
    const form = await start();
    form.type('name', 'Gr');
    form.type('name', 'Grace');
    expect(form.drafts).toEqual([
      { name: 'Gr', word: '' },
      { name: 'Grace', word: '' },
    ]);
    form.submit();
    await form.after(() => form.saves[0]?.answer());
    expect(form.drafts.at(-1)).toBeNull();
    const later = await start({ name: 'Half' });
    expect([selectValue('name')(later.at()), selectValue('word')(later.at()), selectIsDirty(later.at())]).toEqual([
      'Half',
      '',
      true,
    ]);
  });

  it('that holds secrets keeps none of them, and is empty again once it is saved', async () => {
    const form = await startForm(secretMachine, { name: '', word: '' }, { name: 'never' });
    expect(selectValue('name')(form.at())).toBe('');
    form.type('name', 'secret');
    form.submit();
    await form.after(() => form.saves[0]?.answer());
    expect([selectValue('name')(form.at()), selectIsDirty(form.at()), form.drafts]).toEqual(['', false, []]);
  });
});
