import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { selectIsReading } from '../../../src/machines/factories/pagedList.selectors.ts';
import { selectLeaving, selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import {
  keyFaults,
  type KeyFields,
  keyFormMachine,
  newKey,
  type RevealedSecret,
} from '../../../src/machines/keys/keyForm.machine.ts';
import { type KeysResult, keysMachine, type KeyTask } from '../../../src/machines/keys/keys.machine.ts';
import { selectKeyForm, selectKeys } from '../../../src/machines/keys/keys.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { editorInTab } from '../../fakes/keptDialog.ts';

const { keepDialog, recallDialog, keepDraft } = editorInTab<KeyFields>();

const TOLD: RevealedSecret = { what: 'app', appId: 'app-1', userId: 'u', secret: 's' };

async function start({ refusal = null as Error | null } = {}) {
  const cloud = { loaded: 0, made: [] as KeyFields[], acts: [] as string[], refusal };
  const refuse = () => {
    if (cloud.refusal) throw cloud.refusal;
  };
  const started = startUnderApp(
    keysMachine.provide({
      actions: { keepDialog },
      actors: {
        recallDialog,
        guardTab: fromCallback(() => undefined),
        loadList: fromPromise<KeysResult, object>(async () => {
          cloud.loaded += 1;
          refuse();
          return { rows: [], total: 0, apps: [] };
        }),
        form: keyFormMachine.provide({
          actions: { keepDraft },
          actors: {
            save: fromPromise<RevealedSecret | null, { fields: KeyFields }>(async ({ input }) => {
              cloud.made.push(input.fields);
              refuse();
              return TOLD;
            }),
          },
        }),
        act: fromPromise<RevealedSecret | null, { task: KeyTask }>(async ({ input: { task } }) => {
          cloud.acts.push(`${task.act} ${task.id}`);
          refuse();
          return task.act === 'renewSecret' ? TOLD : null;
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'keys', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const snapshot = () => started.actor.getSnapshot();
  /** The open editor. */
  const form = () => {
    const found = selectKeyForm(snapshot());
    if (!found) throw new Error('no editor is open');
    return found;
  };
  return { ...started, cloud, snapshot, form, see: () => selectKeys(snapshot()) };
}

describe('keys and apps', () => {
  it('are read at once, and again when asked', async () => {
    const page = await start({ refusal: new ApiError('networkFailed') });
    expect([page.see().failure?.code, selectIsReading(page.snapshot())]).toEqual([ERRORS.networkFailed, false]);
    page.cloud.refusal = null;
    page.actor.send({ type: 'list.reload' });
    await settle();
    expect([page.see().failure, page.cloud.loaded]).toEqual([null, 2]);
  });

  it('are made of a good draft; the secret is forgotten with its dialog', async () => {
    const page = await start();
    page.actor.send({ type: 'record.edit', fields: newKey('app') });
    page.form().send({ type: 'form.submit' });
    expect(page.form().getSnapshot().context.faults).toEqual({ name: 'shared.enterAName' });
    page.form().send({ type: 'field.change', field: 'name', value: 'Lift' });
    expect(page.form().getSnapshot().context.faults).toEqual({});
    page.form().send({ type: 'form.submit' });
    await settle();
    expect(page.cloud.made).toMatchObject([{ what: 'app', name: 'Lift', role: 'viewer' }]);
    expect([page.see().shown, selectKeyForm(page.snapshot()), page.cloud.loaded]).toEqual([TOLD, null, 2]);
    page.actor.send({ type: 'dialog.close' });
    expect([page.see().shown, page.see().fields]).toEqual([null, null]);
  });

  it('a refused draft stays, with why', async () => {
    const page = await start();
    page.actor.send({ type: 'record.edit', fields: { ...newKey('key'), kind: 'screen', serialNumber: 'NO' } });
    page.form().send({ type: 'field.change', field: 'name', value: 'Screen' });
    page.cloud.refusal = new ApiError('robotUnknown', { field: 'serialNumber' });
    page.form().send({ type: 'form.submit' });
    await settle();
    expect(page.form().getSnapshot().context.failure?.field).toBe('serialNumber');
  });

  it.each([
    ['revokeKey', null],
    ['revokeApp', null],
    ['renewSecret', TOLD],
  ] as const)('%s is asked about, and done', async (act, told) => {
    const page = await start();
    page.actor.send({ type: 'record.act', task: { act, id: 'one', name: 'Lobby' } });
    expect(selectQuestion(page.snapshot())?.getSnapshot().context).toMatchObject({
      titleKey: `keys.ask.${act}.title`,
      words: { name: 'Lobby' },
    });
    selectQuestion(page.snapshot())?.send({ type: 'confirm.cancel' });
    expect(page.cloud.acts).toEqual([]);
    page.actor.send({ type: 'record.act', task: { act, id: 'one', name: 'Lobby' } });
    selectQuestion(page.snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect([page.cloud.acts, page.see().shown]).toEqual([[`${act} one`], told]);
  });

  it('ask before the page is left with a secret, which is shown only once', async () => {
    const page = await start();
    page.actor.send({ type: 'record.act', task: { act: 'renewSecret', id: 'one', name: 'Lobby' } });
    selectQuestion(page.snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect(page.snapshot().hasTag('unsaved')).toBe(true);
    page.actor.send({ type: 'page.leaveAsked', to: '/home' });
    selectLeaving(page.snapshot())?.send({ type: 'confirm.cancel' });
    expect([page.see().shown, page.toldTo('navigation')]).toEqual([TOLD, []]);
    page.actor.send({ type: 'page.leaveAsked', to: '/home' });
    selectLeaving(page.snapshot())?.send({ type: 'confirm.accept' });
    expect(page.toldTo('navigation')).toEqual([{ type: 'navigation.leave', to: '/home' }]);
    page.actor.send({ type: 'dialog.close' });
    expect(page.snapshot().hasTag('unsaved')).toBe(false);
  });

  it('demand a name of forty letters at most, and the robot of a screen', () => {
    const draft: KeyFields = { ...newKey('key'), name: 'Wall' };
    expect(keyFaults(draft)).toEqual({});
    expect(keyFaults({ ...draft, kind: 'screen' })).toEqual({ serialNumber: 'keys.fault.serialNumberEmpty' });
    expect(keyFaults({ ...draft, name: 'x'.repeat(41) })).toEqual({ name: 'shared.atMost40Characters' });
    expect(keyFaults({ ...draft, what: 'app', kind: 'screen' })).toEqual({});
  });
});
