/** The download centre in jsdom: groups, blocks of robots, a damaged file, details, search, the dialog, the phone. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { StoredFile } from '../../../../contract/entities/file.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type ChosenFile,
  downloadsMachine,
  type DownloadsResult,
  type SoftwareTask,
} from '../../../../src/machines/downloads/downloads.machine.ts';
import {
  newSoftware,
  type SoftwareFields,
  softwareFormMachine,
} from '../../../../src/machines/downloads/softwareForm.machine.ts';
import { failureOf } from '../../../../src/machines/failure.ts';
import type { KeptRecord } from '../../../../src/machines/factories/recordDialog.ts';
import { uploadMachine } from '../../../../src/machines/factories/upload.machine.ts';
import { DownloadsPage } from '../../../../src/ui/pages/downloads/DownloadsPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { softwareFile, softwareLine } from '../../../fakes/softwareSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const NOW = Date.UTC(2026, 10, 21, 14, 32);
const DAY_MS = 86_400_000;
const EXPORT = {
  fileId: 'e'.repeat(32),
  fileName: 'deliveries-2026-11-20.csv',
  bytes: 2_500_000,
  sha256: '9'.repeat(64),
  createdAt: NOW - DAY_MS,
  until: NOW + 6 * DAY_MS,
};
const FOUND: DownloadsResult = {
  rows: [
    softwareLine(),
    softwareLine({
      models: ['S2'],
      files: [softwareFile({ id: 'software-3', fileId: 'c'.repeat(32), version: '3.2.0', damagedAt: NOW - DAY_MS })],
      robots: [],
      counts: { has: 0, other: 0, unknown: 0 },
    }),
  ],
  total: 2,
  exports: [EXPORT],
  models: ['S2', 'W1', 'W2'],
  canAdd: true,
  build: '1.4.0',
};

async function show(
  found: Partial<DownloadsResult> = {},
  { query = {}, width = 1_440, language = 'enUS' as 'enUS' | 'zhCN' } = {},
) {
  const asked = {
    files: [] as string[],
    deleted: [] as string[],
    saved: [] as SoftwareFields[],
    saving: Promise.resolve(),
  };
  const upload = {
    progress: (_: number): void => undefined,
    fail: (): void => undefined,
    finish: (): void => undefined,
  };
  const machine = downloadsMachine.provide({
    actors: {
      recallDialog: fromPromise<KeptRecord<SoftwareFields> | null>(async () => null),
      loadList: fromPromise<DownloadsResult, object>(async () => ({ ...FOUND, ...found })),
      form: softwareFormMachine.provide({
        actors: {
          save: fromPromise<null, { fields: SoftwareFields }>(async ({ input }) => {
            asked.saved.push(input.fields);
            await asked.saving;
            return null;
          }),
        },
        actions: { keepDraft: () => undefined },
      }),
      act: fromPromise<null, { task: SoftwareTask }>(async ({ input }) => {
        asked.deleted.push(input.task.id);
        return null;
      }),
      addFile: fromPromise<ChosenFile, { file: File }>(async ({ input: { file } }) => ({
        fileKey: 'key',
        size: 4_096,
        name: file.name,
      })),
      upload: uploadMachine.provide({
        actors: {
          hash: fromCallback<{ type: string }, { fileKey: string }>(({ sendBack }) =>
            sendBack({ type: 'upload.finished' }),
          ),
          send: fromCallback<{ type: string }, { fileKey: string }>(({ sendBack }) => {
            upload.progress = (bytes) => sendBack({ type: 'upload.progressed', bytes });
            upload.finish = () => sendBack({ type: 'upload.finished' });
            upload.fail = () =>
              sendBack({ type: 'upload.broke', failure: failureOf(new ApiError('installationQuotaReached')) });
          }),
          complete: fromPromise<StoredFile, { fileKey: string }>(async () => ({ id: 'f'.repeat(32) }) as StoredFile),
        },
        actions: { discard: () => undefined },
      }),
      saveFile: fromPromise<void, { fileId: string }>(async ({ input }) => void asked.files.push(input.fileId)),
    },
    actions: { keepDialog: () => undefined },
  });
  const page = await renderPage(DownloadsPage, machine, { language, width, query, user: userOf(), now: () => NOW });
  return { ...page, asked, upload };
}
const press = async (element: Element): Promise<void> => {
  fireEvent.click(element);
  await act(settle);
};
const rowOf = (name: RegExp) => within(screen.getByRole('row', { name }));

it('shows apps, software and exports, and downloads what is pressed', async () => {
  const { asked } = await show();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Apps',
    'Robot software',
    'Your exports',
  ]);
  const companion = screen.getByRole('link', { name: /Open/u });
  expect([companion.getAttribute('href'), companion.getAttribute('target')]).toEqual(['/mini-program', '_blank']);
  const row = rowOf(/^W1, W2/u);
  expect(row.getByText('1 of 3, 1 unknown')).toBeTruthy();
  expect(row.getByText('12 KB')).toBeTruthy();
  await press(row.getByRole('button', { name: 'Download W1, W2 2.14.3' }));
  const file = rowOf(/^deliveries-2026/u);
  expect(file.getByText('in 6 days')).toBeTruthy();
  await press(file.getByRole('button', { name: `Download ${EXPORT.fileName}` }));
  expect(asked.files).toEqual(['b'.repeat(32), EXPORT.fileId]);
});

it('shows a damaged file in red, without a download', async () => {
  const { asked } = await show();
  const row = rowOf(/^S2/u);
  expect(row.getByText('The stored file has changed').className).toContain('text-st-alarm-text');
  expect(row.queryByRole('button', { name: /Download/u })).toBeNull();
  await press(row.getByRole('button', { name: 'Check S2 3.2.0 again' }));
  expect(asked.files).toEqual(['c'.repeat(32)]);
});

it('shows the notes, the whole sum, who has it, and an older version; deletes after a confirmation', async () => {
  const { asked, toldTo } = await show({}, { query: { line: 'W1,W2' } });
  const details = within(screen.getByRole('region', { name: 'W1, W2 2.14.3' }));
  expect(details.getByText('Waits for an empty elevator.')).toBeTruthy();
  expect(details.getByText(`71be0000 ${'00000000 '.repeat(6)}00000c44`)).toBeTruthy();
  expect(details.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Porter 1Has it',
    'Porter 2Reports 2.14.1',
    "Linen runnerHasn't reported a version",
    '2.14.3',
    '2.14.1',
  ]);
  await press(details.getByRole('button', { name: '2.14.1' }));
  expect(JSON.stringify(toldTo('navigation'))).toContain('2.14.1');
  await press(details.getByRole('button', { name: 'Delete W1, W2 2.14.3' }));
  await press(screen.getByRole('button', { name: 'Delete file' }));
  expect(asked.deleted).toEqual(['software-2']);
});

it('compares the robots with the version that is shown', async () => {
  await show({}, { query: { line: 'W1,W2', version: '2.14.1' } });
  const details = within(screen.getByRole('region', { name: 'W1, W2 2.14.1' }));
  expect(details.getByText('Reports 2.14.3')).toBeTruthy();
  expect(details.getByText('No notes were added.')).toBeTruthy();
});

it('uploads a file in the dialog and adds it with the rest', async () => {
  const { asked, upload } = await show();
  await press(screen.getByRole('button', { name: 'Add a file' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add robot software' }));
  expect(dialog.getByText('Separated by commas. Your robots: S2, W1, W2.')).toBeTruthy();
  await press(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Choose a file.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Choose a file'), { target: { files: [new File(['abc'], 'w1.bin')] } });
  await act(settle);
  await act(async () => upload.progress(1_024));
  expect((dialog.getByRole('progressbar', { name: 'Uploading' }) as HTMLProgressElement).value).toBe(1_024);
  await act(async () => upload.fail());
  expect(dialog.getByText(/^The installation's software files use/u)).toBeTruthy();
  await press(dialog.getByRole('button', { name: 'Cancel upload' }));
  fireEvent.change(dialog.getByLabelText('Choose a file'), { target: { files: [new File(['abc'], 'w1.bin')] } });
  await act(settle);
  await act(async () => {
    upload.finish();
    await settle();
  });
  expect(dialog.getByText('w1.bin is uploaded.')).toBeTruthy();
  for (const [label, value] of [
    ['Models', 'w1'],
    ['Version', '2.15.0'],
    ['Release date', '2026-11-20'],
    ["What's new, in English", 'Faster.'],
  ] as const)
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await press(dialog.getByRole('button', { name: 'Add' }));
  expect(asked.saved).toMatchObject([
    { fileId: 'f'.repeat(32), models: 'W1', version: '2.15.0', releasedOn: '2026-11-20', notesEn: 'Faster.' },
  ]);
});

it('finds by name, version and robot', async () => {
  await show({}, { query: { q: 'linen' } });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Robot software',
  ]);
  expect(screen.queryByRole('row', { name: /^S2/u })).toBeNull();
});

it('says when nothing matches, and when there is no software yet', async () => {
  const { unmount } = await show({}, { query: { q: 'zzz' } });
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  unmount();
  await show({ rows: [], total: 0, exports: [], canAdd: false });
  expect(screen.getByText('No robot software yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a file' })).toBeNull();
});

it('/ goes to the search, J to the next line', async () => {
  await show();
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Name or version' }));
  (document.activeElement as HTMLElement).blur();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(document.activeElement?.textContent).toContain('W1, W2');
});

it('is a list of blocks on a phone, in Chinese too', async () => {
  await show({}, { width: 390, language: 'zhCN' });
  const list = within(screen.getByRole('list', { name: '机器人软件' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByText('1 / 3 台', { exact: false })).toBeTruthy();
  expect(list.getByText('存储的文件已改变')).toBeTruthy();
});

it.each([
  ['on a desktop', 1_440],
  ['on a phone', 390],
])('axe finds nothing %s, in the details and on a desktop in the dialog', async (_, width) => {
  // Colours and sizes need a layout; the frame around the page has its landmarks.
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const found = async () =>
    (await axe.run(document.body, { rules })).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
  await show({}, { query: { line: 'W1,W2' }, width });
  expect(await found()).toEqual([]);
  if (width > 992) {
    await press(screen.getByRole('button', { name: 'Add a file' }));
    expect(await found()).toEqual([]);
  }
});

it('offers no file to choose while it is saved, with the reason', async () => {
  const page = await show();
  const fields: SoftwareFields = { ...newSoftware(['W1']), fileId: 'f'.repeat(32), fileName: 'w1.bin', version: '9' };
  await page.after(() => page.screen.send({ type: 'record.edit', fields: { ...fields, releasedOn: '2026-11-03' } }));
  expect(screen.getByLabelText('Choose another file')).toHaveProperty('type', 'file');
  page.asked.saving = new Promise(() => undefined);
  await page.press(screen.getByRole('button', { name: 'Add' }));
  expect(screen.queryByLabelText('Choose another file', { selector: 'input' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Choose another file' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.focus(button);
  expect(await screen.findByText('The file is being added.')).toBeTruthy();
});
