/** Phrases and pictures of a site: loaded, changed one at a time, refused, changed by somebody else, undone. */
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { OwnCallPicture } from '../../../contract/entities/callContent.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  callContentMachine,
  type ContentSave,
  type LoadedContent,
  pictureName,
  type PictureUpload,
} from '../../../src/machines/calls/callContent.machine.ts';
import { selectHasFailed, selectIsEditing } from '../../../src/machines/calls/callContent.selectors.ts';

function start(canChange = true) {
  const server = {
    version: 1,
    phrases: ['One'] as readonly string[],
    pictures: [] as readonly OwnCallPicture[],
    refusal: null as Error | null,
    loads: 0,
    /** What somebody else saves while a picture is uploaded. */
    meanwhile: {},
  };
  const loaded = (pictures = server.pictures): LoadedContent => ({
    content: {
      siteId: 'site-1',
      version: server.version,
      phrases: [...server.phrases],
      pictures: [...pictures],
      canChange,
      showsPictures: true,
    },
    addresses: {},
  });
  const refuse = (): void => {
    const { refusal } = server;
    server.refusal = null;
    if (refusal) throw refusal;
  };
  const clock = new SimulatedClock();
  const actor = createActor(
    callContentMachine.provide({
      actors: {
        loadContent: fromPromise<LoadedContent, { serialNumber: string }>(async () => {
          refuse();
          server.loads += 1;
          return loaded();
        }),
        saveContent: fromPromise<LoadedContent, ContentSave>(async ({ input }) => {
          refuse();
          server.version = input.version + 1;
          server.phrases = input.phrases;
          return loaded(input.pictures);
        }),
        addPicture: fromPromise<OwnCallPicture, PictureUpload>(async ({ input }) => {
          refuse();
          Object.assign(server, server.meanwhile);
          return { fileId: 'file-1', name: `${input.siteId} ${input.file.name}` };
        }),
      },
    }),
    { input: { serialNumber: 'U1' }, clock },
  ).start();
  return {
    server,
    actor,
    clock,
    context: () => actor.getSnapshot().context,
    is: (state: string) => vi.waitFor(() => expect(actor.getSnapshot().value).toBe(state)),
    change: (phrases: readonly string[]) => actor.send({ type: 'content.change', phrases, pictures: [] }),
  };
}

it('is loaded again before the addresses of its pictures expire, and after a failure', async () => {
  const { server, actor, clock, is } = start();
  await is('shown');
  server.refusal = new ApiError('networkFailed');
  clock.increment(30 * 60_000);
  await is('failed');
  expect(selectHasFailed(actor.getSnapshot())).toBe(true);
  actor.send({ type: 'content.retry' });
  await is('shown');
  expect(server.loads).toBe(2);
});

it('is not edited by those who may not change it', async () => {
  const { actor, is } = start(false);
  await is('shown');
  actor.send({ type: 'content.edit' });
  expect(selectIsEditing(actor.getSnapshot())).toBe(false);
});

it('saves each change, takes no second one meanwhile, empties the field, and undoes the last', async () => {
  const { server, actor, is, change, context } = start();
  await is('shown');
  actor.send({ type: 'content.edit' });
  actor.send({ type: 'phrase.type', text: ' Two ' });
  change(['One', 'Two']);
  change(['Lost']);
  await is('editing');
  expect([server.phrases, context().typed]).toEqual([['One', 'Two'], '']);
  actor.send({ type: 'content.undo' });
  await is('editing');
  expect([server.version, server.phrases]).toEqual([3, ['One']]);
});

it('a refused change leaves what is saved, and the typed text; a picture that is refused too', async () => {
  const { server, actor, is, change, context } = start();
  await is('shown');
  actor.send({ type: 'content.edit' });
  actor.send({ type: 'phrase.type', text: 'Two' });
  server.refusal = new ApiError('networkFailed');
  change(['One', 'Two']);
  await is('editing');
  expect(context()).toMatchObject({ phrases: ['One'], typed: 'Two', undo: null, failure: expect.anything() });
  server.refusal = new ApiError('fileTypeWrong');
  actor.send({ type: 'picture.choose', file: new File(['x'], 'virus.exe') });
  await is('editing');
  expect(context()).toMatchObject({ pictures: [], failure: { code: expect.any(Number) } });
  actor.send({ type: 'picture.choose', file: new File(['x'], 'lift.png') });
  await vi.waitFor(() => expect(context().pictures).toEqual([{ fileId: 'file-1', name: 'site-1 lift.png' }]));
  expect(context().failure).toBeNull();
});

it('shows what somebody else saved first, with the reason, and changes that', async () => {
  const { server, actor, is, change, context } = start();
  await is('shown');
  actor.send({ type: 'content.edit' });
  Object.assign(server, { version: 5, phrases: ['Theirs'], refusal: new ApiError('callContentChanged') });
  change(['One', 'Two']);
  await is('editing');
  expect(context()).toMatchObject({ version: 5, phrases: ['Theirs'], failure: expect.anything() });
  change(['Theirs', 'Two']);
  await is('editing');
  expect(server.phrases).toEqual(['Theirs', 'Two']);
});

it('an uploaded picture is added to what somebody else saved first, unless their list is full', async () => {
  const { server, actor, is, context } = start();
  await is('shown');
  actor.send({ type: 'content.edit' });
  const theirs = { fileId: 'file-0', name: 'Theirs' };
  const conflict = { version: 5, phrases: ['Theirs'], refusal: new ApiError('callContentChanged') };
  server.meanwhile = { ...conflict, pictures: [theirs] };
  actor.send({ type: 'picture.choose', file: new File(['x'], 'lift.png') });
  await vi.waitFor(() =>
    expect(context()).toMatchObject({
      version: 6,
      phrases: ['Theirs'],
      pictures: [theirs, { fileId: 'file-1' }],
      added: null,
      failure: null,
    }),
  );
  const full = Array.from({ length: 12 }, (_, index) => ({ fileId: `file-${index + 2}`, name: 'Theirs' }));
  server.meanwhile = { ...conflict, version: 9, pictures: full };
  actor.send({ type: 'picture.choose', file: new File(['x'], 'lobby.png') });
  await vi.waitFor(() => expect(context()).toMatchObject({ version: 9, pictures: full, failure: expect.anything() }));
  await is('editing');
  expect(context().added).toBeNull();
});

it('names a picture after its file', () => {
  expect(pictureName('Way to the lift.final.jpg')).toBe('Way to the lift.final');
  expect(pictureName('.jpg')).toBe('.jpg');
  expect(pictureName(`${'a'.repeat(60)}.png`)).toHaveLength(40);
});
