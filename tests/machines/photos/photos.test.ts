/** The library's machine: pages by position, ticks and runs, deletion with undo, and what is gone. */
import { describe, expect, it } from 'vitest';
import { MEDIA_PAGE, MEDIA_UNDO_MS } from '../../../contract/rules/mediaLibrary.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import { selectIsSolo } from '../../../src/machines/photos/photos.selectors.ts';
import { itemAt, totalOf } from '../../../src/machines/photos/photos.setup.ts';
import { isSameList, photosQuery } from '../../../src/machines/photos/photosQuery.ts';
import { sampleLibrary, sampleMedia } from '../../fakes/mediaSample.ts';
import { settle } from '../../fakes/settle.ts';
import { pageInput } from '../../fakes/startRobotPage.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start(count = 3, query: Query = {}) {
  const { library, machine, clock } = sampleLibrary(Array.from({ length: count }, (_, at) => sampleMedia(at + 1)));
  const { actor, told } = startUnderApp(machine, {
    as: 'screen',
    clock,
    input: { ...pageInput, page: 'photos', query },
  });
  await settle();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
  };
  const idAt = (at: number): string => itemAt(actor.getSnapshot().context, at)?.fileId ?? '';
  return { actor, library, clock, told, send, idAt, context: () => actor.getSnapshot().context };
}

describe('one item alone', () => {
  it('is in the URL with its item, and ends with it', async () => {
    const { send, told, idAt, actor } = await start();
    const asked = () => told.filter(({ to }) => to === 'navigation').at(-1)?.event;
    await send({ type: 'page.queryChanged', query: { item: idAt(1) } });
    await send({ type: 'solo.open' });
    expect(asked()).toEqual({ type: 'navigation.query', query: { solo: 'yes' }, push: true });
    await send({ type: 'page.queryChanged', query: { item: idAt(1), solo: 'yes' } });
    expect(selectIsSolo(actor.getSnapshot())).toBe(true);
    await send({ type: 'solo.close' });
    expect(asked()).toMatchObject({ query: { solo: '' } });
    await send({ type: 'item.close' });
    expect(asked()).toMatchObject({ query: { item: '', solo: '' } });
    await send({ type: 'page.queryChanged', query: { solo: 'yes' } });
    expect(selectIsSolo(actor.getSnapshot())).toBe(false);
  });
});

describe('pages', () => {
  it('are loaded by the position that is on the screen, each once', async () => {
    const { library, send, context } = await start(5 * MEDIA_PAGE);
    expect(totalOf(context())).toBe(5 * MEDIA_PAGE);
    expect(library.loads).toEqual([1]);
    await send({ type: 'range.seen', first: 3 * MEDIA_PAGE + 5, last: 4 * MEDIA_PAGE + 5 });
    expect(library.loads).toEqual([1, 4, 5]);
    await send({ type: 'range.seen', first: 0, last: 20 });
    expect(library.loads).toEqual([1, 4, 5]);
    expect(itemAt(context(), 2 * MEDIA_PAGE)).toBeNull();
  });

  it('are also loaded beside the open item, so that one can step on from it', async () => {
    const { library, send, idAt } = await start(3 * MEDIA_PAGE);
    await send({ type: 'page.queryChanged', query: { item: idAt(MEDIA_PAGE - 1) } });
    expect(library.loads).toEqual([1, 2]);
    await send({ type: 'page.queryChanged', query: { item: idAt(MEDIA_PAGE) } });
    expect(library.loads).toEqual([1, 2]);
  });

  it('stay on the screen while they are read again', async () => {
    const { library, send, context } = await start();
    library.items = [sampleMedia(99), ...library.items];
    await send({ type: 'page.resumed' });
    expect(library.loads).toEqual([1, 1]);
    expect(itemAt(context(), 0)?.fileId).toBe(sampleMedia(99).fileId);
  });

  it('another filter starts over, an opened item does not', async () => {
    const { library, send, context } = await start();
    await send({ type: 'item.tick', at: 0, run: false });
    await send({ type: 'page.queryChanged', query: { item: sampleMedia(1).fileId } });
    expect(context().ticked).toHaveLength(1);
    expect(library.queries).toHaveLength(1);
    await send({ type: 'page.queryChanged', query: { kind: 'video' } });
    expect([context().ticked, library.queries.at(-1)?.kind, context().open]).toEqual([[], 'video', '']);
  });

  it('that cannot be loaded say why, and are tried again', async () => {
    const { library, send, context, actor } = await start();
    library.refuses = 'networkFailed';
    await send({ type: 'list.reload' });
    expect([actor.getSnapshot().matches({ list: 'failed' }), context().failure?.code]).toEqual([
      true,
      ERRORS.networkFailed,
    ]);
    library.refuses = null;
    await send({ type: 'list.retry' });
    expect(actor.getSnapshot().matches({ list: { ready: 'resting' } })).toBe(true);
  });
});

describe('ticks', () => {
  it('are set one by one, and with Shift as a run', async () => {
    const { send, context, idAt } = await start(10);
    await send({ type: 'item.tick', at: 2, run: false });
    await send({ type: 'item.tick', at: 5, run: true });
    expect(context().ticked).toEqual([idAt(2), idAt(3), idAt(4), idAt(5)]);
    await send({ type: 'item.tick', at: 3, run: false });
    expect(context().ticked).not.toContain(idAt(3));
    await send({ type: 'items.tick', fileIds: [idAt(8), idAt(9)], on: true });
    expect(context().ticked).toContain(idAt(9));
    await send({ type: 'ticks.clear' });
    expect(context().ticked).toEqual([]);
  });

  it('the cursor stays within the list', async () => {
    const { send, context } = await start(10);
    await send({ type: 'cursor.move', by: 5 });
    expect(context().cursor).toBe(0);
    await send({ type: 'cursor.move', by: 50 });
    expect(context().cursor).toBe(9);
    await send({ type: 'cursor.move', by: -50 });
    expect(context().cursor).toBe(0);
  });
});

describe('a deletion', () => {
  it('is at once, and can be undone for 5 s', async () => {
    const { send, context, library, idAt, actor, clock } = await start();
    const first = idAt(0);
    await send({ type: 'photos.do', task: { type: 'remove', fileIds: [first] } });
    expect(totalOf(context())).toBe(2);
    expect(context().undo).toEqual({ fileIds: [first], refused: 0 });
    await send({ type: 'undo.take' });
    expect(library.tasks.at(-1)).toEqual({ type: 'restore', fileIds: [first] });
    expect([totalOf(context()), context().undo]).toEqual([3, null]);
    await send({ type: 'photos.do', task: { type: 'remove', fileIds: [first] } });
    clock.increment(MEDIA_UNDO_MS - 1);
    expect(actor.getSnapshot().hasTag('undoable')).toBe(true);
    clock.increment(1);
    await settle();
    expect([actor.getSnapshot().hasTag('undoable'), context().undo]).toEqual([false, null]);
    await send({ type: 'undo.take' });
    expect(library.tasks.filter(({ type }) => type === 'restore')).toHaveLength(1);
  });

  it('says how many had to stay', async () => {
    const { send, context, library, idAt } = await start();
    library.items = library.items.map((item, at) => (at === 0 ? { ...item, isKept: true } : item));
    const fileIds = [idAt(0), idAt(1)];
    await send({ type: 'photos.do', task: { type: 'remove', fileIds } });
    expect(context().undo).toEqual({ fileIds: [fileIds[1]], refused: 1 });
  });

  it('that is refused changes nothing and says why', async () => {
    const { send, context, library, idAt, told } = await start();
    library.refusesTask = 'mediaOfOpenCase';
    await send({ type: 'photos.do', task: { type: 'remove', fileIds: [idAt(0)] } });
    expect([totalOf(context()), context().undo]).toEqual([3, null]);
    expect(JSON.stringify(told)).toContain(String(ERRORS.mediaOfOpenCase));
  });

  it('of the open item closes it', async () => {
    const { send, told, idAt } = await start(3, { item: sampleMedia(1).fileId });
    await send({ type: 'photos.do', task: { type: 'remove', fileIds: [idAt(0)] } });
    expect(JSON.stringify(told)).toContain('"item":""');
  });
});

describe('an item', () => {
  it('whose right is withdrawn, or which retention deletes, leaves nothing on the screen', async () => {
    const { send, context, library } = await start(3, { item: sampleMedia(1).fileId });
    expect(context().detail?.url).toContain('/whole/');
    library.refusesDetail = 'playbackMissing';
    await send({ type: 'page.resumed' });
    expect([context().detail, context().detailFailure?.code]).toEqual([null, ERRORS.playbackMissing]);
    library.refusesDetail = null;
    await send({ type: 'detail.retry' });
    expect(context().detail).not.toBeNull();
  });

  it('and the rows of a robot that the user has lost leave the screen at the notice, also while nothing can be read', async () => {
    const { send, context, library, idAt } = await start(3, { item: sampleMedia(1).fileId });
    const lost = { type: 'page.noticed', notice: { type: 'relationsChanged' } } as const;
    await send({ type: 'page.noticed', notice: { type: 'accountChanged' } });
    expect([context().detail?.item.fileId, idAt(0)]).toEqual([sampleMedia(1).fileId, sampleMedia(1).fileId]);
    library.items = library.items.slice(1);
    library.refusesDetail = 'playbackMissing';
    await send(lost);
    expect([context().detail, context().detailFailure?.code]).toEqual([null, ERRORS.playbackMissing]);
    expect([totalOf(context()), idAt(0)]).toEqual([2, sampleMedia(2).fileId]);
    library.refuses = 'networkFailed';
    await send(lost);
    expect(itemAt(context(), 0)).toBeNull();
  });

  it('gets a link, which goes with its item', async () => {
    const fileId = sampleMedia(1).fileId;
    const { send, context } = await start(3, { item: fileId });
    await send({ type: 'photos.do', task: { type: 'link', fileId } });
    expect(context().link).toMatchObject({ fileId, url: 'https://house/files/shared/x' });
    await send({ type: 'page.queryChanged', query: { item: sampleMedia(2).fileId } });
    expect(context().link).toBeNull();
  });

  it('that is being recorded is read again', async () => {
    const { library, send, clock } = await start();
    library.items = library.items.map((item, at) => (at === 0 ? { ...item, kind: 'video', isRecording: true } : item));
    await send({ type: 'list.reload' });
    const before = library.queries.length;
    clock.increment(10_000);
    await settle();
    expect(library.queries.length).toBe(before + 1);
  });
});

it('the URL holds the filters, and dates replace a number of days', () => {
  expect(photosQuery.read({ days: '7', from: '2026-03-01' }).days).toBe('');
  expect(photosQuery.read({ kind: 'nonsense', group: 'place', by: 'alarm' })).toMatchObject({
    kind: '',
    groupBy: 'place',
    source: 'alarm',
  });
  expect(isSameList({ item: 'a' }, { item: 'b' })).toBe(true);
  expect(isSameList({ group: 'robot' }, {})).toBe(false);
});
