/**
 * The map editor (spec 2, 5 "Point"): a draft of the points of one map, pointer tools, and the states of the draft.
 *
 *   looking ──▶ loading ──▶ editing, or offering ──take, drop──▶ editing       none, forbidden, failed ──retry──▶ looking
 *
 *   parallel regions of editing:  tool   select, pan, add, connect, measure (tools/)
 *                                 draft  drafting, reviewing, saving … (draft.states.ts)
 *                                 keeping  kept, or refused by the browser
 *                                 tab    free, or guarded while there is a draft
 *                                 robot  idle ──robot.check──▶ sending
 */
import { assign } from 'xstate';
import { toRadians } from '../../../contract/rules/mapFrame.ts';
import { draftStates } from './draft.states.ts';
import { pointIn } from './draft.ts';
import { carryDraft, chooseMap, EMPTY, noteTyped, restoreDraft, assignRobot, withMap } from './mapEditor.actions.ts';
import { type CheckInput, draft, mapEditor, type MapEditorContext, type MapEditorEvent } from './mapEditor.setup.ts';
import { GRID_M } from './snap.ts';
import { add } from './tools/add.ts';
import { connect } from './tools/connect.ts';
import { bail } from './tools/gestures.ts';
import { measure } from './tools/measure.ts';
import { pan } from './tools/pan.ts';
import { select } from './tools/select.ts';

/** A robot is sent to a position, not to a point, because the server does not have the draft's points yet. */
const checkInput = ({
  context: { serialNumber, mapId, points },
  event,
}: {
  context: MapEditorContext;
  event: MapEditorEvent;
}): CheckInput => {
  const check = event.type === 'robot.check' ? event : null;
  const point = check && pointIn(points, check.areaId);
  return {
    serialNumber,
    mapId,
    x: point?.worldX ?? 0,
    y: point?.worldY ?? 0,
    theta: toRadians(point?.angle ?? 0),
    ...(check?.replaces === undefined ? {} : { replaces: check.replaces }),
  };
};

export const mapEditorMachine = mapEditor.createMachine({
  id: 'mapEditor',
  context: ({ input: { user, query, serialNumber, language } }) => ({
    ...EMPTY,
    userId: user?.id ?? '',
    language,
    serialNumber: query['serialNumber'] || serialNumber,
    mapId: query['map'] ?? '',
    floors: [],
    isSiteUnused: false,
    elevators: [],
    entrances: [],
    clipboard: [],
    snap: { toGrid: false, grid: GRID_M, toPoints: true },
    keyword: '',
    seed: '',
    made: 0,
    attempt: 0,
  }),
  initial: 'looking',
  on: {
    'map.choose': {
      guard: { type: 'isOtherMap', params: ({ event }) => event },
      target: '.looking',
      actions: chooseMap,
    },
    'page.queryChanged': {
      guard: { type: 'isOtherMap', params: ({ event }) => ({ mapId: event.query['map'] ?? '' }) },
      target: '.looking',
      actions: assign({ ...EMPTY, mapId: ({ event }) => event.query['map'] ?? '' }),
    },
    'page.robotChanged': {
      guard: { type: 'isOtherRobot', params: ({ event }) => event },
      target: '.looking',
      actions: [carryDraft, assignRobot],
    },
    // Names are localised on the server: reload, and apply the changes to the reloaded points.
    'page.languageChanged': {
      target: '.looking',
      actions: [carryDraft, assign({ language: ({ event }) => event.language })],
    },
  },
  states: {
    // Selects the robot before loading, so that the fleet does not settle on another robot in the meantime.
    looking: {
      always: [
        { guard: 'hasRobot', target: 'loading', actions: 'chooseRobot' },
        { guard: 'namesMap', target: 'loading' },
        'none',
      ],
    },
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadMap',
        input: ({ context: { serialNumber, mapId, userId } }) => ({ serialNumber, mapId, userId }),
        onDone: [
          {
            guard: ({ event }) => !event.output.mayEdit,
            target: 'forbidden',
            actions: assign(({ context, event }) => withMap(context, event.output)),
          },
          {
            guard: ({ event }) => event.output.map === null,
            target: 'none',
            actions: assign(({ context, event }) => withMap(context, event.output)),
          },
          {
            guard: ({ context, event }) =>
              event.output.kept !== null && (context.carry === null || event.output.map?.id !== context.mapId),
            target: 'offering',
            actions: [assign(({ context, event }) => withMap(context, event.output)), 'writePlace'],
          },
          {
            guard: 'hasNoRobot',
            target: 'editing',
            actions: [assign(({ context, event }) => withMap(context, event.output)), 'writePlace'],
          },
          {
            target: 'editing',
            actions: [assign(({ context, event }) => withMap(context, event.output)), 'writePlace', 'chooseRobot'],
          },
        ],
        onError: { target: 'failed', actions: draft.assignFailure },
      },
    },
    none: { on: { 'map.retry': 'looking', 'page.resumed': 'looking' } },
    forbidden: { on: { 'map.retry': 'looking', 'page.resumed': 'looking' } },
    failed: { on: { 'map.retry': 'looking', 'page.resumed': 'looking' } },
    offering: draft.offering(restoreDraft),
    editing: {
      tags: 'editing',
      type: 'parallel',
      on: {
        'camera.set': { actions: assign({ camera: ({ event }) => event.camera }) },
        'snap.set': { actions: assign({ snap: ({ context, event }) => ({ ...context.snap, ...event.change }) }) },
        'points.search': { actions: assign({ keyword: ({ event }) => event.keyword }) },
        'field.type': { actions: noteTyped },
        'field.leave': { actions: assign({ typed: null }) },
      },
      states: {
        tool: {
          initial: 'select',
          on: {
            'tool.pick': [
              { guard: ({ event }) => event.tool === 'add', target: '.add', reenter: true, actions: bail },
              { guard: ({ event }) => event.tool === 'pan', target: '.pan', reenter: true, actions: bail },
              { guard: ({ event }) => event.tool === 'connect', target: '.connect', reenter: true, actions: bail },
              { guard: ({ event }) => event.tool === 'measure', target: '.measure', reenter: true, actions: bail },
              { target: '.select', reenter: true, actions: bail },
            ],
          },
          states: { select, pan, add, connect, measure },
        },
        draft: draftStates,
        /** Whether the browser can store the draft: it refuses when the storage is full or disabled. */
        keeping: {
          initial: 'kept',
          invoke: { src: 'watchKeeping' },
          states: { kept: { on: { 'draft.refused': 'refused' } }, refused: { on: { 'draft.kept': 'kept' } } },
        },
        tab: draft.tab,
        robot: {
          initial: 'idle',
          states: {
            idle: { on: { 'robot.check': 'sending' } },
            sending: {
              invoke: {
                src: 'sendRobot',
                input: checkInput,
                onDone: { target: 'idle', actions: { type: 'notifyDone', params: { key: 'mapEditor.robot.sent' } } },
                onError: { target: 'idle', actions: draft.notifyFailure },
              },
            },
          },
        },
      },
    },
  },
});
