import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { type KeyAct, type KeyDraft, keyFaults } from '../../../src/machines/keys/keyDraft.ts';
import { type KeysResult, keysMachine, type RevealedSecret } from '../../../src/machines/keys/keys.machine.ts';
import {
  selectAreKeysLoading,
  selectIsKeyDraftOpen,
  selectKeyQuestion,
  selectKeys,
} from '../../../src/machines/keys/keys.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const TOLD: RevealedSecret = { what: 'app', appId: 'app-1', userId: 'u', secret: 's' };

async function start({ refusal = null as Error | null } = {}) {
  const cloud = { loaded: 0, made: [] as (KeyDraft | null)[], acts: [] as string[], refusal };
  const refuse = () => {
    if (cloud.refusal) throw cloud.refusal;
  };
  const started = startUnderApp(
    keysMachine.provide({
      actors: {
        loadKeys: fromPromise<KeysResult>(async () => {
          cloud.loaded += 1;
          refuse();
          return { keys: [], apps: [] };
        }),
        create: fromPromise<RevealedSecret, { draft: KeyDraft | null }>(async ({ input }) => {
          cloud.made.push(input.draft);
          refuse();
          return TOLD;
        }),
        act: fromPromise<RevealedSecret | null, { act: KeyAct; id: string }>(async ({ input: { act, id } }) => {
          cloud.acts.push(`${act} ${id}`);
          refuse();
          return act === 'renewSecret' ? TOLD : null;
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
  return { ...started, cloud, snapshot, see: () => selectKeys(snapshot()) };
}

describe('keys and apps', () => {
  it('are read at once, and again when asked', async () => {
    const page = await start({ refusal: new ApiError('networkFailed') });
    expect([page.see().failure?.code, selectAreKeysLoading(page.snapshot())]).toEqual([ERRORS.networkFailed, false]);
    page.cloud.refusal = null;
    page.actor.send({ type: 'keys.reload' });
    await settle();
    expect([page.see().failure, page.cloud.loaded]).toEqual([null, 2]);
  });

  it('are made of a good draft; what is told is forgotten with its dialog', async () => {
    const page = await start();
    page.actor.send({ type: 'app.create' });
    page.actor.send({ type: 'draft.submit' });
    expect(page.see().faults).toEqual({ name: 'nameEmpty' });
    page.actor.send({ type: 'draft.change', change: { name: 'Lift' } });
    expect(page.see().faults).toEqual({});
    page.actor.send({ type: 'draft.submit' });
    await settle();
    expect(page.cloud.made).toMatchObject([{ what: 'app', name: 'Lift', role: 'viewer' }]);
    expect([page.see().revealed, selectIsKeyDraftOpen(page.snapshot()), page.cloud.loaded]).toEqual([TOLD, false, 2]);
    page.actor.send({ type: 'dialog.close' });
    expect([page.see().revealed, page.see().draft]).toEqual([null, null]);
  });

  it('a refused draft stays, with why', async () => {
    const page = await start();
    page.actor.send({ type: 'apiKey.create' });
    page.actor.send({ type: 'draft.change', change: { name: 'Screen', kind: 'screen', serialNumber: 'NO' } });
    page.cloud.refusal = new ApiError('robotUnknown', { field: 'serialNumber' });
    page.actor.send({ type: 'draft.submit' });
    await settle();
    expect([page.see().refusal?.field, selectIsKeyDraftOpen(page.snapshot())]).toEqual(['serialNumber', true]);
  });

  it.each([
    ['revokeKey', null],
    ['revokeApp', null],
    ['renewSecret', TOLD],
  ] as const)('%s is asked about, and done', async (act, told) => {
    const page = await start();
    page.actor.send({ type: 'apiKey.act', task: { act, id: 'one', name: 'Lobby' } });
    expect(selectKeyQuestion(page.snapshot())?.getSnapshot().context).toMatchObject({
      titleKey: `keys.ask.${act}.title`,
      words: { name: 'Lobby' },
    });
    selectKeyQuestion(page.snapshot())?.send({ type: 'confirm.cancel' });
    expect(page.cloud.acts).toEqual([]);
    page.actor.send({ type: 'apiKey.act', task: { act, id: 'one', name: 'Lobby' } });
    selectKeyQuestion(page.snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect([page.cloud.acts, page.see().revealed]).toEqual([[`${act} one`], told]);
  });

  it('demand a name of forty letters at most, and the robot of a screen', () => {
    const draft: KeyDraft = { what: 'key', name: 'Wall', kind: 'board', serialNumber: '', role: 'viewer' };
    expect(keyFaults(draft)).toEqual({});
    expect(keyFaults({ ...draft, kind: 'screen' })).toEqual({ serialNumber: 'serialNumberEmpty' });
    expect(keyFaults({ ...draft, name: 'x'.repeat(41) })).toEqual({ name: 'nameLong' });
    expect(keyFaults({ ...draft, what: 'app', kind: 'screen' })).toEqual({});
  });
});
