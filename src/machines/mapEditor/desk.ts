/**
 * What is done with a draft (design 4: nothing is sent before Save):
 *
 *   drafting ──save.open──▶ reviewing ──save.send──▶ saving ──saved──▶ refreshing ──▶ drafting
 *                              ▲  ◀──faults, uses, no answer──┘ └──conflicts──▶ conflicting ──settle──▶ merging ──▶ reviewing
 *   drafting ──discard, leave──▶ a question      drafting ──versions.open──▶ versions
 */
import { assign } from 'xstate';
import { failureOf } from '../failure.ts';
import * as does from './mapEditor.actions.ts';
import { keeping } from './edits.ts';
import { mapEditor, type MapEditorContext } from './mapEditor.setup.ts';
import { versions } from './versions.ts';

const keepDraft = { type: 'keepDraft', params: keeping } as const;
const loadInput = ({ context: { serialNumber, mapId, userId } }: { context: MapEditorContext }) => ({ serialNumber, mapId, userId });
const CLEAN = { failure: null, faults: [], uses: [] } as const;

const drafting = mapEditor.createStateConfig({
  on: {
    'point.add': { guard: 'isStill', actions: [does.addHere, keepDraft] },
    'point.change': { guard: 'isStill', actions: [does.change, keepDraft] },
    'point.place': { guard: 'isStill', actions: [does.place, keepDraft] },
    'field.leave': { actions: assign({ mark: null }) },
    'points.delete': { guard: 'isStill', actions: [does.remove, keepDraft] },
    'points.align': { guard: 'isStill', actions: [does.align, keepDraft] },
    'points.nudge': { guard: 'isStill', actions: [does.nudge, keepDraft] },
    'points.copy': { guard: 'isStill', actions: does.copy },
    'points.paste': { guard: 'isStill', actions: [does.paste, keepDraft] },
    'history.undo': { guard: 'isStill', actions: [does.undo, keepDraft] },
    'history.redo': { guard: 'isStill', actions: [does.redo, keepDraft] },
    'points.select': { guard: 'isStill', actions: does.choosePoints },
    'save.open': { guard: 'hasChanges', target: 'reviewing', actions: assign(CLEAN) },
    'draft.discard': { guard: 'hasChanges', target: 'discarding' },
    'leave.ask': { target: 'leaving', actions: assign({ leaveTo: ({ event }) => event.to }) },
    'versions.open': 'versions',
    // A draft is not read over: its Save tells of what others did.
    'page.resumed': { guard: 'isUnchanged', target: 'refreshing' },
  },
});

export const desk = mapEditor.createStateConfig({
  initial: 'drafting',
  states: {
    drafting,
    reviewing: { on: { 'save.send': { guard: 'hasChanges', target: 'saving' }, 'save.close': 'drafting' } },
    saving: {
      tags: 'saving',
      entry: assign(CLEAN),
      invoke: {
        src: 'savePoints', input: does.saveInput,
        onDone: [
          {
            guard: ({ event }) => event.output.result === 'saved', target: 'refreshing',
            actions: [
              assign({ attempt: ({ context }) => context.attempt + 1, faults: [], uses: [] }),
              { type: 'keepDraft', params: ({ context }) => ({ ...keeping({ context }), draft: null }) },
              { type: 'sayDone', params: ({ context: { changed } }) => ({ key: 'mapEditor.saved', words: { count: changed } }) },
            ],
          },
          {
            guard: ({ event }) => event.output.result === 'conflicts', target: 'conflicting',
            actions: assign(({ context, event: { output } }) => ({
              attempt: context.attempt + 1, choices: {}, conflicts: output.result === 'conflicts' ? { revision: output.revision, rows: output.conflicts } : null,
            })),
          },
          {
            target: 'reviewing',
            actions: assign(({ context, event: { output } }) => ({
              attempt: context.attempt + 1, faults: output.result === 'faulty' ? output.faults : [], uses: output.result === 'inUse' ? output.uses : [],
            })),
          },
        ],
        // No new attempt: whether the last one came through is not known, and the same one is done once.
        onError: { target: 'reviewing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    refreshing: {
      tags: 'waiting',
      invoke: {
        src: 'loadMap', input: loadInput,
        onDone: { target: 'drafting', actions: [assign(({ context, event }) => does.withSaved(context, event.output)), keepDraft] },
        onError: { target: '#mapEditor.failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    conflicting: {
      on: {
        'conflict.choose': { actions: does.chooseSides },
        'conflict.settle': { guard: 'isSettled', target: 'merging' },
        'save.close': { target: 'drafting', actions: assign({ conflicts: null, choices: {} }) },
      },
    },
    merging: {
      tags: 'saving',
      invoke: {
        src: 'loadMap', input: loadInput,
        onDone: { target: 'merged', actions: [assign(({ context, event }) => does.withChoices(context, event.output)), keepDraft] },
        onError: { target: 'conflicting', actions: { type: 'sayFailure', params: ({ event }) => event } },
      },
    },
    /** Nothing of one's own is left where all was left to the others. */
    merged: { always: [{ guard: 'hasChanges', target: 'reviewing', actions: assign(CLEAN) }, 'drafting'] },
    discarding: {
      invoke: {
        src: 'confirm', id: 'confirm',
        input: ({ context: { changed } }) => ({ titleKey: 'mapEditor.discard.title', textKey: 'mapEditor.discard.text', acceptKey: 'mapEditor.discard.accept', destructive: true, words: { count: changed } }),
        onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'drafting', actions: [does.discard, keepDraft] }, 'drafting'],
      },
    },
    leaving: {
      invoke: {
        src: 'confirm', id: 'confirm',
        input: ({ context: { changed } }) => ({ titleKey: 'mapEditor.leave.title', textKey: 'mapEditor.leave.text', acceptKey: 'mapEditor.leave.accept', words: { count: changed } }),
        onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'drafting', actions: 'leave' }, 'drafting'],
      },
    },
    versions,
  },
});
