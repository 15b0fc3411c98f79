/**
 * Scans a code by camera; a text field for typing the code is always available beside it. A foreign code is reported
 * and scanning continues.
 *
 *   opening ──▶ watching { dark ⇄ lit } ──a valid code──▶ (code.read)
 *      │ refused, none, taken, no secure page, broken
 *      ▼
 *   blind ──camera.retry──▶ opening
 */
import { assertEvent, assign, enqueueActions, sendParent, setup } from 'xstate';
import { readScanned, type Scanned, type ScannedCode } from '../../../contract/rules/scanned.ts';
import { callbackEffect } from '../effectStubs.ts';

/**
 * Why there is no picture: permission denied; no camera; in use by another program; available on https and localhost
 * only; any other error.
 */
export const CAMERA_TROUBLES = ['denied', 'absent', 'busy', 'insecure', 'broken'] as const;
export type CameraTrouble = (typeof CAMERA_TROUBLES)[number];
export type Misread = Exclude<Scanned, ScannedCode>;

export interface ScannerContext {
  origin: string;
  trouble: CameraTrouble | null;
  hasTorch: boolean;
  typed: string;
  /** A text that was read but is not a code of this product. */
  misread: Misread | null;
}
export type ScannerEvent =
  | { type: 'camera.opened'; hasTorch: boolean }
  | { type: 'camera.failed'; trouble: CameraTrouble }
  | { type: 'camera.retry' }
  | { type: 'code.seen'; text: string }
  | { type: 'code.type'; value: string }
  | { type: 'code.submit' }
  | { type: 'torch.toggle' };

const scanner = setup({
  types: {
    context: {} as ScannerContext,
    input: {} as { origin: string },
    events: {} as ScannerEvent,
    tags: {} as 'watching' | 'lit',
  },
  actors: {
    /** Opens the camera; sends `camera.opened`, `camera.failed`, `code.seen`; receives `torch.set`. */
    camera: callbackEffect('camera'),
  },
  guards: { hasTorch: ({ context }) => context.hasTorch, isTyped: ({ context }) => context.typed.trim() !== '' },
});

const take = enqueueActions<ScannerContext, ScannerEvent, undefined, ScannerEvent, never, never, never, never, never>(
  ({ context, event, enqueue }) => {
    assertEvent(event, ['code.seen', 'code.submit']);
    const scanned = readScanned(event.type === 'code.seen' ? event.text : context.typed, context.origin);
    const isCode = scanned.kind === 'signIn' || scanned.kind === 'claim' || scanned.kind === 'point';
    enqueue.assign({ misread: isCode ? null : scanned });
    if (isCode) enqueue(sendParent({ type: 'code.read', code: scanned }));
  },
);
const light = (on: boolean) => scanner.sendTo('camera', { type: 'torch.set', on });

export const scannerMachine = scanner.createMachine({
  id: 'scanner',
  context: ({ input }) => ({ origin: input.origin, trouble: null, hasTorch: false, typed: '', misread: null }),
  initial: 'looking',
  on: {
    'code.type': { actions: assign({ typed: ({ event }) => event.value, misread: null }) },
    'code.submit': { guard: 'isTyped', actions: take },
  },
  states: {
    looking: {
      invoke: { src: 'camera', id: 'camera' },
      initial: 'opening',
      on: {
        'camera.failed': { target: 'blind', actions: assign({ trouble: ({ event }) => event.trouble }) },
        'code.seen': { actions: take },
      },
      states: {
        opening: {
          on: {
            'camera.opened': {
              target: 'watching',
              actions: assign({ hasTorch: ({ event }) => event.hasTorch, trouble: null }),
            },
          },
        },
        watching: {
          tags: 'watching',
          initial: 'dark',
          states: {
            dark: { on: { 'torch.toggle': { guard: 'hasTorch', target: 'lit', actions: light(true) } } },
            lit: { tags: 'lit', on: { 'torch.toggle': { target: 'dark', actions: light(false) } } },
          },
        },
      },
    },
    blind: { on: { 'camera.retry': 'looking' } },
  },
});
