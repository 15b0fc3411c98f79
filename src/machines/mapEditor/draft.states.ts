/**
 * States of a map draft (design 4: nothing is sent before Save):
 *
 *   drafting ──save.open──▶ reviewing ──save.send──▶ saving ──saved──▶ refreshing ──▶ drafting
 *                              ▲  ◀──faults, uses, no answer──┘ └──conflicts──▶ conflicting ──settle──▶ merging ──▶ reviewing
 *   drafting ──discard──▶ a confirmation     anywhere ──page.leaveAsked, another map──▶ a confirmation      drafting ──versions.open──▶ versions
 */
import { and, assign } from 'xstate';
import { questionWith } from '../factories/confirm.machine.ts';
import * as does from './mapEditor.actions.ts';
import { draft, mapEditor, type MapEditorContext } from './mapEditor.setup.ts';
import { versions } from './versions.ts';

const loadInput = ({ context: { serialNumber, mapId, userId } }: { context: MapEditorContext }) => ({
  serialNumber,
  mapId,
  userId,
});
const editorAt = (serialNumber: string, mapId: string): string =>
  `/setting/map-edit?${new URLSearchParams({ serialNumber, map: mapId }).toString()}`;
const CLEAN = { failure: null, faults: [], uses: [] } as const;

const leavingBy = (textKey: string) =>
  draft.asking(
    ({ changed }) => questionWith(['mapEditor.leave.title', textKey, 'shared.leave'], { count: changed }, false),
    { target: 'drafting', actions: 'leave' },
    'drafting',
  );

const drafting = mapEditor.createStateConfig({
  // Without a draft, another user's save is loaded at once; with one it is announced (DraftBar), and Save resolves it.
  always: {
    guard: and(['hasNewer', 'isUnchanged', 'isStill']),
    target: 'refreshing',
    actions: { type: 'notifyUpdates', params: ({ context: { newer } }) => ({ newer }) },
  },
  on: {
    'point.add': { guard: 'isStill', actions: [does.addHere, draft.keep] },
    'point.change': { guard: 'isStill', actions: [does.change, draft.keep] },
    'point.place': { guard: 'isStill', actions: [does.place, draft.keep] },
    'field.leave': { actions: assign({ mark: null, typed: null }) },
    'points.delete': { guard: 'isStill', actions: [does.remove, draft.keep] },
    'points.align': { guard: 'isStill', actions: [does.align, draft.keep] },
    'points.nudge': { guard: 'isStill', actions: [does.nudge, draft.keep] },
    'points.copy': { guard: 'isStill', actions: does.copy },
    'points.paste': { guard: 'isStill', actions: [does.paste, draft.keep] },
    'history.undo': { guard: 'isStill', actions: [does.undo, draft.keep] },
    'history.redo': { guard: 'isStill', actions: [does.redo, draft.keep] },
    'points.select': { guard: 'isStill', actions: does.choosePoints },
    'points.selectAll': {
      guard: 'isStill',
      actions: assign({ selection: ({ context }) => context.points.map(({ areaId }) => areaId), mark: null }),
    },
    'save.open': { guard: 'hasChanges', target: 'reviewing', actions: assign(CLEAN) },
    'draft.discard': { guard: 'hasChanges', target: 'discarding' },
    'versions.open': { target: 'versions', actions: assign({ wanted: ({ event }) => event.revision ?? 0 }) },
    // Unsaved changes are not overwritten by a reload; Save detects what other users changed.
    'page.resumed': { guard: 'isUnchanged', target: 'refreshing' },
  },
});

export const draftStates = mapEditor.createStateConfig({
  initial: 'drafting',
  on: {
    'page.leaveAsked': [
      { guard: 'isUnkept', target: '.parting', actions: assign({ leaveTo: ({ event }) => event.to }) },
      { target: '.leaving', actions: assign({ leaveTo: ({ event }) => event.to }) },
    ],
    'page.mapChanged': { guard: 'isNews', actions: does.assignUpdates },
    // Another map of the same page has another draft.
    'map.choose': [
      {
        guard: and(['isOtherMapWithDraft', 'isUnkept']),
        target: '.parting',
        actions: assign({ leaveTo: ({ context, event }) => editorAt(context.serialNumber, event.mapId) }),
      },
      {
        guard: 'isOtherMapWithDraft',
        target: '.leaving',
        actions: assign({ leaveTo: ({ context, event }) => editorAt(context.serialNumber, event.mapId) }),
      },
    ],
  },
  states: {
    drafting,
    reviewing: {
      always: { guard: 'isUnchanged', target: 'drafting' },
      on: {
        'save.send': { guard: 'hasChanges', target: 'saving' },
        'save.close': 'drafting',
        'tool.pick': 'drafting',
        'history.undo': { actions: [does.undo, draft.keep] },
        'history.redo': { actions: [does.redo, draft.keep] },
      },
    },
    saving: {
      tags: 'saving',
      entry: assign(CLEAN),
      // It can be the notice of this save; the reload after the save covers it either way.
      on: { 'page.mapChanged': {} },
      invoke: {
        src: 'savePoints',
        input: does.saveInput,
        onDone: [
          {
            guard: ({ event }) => event.output.result === 'saved',
            target: 'refreshing',
            actions: [
              'assignAnswered',
              assign({ faults: [], uses: [] }),
              draft.forget,
              {
                type: 'notifyDone',
                params: ({ context: { changed } }) => ({ key: 'mapEditor.saved', params: { count: changed } }),
              },
            ],
          },
          {
            guard: ({ event }) => event.output.result === 'conflicts',
            target: 'conflicting',
            actions: [
              'assignAnswered',
              assign(({ event: { output } }) => ({
                choices: {},
                conflicts: output.result === 'conflicts' ? { revision: output.revision, rows: output.conflicts } : null,
              })),
            ],
          },
          {
            target: 'reviewing',
            actions: [
              'assignAnswered',
              assign(({ event: { output } }) => ({
                faults: output.result === 'faulty' ? output.faults : [],
                uses: output.result === 'inUse' ? output.uses : [],
              })),
            ],
          },
        ],
        // Keeps the attempt number: the outcome is unknown, and a retry with the same number is applied only once.
        onError: { target: 'reviewing', actions: draft.assignFailure },
      },
    },
    refreshing: {
      tags: 'waiting',
      entry: assign({ opensVersions: false }),
      // The draft is saved, so no confirmation is needed.
      on: {
        'page.leaveAsked': { actions: [assign({ leaveTo: ({ event }) => event.to }), 'leave'] },
        'page.mapChanged': {},
        // Saved is said before the map is read again: the button is there already.
        'versions.open': { actions: assign({ wanted: ({ event }) => event.revision ?? 0, opensVersions: true }) },
      },
      invoke: {
        src: 'loadMap',
        input: loadInput,
        onDone: {
          target: 'refreshed',
          actions: [assign(({ context, event }) => does.withSaved(context, event.output)), draft.keep],
        },
        onError: { target: '#mapEditor.failed', actions: draft.assignFailure },
      },
    },
    refreshed: { always: [{ guard: ({ context }) => context.opensVersions, target: 'versions' }, 'drafting'] },
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
        src: 'loadMap',
        input: loadInput,
        onDone: {
          target: 'merged',
          actions: [assign(({ context, event }) => does.withChoices(context, event.output)), draft.keep],
        },
        onError: { target: 'conflicting', actions: draft.notifyFailure },
      },
    },
    /** No own changes are left if every conflict was settled for the other user. */
    merged: { always: [{ guard: 'hasChanges', target: 'reviewing', actions: assign(CLEAN) }, 'drafting'] },
    discarding: draft.asking(
      ({ changed }) =>
        questionWith(['shared.discardDraftQuestion', 'mapEditor.drop.text', 'shared.discardDraft'], {
          count: changed,
        }),
      { target: 'drafting', actions: ['assignBase', draft.keep] },
      'drafting',
    ),
    leaving: leavingBy('mapEditor.leave.text'),
    /** Leaving discards the draft, because this browser could not store it. */
    parting: leavingBy('mapEditor.leave.textLost'),
    versions,
  },
});
