/** Profile picture: selected, cropped, saved, removed; the crop square never leaves the picture. */
import { createActor, fromCallback, fromPromise, setup, type AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import { avatarMachine, type ReadPicture } from '../../../src/machines/userSetting/avatar.machine.ts';
import { type Crop, FIRST_CROP, fitted, MOST_ZOOM, squareOf } from '../../../src/machines/userSetting/crop.ts';
import {
  selectAvatarFailure,
  selectAvatarQuestion,
  selectCrop,
  selectIsAvatarSaving,
  selectIsCropping,
  selectPicture,
} from '../../../src/machines/userSetting/userSetting.selectors.ts';
import { settle } from '../../fakes/settle.ts';

const PICTURE: ReadPicture = { url: 'blob:1', width: 400, height: 200 };
const FILE = new File(['x'], 'me.png', { type: 'image/png' });

async function start() {
  const world = {
    refusal: null as ApiError | null,
    saved: [] as { picture: ReadPicture | null; crop: Crop }[],
    forgotten: [] as string[],
    told: [] as string[],
  };
  const scribe = fromCallback<AnyEventObject>(({ receive }) => receive((event) => void world.told.push(event.type)));
  const tried = avatarMachine.provide({
    actors: {
      readPicture: fromPromise<ReadPicture, { file: File }>(async () => {
        if (world.refusal) throw world.refusal;
        return PICTURE;
      }),
      savePicture: fromPromise<unknown, { picture: ReadPicture | null; crop: Crop }>(async ({ input }) => {
        if (world.refusal) throw world.refusal;
        world.saved.push(input);
      }),
    },
    actions: { forgetPicture: (_, { url }) => void world.forgotten.push(url) },
  });
  const root = createActor(
    setup({ actors: { scribe, tried } }).createMachine({
      invoke: [
        { src: 'scribe', id: 'notices', systemId: 'notices' },
        { src: 'scribe', id: 'session', systemId: 'session' },
        { src: 'tried', id: 'tried' },
      ],
    }),
  ).start();
  const actor = root.getSnapshot().children['tried'] as ReturnType<typeof createActor<typeof tried>>;
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    for (let i = 0; i < 4; i++) await settle();
  };
  return {
    world,
    send,
    at: () => actor.getSnapshot(),
    answer: async (type: 'confirm.accept' | 'confirm.cancel') => {
      selectAvatarQuestion(actor.getSnapshot())?.send({ type });
      for (let i = 0; i < 4; i++) await settle();
    },
  };
}

describe('a picture', () => {
  it('is read, cut and kept; the bar shows it, and what was read is forgotten', async () => {
    const { world, send, at } = await start();
    await send({ type: 'picture.choose', file: FILE });
    expect([selectIsCropping(at()), selectPicture(at()), selectCrop(at())]).toEqual([true, PICTURE, FIRST_CROP]);
    await send({ type: 'crop.change', crop: { zoom: 2 } });
    await send({ type: 'crop.change', crop: { x: 0.3 } });
    await send({ type: 'picture.save' });
    expect(world).toMatchObject({
      saved: [{ picture: PICTURE, crop: { zoom: 2, x: 0.3, y: 0.5 } }],
      forgotten: ['blob:1'],
      told: ['notice.show', 'session.refresh'],
    });
    expect([selectIsCropping(at()), selectPicture(at())]).toEqual([false, null]);
  });

  it('that cannot be read says why; another one is free to be chosen', async () => {
    const { world, send, at } = await start();
    world.refusal = new ApiError('pictureWrong');
    await send({ type: 'picture.choose', file: FILE });
    expect([selectAvatarFailure(at())?.code, selectIsCropping(at())]).toEqual([world.refusal.code, false]);
    world.refusal = null;
    await send({ type: 'picture.choose', file: FILE });
    expect([selectAvatarFailure(at()), selectIsCropping(at())]).toEqual([null, true]);
  });

  it('that is refused stays as it was cut, and may be sent again or given up', async () => {
    const { world, send, at } = await start();
    await send({ type: 'picture.choose', file: FILE });
    await send({ type: 'crop.change', crop: { zoom: 3 } });
    world.refusal = new ApiError('networkFailed');
    await send({ type: 'picture.save' });
    expect([
      selectAvatarFailure(at())?.code,
      selectCrop(at()).zoom,
      selectIsAvatarSaving(at()),
      world.forgotten,
    ]).toEqual([world.refusal.code, 3, false, []]);
    await send({ type: 'picture.cancel' });
    expect([selectPicture(at()), selectAvatarFailure(at()), world.forgotten, world.saved]).toEqual([
      null,
      null,
      ['blob:1'],
      [],
    ]);
  });

  it.each([
    ['confirm.accept', 1],
    ['confirm.cancel', 0],
  ] as const)('is taken away after a question (%s)', async (answer, times) => {
    const test = await start();
    await test.send({ type: 'picture.remove' });
    expect(test.world.saved).toEqual([]);
    await test.answer(answer);
    expect(test.world.saved.map(({ picture }) => picture)).toEqual(Array.from({ length: times }, () => null));
    expect(test.world.told).toHaveLength(2 * times);
  });

  it('that cannot be taken away says why', async () => {
    const test = await start();
    test.world.refusal = new ApiError('databaseAway');
    await test.send({ type: 'picture.remove' });
    await test.answer('confirm.accept');
    expect(selectAvatarFailure(test.at())?.code).toBe(test.world.refusal.code);
  });
});

describe('the square', () => {
  it.each([
    [
      { zoom: 1, x: 0.5, y: 0.5 },
      { left: 100, top: 0, side: 200 },
    ],
    [
      { zoom: 2, x: 0.5, y: 0.5 },
      { left: 150, top: 50, side: 100 },
    ],
    [
      { zoom: 1, x: 0, y: 0 },
      { left: 0, top: 0, side: 200 },
    ],
    [
      { zoom: 2, x: 1, y: 1 },
      { left: 300, top: 100, side: 100 },
    ],
  ])('%j', (crop, square) => expect(squareOf(PICTURE, crop)).toEqual(square));

  it('stays on the picture, however far it is drawn, and no closer than allowed', () => {
    expect(fitted(PICTURE, { zoom: 9, x: -3, y: 7 })).toEqual({ zoom: MOST_ZOOM, x: 25 / 400, y: 175 / 200 });
    expect(fitted(PICTURE, { zoom: 0, x: 9, y: 0 })).toEqual({ zoom: 1, x: 0.75, y: 0.5 });
  });
});
