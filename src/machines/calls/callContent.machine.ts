/**
 * The phrases and pictures that the site of a robot keeps for calls: loaded for the page of a call, and changed on it.
 *
 *   loading ─▶ shown ⇄ editing ;  loading ─▶ failed ─content.retry─▶ loading
 *   editing ─content.change─▶ saving ─▶ editing ;  saving ─changed by somebody else─▶ reloading ─▶ editing
 *   editing ─picture.choose─▶ adding ─▶ saving ;  reloading ─with the uploaded picture─▶ saving
 *
 * Each change is saved at once and can be undone.
 */
import { assign, setup } from 'xstate';
import type { CallContent, OwnCallPicture } from '../../../contract/entities/callContent.ts';
import { CALL_OWN_PICTURES_MAX, CALL_PICTURE_NAME_MAX } from '../../../contract/rules/callContent.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';

export interface ContentLists {
  phrases: readonly string[];
  pictures: readonly OwnCallPicture[];
}
export interface LoadedContent {
  content: CallContent;
  /** Address of each picture by its file; one that is missing was just deleted. */
  addresses: Readonly<Record<string, string>>;
}
export interface ContentSave extends ContentLists {
  serialNumber: string;
  version: number;
}
export interface PictureUpload {
  siteId: string;
  file: File;
}
export interface CallContentContext extends ContentLists {
  serialNumber: string;
  siteId: string;
  version: number;
  canChange: boolean;
  showsPictures: boolean;
  addresses: Readonly<Record<string, string>>;
  /** The phrase that is being typed. */
  typed: string;
  /** The lists that are being saved. */
  wanted: ContentLists | null;
  /** The picture that was uploaded and is not saved in the list yet: it outlives a conflict. */
  added: OwnCallPicture | null;
  /** The lists before the last change. */
  undo: ContentLists | null;
  failure: Failure | null;
}
export interface CallContentInput {
  serialNumber: string;
}
export type CallContentEvent =
  | { type: 'content.retry' }
  | { type: 'content.edit' }
  | { type: 'content.done' }
  | { type: 'phrase.type'; text: string }
  | { type: 'content.change'; phrases: readonly string[]; pictures: readonly OwnCallPicture[] }
  | { type: 'content.undo' }
  | { type: 'picture.choose'; file: File };

/** Addresses of pictures are valid for an hour. */
const REFRESH_MS = 30 * 60_000;

/** The name of a picture is that of its file, without the ending. */
export const pictureName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/u, '')
    .trim()
    .slice(0, CALL_PICTURE_NAME_MAX)
    .trim() || fileName.slice(0, CALL_PICTURE_NAME_MAX);

const listsOf = ({ phrases, pictures }: ContentLists): ContentLists => ({ phrases, pictures });

const withPicture = ({ phrases, pictures }: ContentLists, added: OwnCallPicture | null): ContentLists => ({
  phrases,
  pictures: added ? [...pictures, added] : pictures,
});

const machine = setup({
  types: {
    context: {} as CallContentContext,
    input: {} as CallContentInput,
    events: {} as CallContentEvent,
    tags: {} as 'editing' | 'busy' | 'failed',
  },
  actors: {
    loadContent: promiseEffect<LoadedContent, { serialNumber: string }>('loadContent'),
    saveContent: promiseEffect<LoadedContent, ContentSave>('saveContent'),
    /** Uploads a picture for the site; returns its file. */
    addPicture: promiseEffect<OwnCallPicture, PictureUpload>('addPicture'),
  },
  actions: {
    assignLoaded: assign((_, { content, addresses }: LoadedContent) => {
      const { siteId, version, phrases, pictures, canChange, showsPictures } = content;
      return { siteId, version, phrases, pictures, canChange, showsPictures, addresses };
    }),
    assignFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error), wanted: null })),
  },
  guards: {
    canChange: ({ context }) => context.canChange,
    hasUndo: ({ context }) => context.undo !== null,
    /** The uploaded picture still fits into the lists that somebody else saved. */
    isAddable: ({ context: { added } }, { content: { pictures, canChange } }: LoadedContent) =>
      added !== null && canChange && pictures.length < CALL_OWN_PICTURES_MAX,
    isConflict: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.callContentChanged),
  },
  delays: { refresh: REFRESH_MS },
});
export const callContentMachine = machine.createMachine({
  id: 'callContent',
  context: ({ input: { serialNumber } }) => ({
    serialNumber,
    siteId: '',
    version: 0,
    phrases: [],
    pictures: [],
    canChange: false,
    showsPictures: false,
    addresses: {},
    typed: '',
    wanted: null,
    added: null,
    undo: null,
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadContent',
        input: ({ context: { serialNumber } }) => ({ serialNumber }),
        onDone: { target: 'shown', actions: { type: 'assignLoaded', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'assignFailure', params: ({ event }) => event } },
      },
      on: { 'content.edit': { guard: 'canChange', target: 'editing' } },
    },
    failed: {
      tags: 'failed',
      exit: assign({ failure: null }),
      on: { 'content.retry': 'loading', 'content.edit': { guard: 'canChange', target: 'editing' } },
    },
    shown: {
      after: { refresh: 'loading' },
      on: { 'content.edit': { guard: 'canChange', target: 'editing' } },
    },
    editing: {
      tags: 'editing',
      on: {
        'content.done': { target: 'shown', actions: assign({ failure: null, undo: null, typed: '' }) },
        'phrase.type': { actions: assign({ typed: ({ event }) => event.text }) },
        'content.change': { target: 'saving', actions: assign({ wanted: ({ event }) => listsOf(event) }) },
        'content.undo': {
          guard: 'hasUndo',
          target: 'saving',
          actions: assign({ wanted: ({ context }) => context.undo }),
        },
        'picture.choose': 'adding',
      },
    },
    adding: {
      tags: ['editing', 'busy'],
      entry: assign({ failure: null }),
      on: { 'phrase.type': { actions: assign({ typed: ({ event }) => event.text }) } },
      invoke: {
        src: 'addPicture',
        input: ({ context: { siteId }, event }) => ({
          siteId,
          file: (event as Extract<CallContentEvent, { type: 'picture.choose' }>).file, // the only way in
        }),
        onDone: {
          target: 'saving',
          actions: assign({
            wanted: ({ context, event }) => withPicture(context, event.output),
            added: ({ event }) => event.output,
          }),
        },
        onError: { target: 'editing', actions: { type: 'assignFailure', params: ({ event }) => event } },
      },
    },
    saving: {
      tags: ['editing', 'busy'],
      entry: assign({ failure: null }),
      on: { 'phrase.type': { actions: assign({ typed: ({ event }) => event.text }) } },
      invoke: {
        src: 'saveContent',
        input: ({ context: { serialNumber, version, wanted, phrases, pictures } }) => ({
          serialNumber,
          version,
          ...(wanted ?? { phrases, pictures }),
        }),
        onDone: {
          target: 'editing',
          actions: [
            assign(({ context }) => ({
              undo: listsOf(context),
              wanted: null,
              added: null,
              // What was being typed is in the list now.
              typed: context.wanted?.phrases.includes(context.typed.trim()) ? '' : context.typed,
            })),
            { type: 'assignLoaded', params: ({ event }) => event.output },
          ],
        },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'reloading',
            actions: [assign({ undo: null }), { type: 'assignFailure', params: ({ event }) => event }],
          },
          {
            target: 'editing',
            actions: [assign({ added: null }), { type: 'assignFailure', params: ({ event }) => event }],
          },
        ],
      },
    },
    /** Somebody else was first: their lists are shown, with the reason. A picture that was uploaded is added to them. */
    reloading: {
      tags: ['editing', 'busy'],
      invoke: {
        src: 'loadContent',
        input: ({ context: { serialNumber } }) => ({ serialNumber }),
        onDone: [
          {
            guard: { type: 'isAddable', params: ({ event }) => event.output },
            target: 'saving',
            actions: [
              { type: 'assignLoaded', params: ({ event }) => event.output },
              assign({ wanted: ({ context }) => withPicture(context, context.added) }),
            ],
          },
          {
            target: 'editing',
            actions: [{ type: 'assignLoaded', params: ({ event }) => event.output }, assign({ added: null })],
          },
        ],
        onError: {
          target: 'failed',
          actions: [assign({ added: null }), { type: 'assignFailure', params: ({ event }) => event }],
        },
      },
    },
  },
});
