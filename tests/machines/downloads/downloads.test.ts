/** The download centre: the form's fields, the upload beside it, saving, deleting, downloading and the search. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type ChosenFile,
  downloadsMachine,
  type DownloadsResult,
  type SoftwareTask,
} from '../../../src/machines/downloads/downloads.machine.ts';
import { isFound, lineKey } from '../../../src/machines/downloads/downloadsQuery.ts';
import {
  selectDownloads,
  selectOpenLine,
  selectSoftwareForm,
  selectIsAdding,
  selectUpload,
} from '../../../src/machines/downloads/downloads.selectors.ts';
import {
  newSoftware,
  softwareFaults,
  type SoftwareFields,
  softwareFormMachine,
} from '../../../src/machines/downloads/softwareForm.machine.ts';
import { selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import { uploadMachine } from '../../../src/machines/factories/upload.machine.ts';
import { editorInTab } from '../../fakes/keptDialog.ts';
import { settle } from '../../fakes/settle.ts';
import { softwareLine } from '../../fakes/softwareSample.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const { tab, keepDialog, recallDialog, keepDraft } = editorInTab<SoftwareFields>();
const FILE = { id: 'f'.repeat(32), name: 'w1.bin' } as StoredFile;
const file = { name: 'w1.bin', size: 3 } as File;

async function start(query: Record<string, string> = {}) {
  const cloud = {
    loads: 0,
    saved: [] as SoftwareFields[],
    deleted: [] as string[],
    asked: [] as string[],
    discarded: [] as string[],
    added: [] as string[],
    refusal: null as Error | null,
    /** What the upload waits for. */
    arrive: (): void => undefined,
  };
  const { actor, told } = startUnderApp(
    downloadsMachine.provide({
      actions: { keepDialog },
      actors: {
        recallDialog,
        loadList: fromPromise<DownloadsResult, object>(async () => {
          cloud.loads += 1;
          const rows = [softwareLine()];
          return { rows, total: 1, exports: [], models: ['W1'], canAdd: true, build: '1.0.0' };
        }),
        form: softwareFormMachine.provide({
          actions: { keepDraft },
          actors: {
            save: fromPromise<null, { fields: SoftwareFields }>(async ({ input }) => {
              if (cloud.refusal) throw cloud.refusal;
              cloud.saved.push(input.fields);
              return null;
            }),
          },
        }),
        act: fromPromise<null, { task: SoftwareTask }>(async ({ input: { task } }) => {
          cloud.deleted.push(task.id);
          return null;
        }),
        addFile: fromPromise<ChosenFile, { file: File }>(async ({ input }) => {
          if (cloud.refusal) throw cloud.refusal;
          cloud.added.push(input.file.name);
          return { fileKey: 'key', size: input.file.size, name: input.file.name };
        }),
        upload: uploadMachine.provide({
          actors: {
            hash: fromCallback<{ type: string }, { fileKey: string }>(({ sendBack }) =>
              sendBack({ type: 'upload.finished' }),
            ),
            send: fromCallback<{ type: string }, { fileKey: string }>(({ sendBack }) => {
              cloud.arrive = () => sendBack({ type: 'upload.finished' });
            }),
            complete: fromPromise<StoredFile, { fileKey: string }>(async () => FILE),
          },
          actions: { discard: (_, { fileKey }) => void cloud.discarded.push(fileKey) },
        }),
        saveFile: fromPromise<void, { fileId: string }>(async ({ input }) => {
          if (cloud.refusal) throw cloud.refusal;
          cloud.asked.push(input.fileId);
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'downloads', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return { actor, told, cloud, read: () => actor.getSnapshot() };
}

describe('the fields', () => {
  const whole: SoftwareFields = {
    ...newSoftware(['W1', 'W2']),
    fileId: FILE.id,
    version: '2.14.3',
    releasedOn: '2026-11-03',
  };
  it.each<[string, Partial<SoftwareFields>, string[]]>([
    ['complete', {}, []],
    ['without a file', { fileId: '' }, ['fileId']],
    ['without models', { models: ' ，' }, ['models']],
    ['with a long model', { models: `W1, ${'x'.repeat(41)}` }, ['models']],
    ['with too many models', { models: Array.from({ length: 21 }, (_, index) => `M${index}`).join() }, ['models']],
    ['without a version', { version: ' ' }, ['version']],
    ['without a date', { releasedOn: '' }, ['releasedOn']],
    ['with long notes', { notesEn: 'x'.repeat(1_001) }, ['notesEn']],
    ['with half a sum', { makerSha256: '71be04f8' }, ['makerSha256']],
    ['with a copied sum', { makerSha256: `${'71BE04F8 '.repeat(8)}` }, []],
  ])('%s', (_, change, faulty) => expect(Object.keys(softwareFaults({ ...whole, ...change }))).toEqual(faulty));
});

describe('adding a file', () => {
  it('uploads it while the rest is filled in, saves it tidied, and reads the list again', async () => {
    const { actor, cloud, read } = await start();
    actor.send({ type: 'record.edit', fields: newSoftware() });
    const form = selectSoftwareForm(read());
    actor.send({ type: 'file.choose', file });
    await settle();
    expect(selectUpload(read())?.getSnapshot().value).toBe('uploading');
    form?.send({ type: 'field.change', field: 'models', value: 'w2，W1' });
    form?.send({ type: 'field.change', field: 'version', value: ' 2.14.3 ' });
    form?.send({ type: 'field.change', field: 'releasedOn', value: '2026-11-03' });
    form?.send({ type: 'field.change', field: 'makerSha256', value: '71BE04F8 '.repeat(8) });
    form?.send({ type: 'form.submit' });
    expect(form?.getSnapshot().context.faults).toEqual({ fileId: 'downloads.fault.file' });
    cloud.arrive();
    await settle();
    expect(selectUpload(read())).toBeNull();
    expect(form?.getSnapshot().context).toMatchObject({ draft: { fileId: FILE.id, fileName: 'w1.bin' }, faults: {} });
    expect(tab.kept?.draft.fileId).toBe(FILE.id);
    form?.send({ type: 'form.submit' });
    await settle();
    expect(cloud.saved).toMatchObject([
      { fileId: FILE.id, models: 'W1, W2', version: '2.14.3', makerSha256: '71be04f8'.repeat(8) },
    ]);
    expect([selectSoftwareForm(read()), tab.kept, cloud.loads, cloud.discarded]).toEqual([null, null, 2, []]);
  });

  it('keeps the dialog when the server refuses the sum, and another file can be chosen', async () => {
    const { actor, cloud, read } = await start();
    const fields = { ...newSoftware(['W1']), fileId: FILE.id, version: '1', releasedOn: '2026-11-03' };
    actor.send({ type: 'record.edit', fields });
    const form = selectSoftwareForm(read());
    cloud.refusal = new ApiError('softwareSumWrong', { field: 'makerSha256', words: { found: 'x' } });
    form?.send({ type: 'form.submit' });
    await settle();
    expect(form?.getSnapshot().context.failure).toMatchObject({ code: ERRORS.softwareSumWrong, field: 'makerSha256' });
    actor.send({ type: 'file.choose', file });
    await settle();
    expect(selectDownloads(read()).chosenFailure?.code).toBe(ERRORS.softwareSumWrong);
    cloud.refusal = null;
    actor.send({ type: 'file.choose', file });
    await settle();
    expect(selectDownloads(read())).toMatchObject({ chosenFailure: null, chosen: { name: 'w1.bin' } });
    actor.send({ type: 'dialog.close' });
  });

  it('ignores another file while the form is saved, and takes it after a refusal', async () => {
    const { actor, cloud, read } = await start();
    const fields = { ...newSoftware(['W1']), fileId: FILE.id, version: '2', releasedOn: '2026-11-03' };
    actor.send({ type: 'record.edit', fields });
    const form = selectSoftwareForm(read());
    cloud.refusal = new ApiError('softwareSumWrong', { field: 'makerSha256', words: { found: 'x' } });
    form?.send({ type: 'form.submit' });
    expect(form?.getSnapshot().hasTag('saving')).toBe(true);
    actor.send({ type: 'file.choose', file });
    expect(selectIsAdding(read())).toBe(false);
    await settle();
    expect([selectUpload(read()), cloud.added]).toEqual([null, []]);

    // A file that was being read when the form was submitted is not uploaded either.
    cloud.refusal = null;
    actor.send({ type: 'file.choose', file });
    expect(selectIsAdding(read())).toBe(true);
    form?.send({ type: 'form.submit' });
    await settle();
    expect([selectUpload(read()), selectSoftwareForm(read()), cloud.added]).toEqual([null, null, ['w1.bin']]);
    expect(cloud.saved).toMatchObject([{ fileId: FILE.id }]);
  });

  it.each(['file.cancel', 'dialog.close'] as const)('%s ends the upload and deletes what arrived', async (type) => {
    const { actor, cloud, read } = await start();
    actor.send({ type: 'record.edit', fields: newSoftware() });
    actor.send({ type: 'file.choose', file });
    await settle();
    actor.send({ type });
    await settle();
    expect(cloud.discarded).toEqual(['key']);
    expect([selectUpload(read()), selectDownloads(read()).chosen]).toEqual([null, null]);
    expect(selectSoftwareForm(read()) === null).toBe(type === 'dialog.close');
    actor.send({ type: 'dialog.close' });
  });
});

describe('the page', () => {
  it('asks before it deletes', async () => {
    const { actor, cloud, read } = await start();
    actor.send({ type: 'record.act', task: { id: 'software-1', name: 'W1 2.14.3' } });
    selectQuestion(read())?.send({ type: 'confirm.accept' });
    await settle();
    expect([cloud.deleted, cloud.loads]).toEqual([['software-1'], 2]);
  });

  it('reads the list again after a download, and says why one was refused', async () => {
    const { actor, told, cloud } = await start();
    actor.send({ type: 'file.download', fileId: FILE.id });
    await settle();
    expect([cloud.asked, cloud.loads]).toEqual([[FILE.id], 2]);
    cloud.refusal = new ApiError('softwareDamaged');
    actor.send({ type: 'file.download', fileId: FILE.id });
    await settle();
    expect(JSON.stringify(told)).toContain(String(ERRORS.softwareDamaged));
    expect(cloud.loads).toBe(3);
  });

  it('opens the line of the URL, and searches without asking the server', async () => {
    const { actor, told, cloud, read } = await start({ line: 'W1,W2' });
    expect(selectOpenLine(read())?.models).toEqual(['W1', 'W2']);
    actor.send({ type: 'line.open', line: 'W1,W2', version: '2.14.1' });
    expect(JSON.stringify(told)).toContain('2.14.1');
    actor.send({ type: 'page.queryChanged', query: { q: 'porter' } });
    await settle();
    expect([selectOpenLine(read()), cloud.loads]).toEqual([null, 1]);
    expect(lineKey(softwareLine())).toBe('W1,W2');
  });

  it.each([
    ['', true],
    ['  W1 ', true],
    ['PORTER', true],
    ['2.15', false],
  ])('finds by %j: %s', (q, found) => expect(isFound({ q }, ['W1', '2.14.3', 'Porter 1'])).toBe(found));
});
