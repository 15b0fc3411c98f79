/**
 * The user's avatar: a file is chosen, read, cropped to a square and saved; or the avatar is removed after a
 * confirmation.
 *
 *   idle ──picture.choose──▶ reading ──▶ cropping ──picture.save──▶ saving ──▶ changed ──▶ idle
 *     │ ◀──────refused──────────┘           └──picture.cancel──▶ idle
 *     └──picture.remove──▶ asking ──yes──▶ removing ──▶ changed
 */
import { assertEvent, assign, setup } from 'xstate';
import { systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { type Crop, FIRST_CROP, fitted, type PictureSize } from './crop.ts';

/** A loaded image; the browser keeps it at its object URL until it is revoked. */
export interface ReadPicture extends PictureSize {
  url: string;
}
export interface AvatarContext {
  picture: ReadPicture | null;
  crop: Crop;
  failure: Failure | null;
}
export type AvatarEvent =
  | { type: 'picture.choose'; file: File }
  | { type: 'crop.change'; crop: Partial<Crop> }
  | { type: 'picture.save' }
  | { type: 'picture.cancel' }
  | { type: 'picture.remove' };

const avatar = setup({
  types: {
    context: {} as AvatarContext,
    events: {} as AvatarEvent,
    tags: {} as 'waiting' | 'saving' | 'cropping',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    /** Rejects with pictureWrong, pictureTooLarge. */
    readPicture: promiseEffect<ReadPicture, { file: File }>('readPicture'),
    savePicture: promiseEffect<unknown, { picture: ReadPicture | null; crop: Crop }>('savePicture'),
    confirm: confirmMachine,
  },
  actions: { forgetPicture: effect<{ url: string }>('forgetPicture') },
  guards: { isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed },
});

const changeCrop = avatar.assign(({ context: { picture, crop }, event }) => {
  assertEvent(event, 'crop.change');
  return picture ? { crop: fitted(picture, { ...crop, ...event.crop }) } : {};
});
/** Releases the loaded image. */
const forget = avatar.enqueueActions(({ context: { picture }, enqueue }) => {
  if (picture) enqueue({ type: 'forgetPicture', params: { url: picture.url } });
  enqueue.assign({ picture: null });
});
const notifyChanged = avatar.sendTo(({ system }) => systemActor(system, 'notices'), {
  type: 'notice.show',
  notice: { tone: 'success', key: 'userSetting.avatar.saved' },
});
/** Updates the avatar in the navbar. */
const notifySession = avatar.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' });

export const avatarMachine = avatar.createMachine({
  id: 'avatar',
  context: { picture: null, crop: FIRST_CROP, failure: null },
  initial: 'idle',
  states: {
    idle: {
      entry: forget,
      on: { 'picture.choose': 'reading', 'picture.remove': 'asking' },
    },
    reading: {
      tags: 'waiting',
      entry: assign({ failure: null }),
      invoke: {
        src: 'readPicture',
        input: ({ event }) => {
          assertEvent(event, 'picture.choose');
          return { file: event.file };
        },
        onDone: { target: 'cropping', actions: assign({ picture: ({ event }) => event.output, crop: FIRST_CROP }) },
        onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    cropping: {
      tags: 'cropping',
      on: {
        'crop.change': { actions: changeCrop },
        'picture.save': 'saving',
        'picture.cancel': { target: 'idle', actions: assign({ failure: null }) },
      },
    },
    saving: {
      tags: ['saving', 'cropping'],
      entry: assign({ failure: null }),
      invoke: {
        src: 'savePicture',
        input: ({ context: { picture, crop } }) => ({ picture, crop }),
        onDone: 'changed',
        onError: { target: 'cropping', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { 'picture.cancel': 'cropping' },
    },
    asking: {
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: {
          titleKey: 'userSetting.avatar.removeTitle',
          textKey: 'userSetting.avatar.removeText',
          acceptKey: 'userSetting.avatar.removeYes',
          destructive: true,
        },
        onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'removing' }, 'idle'],
      },
    },
    removing: {
      tags: ['waiting', 'saving'],
      entry: assign({ failure: null }),
      invoke: {
        src: 'savePicture',
        input: ({ context: { crop } }) => ({ picture: null, crop }),
        onDone: 'changed',
        onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    changed: { entry: [notifyChanged, notifySession], always: 'idle' },
  },
});
