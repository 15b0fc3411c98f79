/**
 * The download centre: the list (machines/factories/pagedList.ts), adding and deleting software (recordDialog.ts), and:
 *
 *   upload: none ──file.choose, dialog open──▶ adding ──▶ uploading (child `upload`) ──done──▶ none, the form has the file
 *             ▲ ◀──refused──────────────────────┘            └──file.cancel, dialog.close──▶ none
 *   saving: idle ──file.download──▶ asking ──▶ idle, and the list is read again
 *
 * The server compares a file before it gives its address, so that asking also shows whether a damaged one is whole again.
 */
import { type ActorRefFrom, assertEvent, assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { OwnExport, SoftwareLine } from '../../../contract/entities/software.ts';
import { type NavigationEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import { listOf, type ListResult, pagedList } from '../factories/pagedList.ts';
import { type DialogChildren, noDialog, recordDialog } from '../factories/recordDialog.ts';
import type { RecordContext, RecordEvent, RecordTag } from '../factories/recordPage.ts';
import { uploadMachine } from '../factories/upload.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { downloadsQuery } from './downloadsQuery.ts';
import { type SoftwareFields, softwareFormMachine } from './softwareForm.machine.ts';

/** Everything in one page. */
export interface DownloadsResult extends ListResult<SoftwareLine> {
  exports: readonly OwnExport[];
  /** Models of the robots. */
  models: readonly string[];
  canAdd: boolean;
  /** Version of the console, and of the companion app that comes with it. */
  build: string;
}
export interface SoftwareTask {
  id: string;
  /** "W1, W2 2.14.3". */
  name: string;
}
/** A chosen file; the service holds it under its key. */
export interface ChosenFile {
  fileKey: string;
  size: number;
  name: string;
}
export type DownloadsContext = RecordContext<DownloadsResult, SoftwareFields, SoftwareTask, null> & {
  /** The file that is being uploaded. */
  chosen: ChosenFile | null;
  /** Why the chosen file cannot be uploaded. */
  chosenFailure: Failure | null;
  /** The file whose address is asked for. */
  asked: string;
};
export type DownloadsEvent =
  | RecordEvent<SoftwareFields, SoftwareTask>
  | { type: 'line.open'; line: string; version?: string }
  | { type: 'line.close' }
  | { type: 'file.choose'; file: File }
  /** Raised by the machine: the form is not being saved. */
  | { type: 'file.accepted'; file: File }
  | { type: 'file.ready' }
  | { type: 'file.cancel' }
  | { type: 'file.download'; fileId: string };

const list = pagedList<DownloadsResult, Record<never, never>, DownloadsEvent, DownloadsContext>({
  requestOf: () => ({}),
  typed: [],
});
const dialog = recordDialog<SoftwareFields, SoftwareTask, null, DownloadsEvent, DownloadsContext>({
  form: softwareFormMachine,
  savedOf: ({ models, version }) => ({ key: 'downloads.added', params: { models, version } }),
  questionOf: ({ name }) =>
    questionWith(['shared.deleteNameQuestion', 'downloads.ask.text', 'downloads.ask.yes'], { name }),
  doneOf: ({ name }) => ({ key: 'shared.nameDeleted', params: { name } }),
});

const downloads = setup({
  types: {
    context: {} as DownloadsContext,
    input: {} as PageInput,
    events: {} as DownloadsEvent,
    tags: {} as RecordTag | 'asking' | 'adding',
    children: {} as DialogChildren & { upload: 'upload' },
  },
  actors: {
    ...list.actors,
    ...dialog.actors,
    /** Hands the file to the service. Rejects with fileTooLarge, fileDamaged (empty). */
    addFile: promiseEffect<ChosenFile, { file: File }>('addFile'),
    upload: uploadMachine,
    /** Asks for the address of a file, and lets the browser save it. */
    saveFile: promiseEffect<void, { fileId: string }>('saveFile'),
  },
  guards: { ...list.guards, ...dialog.guards },
  actions: {
    ...list.actions,
    ...dialog.actions,
    push: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { query }: { query: Query }): NavigationEvent => ({ type: 'navigation.query', query, push: true }),
    ),
  },
  delays: list.delays,
});

/** A form that is being saved ignores another file, whose upload would only use up the quota. */
const isSaving = ({ children }: { children: { form?: ActorRefFrom<typeof softwareFormMachine> } }): boolean =>
  children.form?.getSnapshot().hasTag('saving') ?? false;
const acceptFile = downloads.enqueueActions(({ event, enqueue, self }) => {
  assertEvent(event, 'file.choose');
  if (!isSaving(self.getSnapshot() as never)) enqueue.raise({ type: 'file.accepted', file: event.file });
});
const startUpload = downloads.enqueueActions(({ enqueue, self }) => {
  enqueue.raise({ type: isSaving(self.getSnapshot() as never) ? 'file.cancel' : 'file.ready' });
});

export const downloadsMachine = downloads.createMachine({
  id: 'downloads',
  context: ({ input }) => ({
    ...listOf(input.query),
    ...noDialog,
    exports: [],
    models: [],
    canAdd: false,
    build: '',
    chosen: null,
    chosenFailure: null,
    asked: '',
  }),
  type: 'parallel',
  on: {
    'line.open': {
      actions: {
        type: 'push',
        params: ({ event: { line, version = '' } }) => ({ query: downloadsQuery.patch({ line, version }) }),
      },
    },
    'line.close': { actions: { type: 'push', params: { query: downloadsQuery.patch({ line: '', version: '' }) } } },
  },
  states: {
    list: list.regionBesideRecord,
    dialog: dialog.region,
    upload: {
      initial: 'none',
      states: {
        none: {
          entry: assign({ chosen: null }),
          on: {
            'file.choose': { actions: acceptFile },
            'file.accepted': 'adding',
            'dialog.close': { actions: assign({ chosenFailure: null }) },
            'record.edit': { actions: assign({ chosenFailure: null }) },
          },
        },
        adding: {
          tags: 'adding',
          entry: assign({ chosenFailure: null }),
          invoke: {
            src: 'addFile',
            input: ({ event }) => ({ file: (event as Extract<DownloadsEvent, { type: 'file.accepted' }>).file }),
            onDone: { target: 'added', actions: assign({ chosen: ({ event }) => event.output }) },
            onError: {
              target: 'none',
              actions: assign({ chosenFailure: ({ event }) => failureOf(event.error) }),
            },
          },
          on: { 'dialog.close': 'none', 'file.cancel': 'none' },
        },
        added: { entry: startUpload, on: { 'file.ready': 'uploading', 'file.cancel': 'none' } },
        uploading: {
          invoke: {
            src: 'upload',
            id: 'upload',
            // Set by `adding`.
            input: ({ context }) => context.chosen as ChosenFile,
            onDone: {
              target: 'none',
              // There is no file after the upload was cancelled, and no form once it is saved.
              actions: enqueueActions(({ context, event, enqueue, self }) => {
                const { file } = event.output;
                if (!file || !self.getSnapshot().children.form) return;
                const fileName = context.chosen?.name ?? file.name;
                enqueue.sendTo('form', { type: 'field.change', field: 'fileName', value: fileName });
                enqueue.sendTo('form', { type: 'field.change', field: 'fileId', value: file.id });
              }),
            },
          },
          entry: sendTo('upload', { type: 'upload.start' }),
          on: {
            'file.cancel': { actions: sendTo('upload', { type: 'upload.cancel' }) },
            'dialog.close': { actions: sendTo('upload', { type: 'upload.cancel' }) },
          },
        },
      },
    },
    saving: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ asked: '' }),
          on: { 'file.download': { target: 'asking', actions: assign({ asked: ({ event }) => event.fileId }) } },
        },
        asking: {
          tags: 'asking',
          invoke: {
            src: 'saveFile',
            input: ({ context }) => ({ fileId: context.asked }),
            onDone: { target: 'idle', actions: raise({ type: 'list.reload' }) },
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                raise({ type: 'list.reload' }),
              ],
            },
          },
        },
      },
    },
  },
});
