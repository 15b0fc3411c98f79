/**
 * After a point's code was scanned: shows the point and, for users with the right, sends a robot there. The command is
 * followed to its end.
 *
 *   looking ──▶ shown { resting ⇄ refreshing (5 s) ──robot.send──▶ sending ──▶ following ⇄ asking (1 s) ──▶ ended ──command.close──▶ refreshing }
 *                                  in parallel, the map's picture is loaded, if it has one
 *      └──▶ gone ; foreign ; failed ──point.retry──▶ looking
 */
import { assign, setup } from 'xstate';
import type { LabelledPoint, PictureAbout, Sendable, Surroundings } from '../../../contract/endpoints/pointLabels.ts';
import type { Command } from '../../../contract/entities/command.ts';
import { hasEnded } from '../../../contract/rules/commandLife.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export const POINT_EVERY_MS = 5_000;
export const FOLLOW_EVERY_MS = 1_000;

export interface OpenedPoint {
  point: LabelledPoint;
  surroundings: Surroundings | null;
  picture: PictureAbout | null;
  /** null: the user is not allowed to send any. */
  robots: readonly Sendable[] | null;
}
export interface PointContext {
  areaId: string;
  found: OpenedPoint | null;
  /** Of the point's map; null: the map is drawn instead, still loading, or not available. */
  picture: Blob | null;
  /** The robot to send. */
  chosen: string | null;
  command: Command | null;
  failure: Failure | null;
}
/** replaces: the task that the confirmation said will end. */
export interface SendRequest {
  areaId: string;
  serialNumber: string;
  replaces?: TaskKind;
}

export type PointEvent =
  | { type: 'point.retry' }
  | { type: 'robot.choose'; serialNumber: string }
  | { type: 'robot.send' }
  | { type: 'command.close' };

const point = setup({
  types: {
    context: {} as PointContext,
    input: {} as { code: string },
    events: {} as PointEvent,
    tags: {} as 'waiting' | 'sending' | 'following',
  },
  actors: {
    openPoint: promiseEffect<OpenedPoint, { areaId: string }>('openPoint'),
    loadPicture: promiseEffect<Blob | null, { mapId: string; pictureId: string | null }>('loadPicture'),
    sendRobot: promiseEffect<Command, SendRequest>('sendRobot'),
    followCommand: promiseEffect<Command, { commandId: string }>('followCommand'),
  },
  guards: {
    isGone: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.pointUnknown),
    isForeign: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.robotForeign, ERRORS.notAllowed),
    canSend: ({ context: { found, chosen } }) =>
      found?.robots?.some(({ serialNumber, obstacle }) => serialNumber === chosen && obstacle === null) ?? false,
    hasEnded: (_, { command }: { command: Command }) => hasEnded(command.state),
  },
  delays: { again: POINT_EVERY_MS, follow: FOLLOW_EVERY_MS },
});

/** Preselects the first robot that can go; keeps an earlier choice. */
const chosenOf = ({ robots }: OpenedPoint, before: string | null): string | null =>
  (robots?.find(({ serialNumber }) => serialNumber === before) ?? robots?.find(({ obstacle }) => obstacle === null))
    ?.serialNumber ?? null;
const wishOf = ({ areaId, chosen, found }: PointContext): SendRequest => {
  const displaced = found?.robots?.find(({ serialNumber }) => serialNumber === chosen)?.displaces;
  return { areaId, serialNumber: chosen ?? '', ...(displaced ? { replaces: displaced.kind } : {}) };
};
const openInput = ({ context: { areaId } }: { context: PointContext }) => ({ areaId });

export const pointMachine = point.createMachine({
  id: 'point',
  context: ({ input }) => ({
    areaId: input.code,
    found: null,
    picture: null,
    chosen: null,
    command: null,
    failure: null,
  }),
  initial: 'looking',
  states: {
    looking: {
      tags: 'waiting',
      invoke: {
        src: 'openPoint',
        input: openInput,
        onDone: {
          target: 'shown',
          actions: assign({
            found: ({ event }) => event.output,
            chosen: ({ event }) => chosenOf(event.output, null),
            failure: null,
          }),
        },
        onError: [
          { guard: { type: 'isGone', params: ({ event }) => event }, target: 'gone' },
          { guard: { type: 'isForeign', params: ({ event }) => event }, target: 'foreign' },
          { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    gone: {},
    foreign: {},
    failed: { on: { 'point.retry': 'looking' } },
    shown: {
      // The point is usable without its picture.
      invoke: {
        src: 'loadPicture',
        input: ({ context: { found } }) => ({
          mapId: found?.point.map.mapId ?? '',
          pictureId: found?.picture?.pictureId ?? null,
        }),
        onDone: { actions: assign({ picture: ({ event }) => event.output }) },
        onError: {},
      },
      initial: 'resting',
      states: {
        resting: {
          after: { again: 'refreshing' },
          on: {
            'robot.choose': { actions: assign({ chosen: ({ event }) => event.serialNumber, failure: null }) },
            'robot.send': { guard: 'canSend', target: 'sending' },
          },
        },
        refreshing: {
          invoke: {
            src: 'openPoint',
            input: openInput,
            onDone: {
              target: 'resting',
              actions: assign({
                found: ({ event }) => event.output,
                chosen: ({ context, event }) => chosenOf(event.output, context.chosen),
              }),
            },
            onError: [
              { guard: { type: 'isGone', params: ({ event }) => event }, target: '#point.gone' },
              { guard: { type: 'isForeign', params: ({ event }) => event }, target: '#point.foreign' },
              // Keeps the state shown: the server checks the robot again when it is sent.
              'resting',
            ],
          },
          on: {
            'robot.choose': { actions: assign({ chosen: ({ event }) => event.serialNumber, failure: null }) },
            'robot.send': { guard: 'canSend', target: 'sending' },
          },
        },
        sending: {
          tags: 'sending',
          entry: assign({ failure: null }),
          invoke: {
            src: 'sendRobot',
            input: ({ context }) => wishOf(context),
            onDone: { target: 'following', actions: assign({ command: ({ event }) => event.output }) },
            onError: { target: 'refreshing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        following: { tags: 'following', after: { follow: 'asking' }, on: { 'command.close': 'refreshing' } },
        asking: {
          tags: 'following',
          invoke: {
            src: 'followCommand',
            input: ({ context: { command } }) => ({ commandId: command?.id ?? '' }),
            onDone: [
              {
                guard: { type: 'hasEnded', params: ({ event }) => ({ command: event.output }) },
                target: 'ended',
                actions: assign({ command: ({ event }) => event.output }),
              },
              { target: 'following', actions: assign({ command: ({ event }) => event.output }) },
            ],
            onError: 'following',
          },
          on: { 'command.close': 'refreshing' },
        },
        ended: { on: { 'command.close': 'refreshing' } },
      },
    },
  },
});
