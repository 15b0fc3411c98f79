/** The draft of a floor: kept and offered again, saved exactly once, conflicts, and publishing. */
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAWING, withRoom } from '../../../contract/rules/drawFloor/edit.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { selectIsFloorUnkept, selectTraceImport } from '../../../src/machines/floorDrawing/floorDrawing.selectors.ts';
import { counter } from '../../fakes/drawings.ts';
import { floorOf, startFloorDrawing } from '../../fakes/startFloorDrawing.ts';

const ROOM = withRoom(EMPTY_DRAWING, [2, 2], [6, 5], counter());
const open = (options?: Parameters<typeof startFloorDrawing>[0]) => startFloorDrawing(options).settle();
const drawn = async (options?: Parameters<typeof startFloorDrawing>[0]) => {
  const hand = await open(options);
  return hand.tool('wall').down(2, 8).move(7, 8).up().escape();
};

describe('a floor', () => {
  it('is asked for by the address; without one there is nothing to draw, and a failure can be retried', async () => {
    expect((await startFloorDrawing({}, { drawing: '' }).settle()).stage()).toBe('none');
    const hand = await startFloorDrawing({}, { drawing: 'f2' }).settle();
    expect(hand.stage()).toBe('failed');
    hand.cloud.floor = floorOf(ROOM, { id: 'f2' });
    expect((await hand.send({ type: 'floor.retry' }).settle()).stage()).toBe('editing');
  });
});

describe('the draft', () => {
  it('is kept with every edit, guards the tab, and is offered after a reload', async () => {
    const hand = await drawn();
    expect(hand.drafts).toMatchObject({ guards: 1, last: { revision: 3, drawing: { walls: [{ from: [2, 8] }] } } });
    const next = await open({ kept: { ...hand.drafts.last, at: 1 } as never });
    expect(next.stage()).toBe('offering');
    next.send({ type: 'draft.take' });
    expect([next.stage(), next.walls(), next.context().changed]).toEqual(['editing', ['2,8 7,8'], 1]);
    expect(next.undo().walls()).toEqual([]);
  });

  it('is dropped only after a confirmation', async () => {
    const kept = { revision: 3, at: 1, drawing: ROOM };
    const hand = await open({ kept });
    hand.send({ type: 'draft.drop' });
    await hand.answer(false);
    expect([hand.stage(), hand.context().kept]).toEqual(['offering', { ...kept, at: 2_000 }]);
    hand.send({ type: 'draft.drop' });
    await hand.answer(true);
    expect([hand.stage(), hand.drafts.last, hand.walls()]).toEqual(['editing', null, []]);
  });

  it('asks before the page is left, more firmly where the browser keeps nothing', async () => {
    const hand = await drawn();
    hand.send({ type: 'page.leaveAsked', to: '/home' });
    expect(hand.question()?.getSnapshot().context.textKey).toBe('floorDrawing.leave.text');
    await hand.answer(false);
    hand.drafts.watch(false);
    expect(selectIsFloorUnkept(hand.actor.getSnapshot())).toBe(true);
    hand.send({ type: 'page.leaveAsked', to: '/home' });
    expect(hand.question()?.getSnapshot().context.textKey).toBe('floorDrawing.leave.textLost');
    await hand.answer(true);
    expect(hand.toldTo('navigation')).toContainEqual({ type: 'navigation.leave', to: '/home' });
  });

  it('is discarded after a confirmation, and that can be undone', async () => {
    const hand = await drawn();
    hand.send({ type: 'draft.discard' });
    await hand.answer(true);
    expect([hand.walls(), hand.context().changed, hand.drafts]).toMatchObject([[], 0, { last: null, guards: 0 }]);
    expect(hand.undo().walls()).toEqual(['2,8 7,8']);
  });
});

describe('Save', () => {
  it('sends the whole drawing with its base, and what was done stays undoable', async () => {
    const hand = await drawn();
    await hand.send({ type: 'save.send' }).settle();
    expect(hand.cloud.saved).toMatchObject([
      { drawingId: 'f1', baseRevision: 3, drawing: { walls: [{ to: [7, 8] }] } },
    ]);
    expect(hand.context()).toMatchObject({ changed: 0, base: { revision: 4 }, floor: { revision: 4 } });
    expect(hand.drafts).toMatchObject({ last: null, guards: 0 });
    expect(hand.undo().context().changed).toBe(1);
  });

  it('without an answer loses nothing, and is the same request when it is sent again', async () => {
    let tries = 0;
    const hand = await drawn({
      save: () => {
        tries += 1;
        if (tries === 1) throw new BaseApiError('networkFailed');
        return { result: 'saved', revision: 4 };
      },
    });
    await hand.send({ type: 'save.send' }).settle();
    expect(hand.context()).toMatchObject({ changed: 1, failure: { code: expect.any(Number) as number } });
    await hand.send({ type: 'save.send' }).settle();
    const [first, second] = hand.cloud.saved.map(({ attempt }) => attempt);
    expect(first).toBe(second);
    hand.tool('wall').down(2, 9).move(7, 9).up().escape();
    await hand.send({ type: 'save.send' }).settle();
    expect(hand.cloud.saved[2]?.attempt).not.toBe(first);
  });

  it('without changes sends nothing', async () => {
    const hand = await open({ drawing: ROOM });
    await hand.send({ type: 'save.send' }).settle();
    expect(hand.cloud.saved).toEqual([]);
  });
});

describe('a conflict', () => {
  const theirs = floorOf(ROOM, { revision: 7, savedBy: 'Lin Wei' });
  const inConflict = async () => {
    let tries = 0;
    const hand = await drawn({
      save: () => (++tries === 1 ? { result: 'conflict', theirs } : { result: 'saved', revision: 8 }),
    });
    await hand.send({ type: 'save.send' }).settle();
    expect(hand.draft()).toBe('conflicting');
    return hand;
  };

  it('keeps mine on top of theirs', async () => {
    const hand = await inConflict();
    await hand.send({ type: 'conflict.mine' }).settle();
    expect(hand.cloud.saved[1]).toMatchObject({ baseRevision: 7, drawing: { walls: [{ from: [2, 8] }] } });
    expect(hand.context()).toMatchObject({ changed: 0, base: { revision: 8 } });
  });

  it('takes theirs', async () => {
    const hand = await inConflict();
    hand.send({ type: 'conflict.theirs' });
    expect(hand.context()).toMatchObject({ changed: 0, drawing: ROOM, base: { revision: 7 }, past: [] });
    expect(hand.drafts.last).toBeNull();
  });

  it('can be decided later', async () => {
    const hand = await inConflict();
    hand.send({ type: 'conflict.later' });
    expect(hand.context()).toMatchObject({ changed: 1, theirs: null, base: { revision: 3 } });
    expect(hand.draft()).toBe('drafting');
  });
});

describe('Publish', () => {
  it('asks, saves what is not saved, and then robots have it', async () => {
    const hand = await drawn();
    hand.send({ type: 'publish.open' });
    expect(hand.question()?.getSnapshot().context).toMatchObject({
      textKey: 'floorDrawing.publish.first',
      words: { name: 'Attic', site: 'Harbour Hotel' },
    });
    await hand.answer(true);
    expect([hand.cloud.saved.length, hand.cloud.published]).toEqual([
      1,
      [{ drawingId: 'f1', revision: 4, leaveBlocked: false }],
    ]);
    expect(hand.context()).toMatchObject({ changed: 0, floor: { publishedRevision: 4, mapId: 'f1' } });
    hand.send({ type: 'publish.open' });
    expect(hand.question()?.getSnapshot().context.textKey).toBe('floorDrawing.publish.again');
    await hand.answer(false);
    expect(hand.cloud.published).toHaveLength(1);
  });

  it('stops at a conflict', async () => {
    const hand = await drawn({ save: () => ({ result: 'conflict', theirs: floorOf(ROOM, { revision: 7 }) }) });
    hand.send({ type: 'publish.open' });
    await hand.answer(true);
    expect([hand.draft(), hand.cloud.published]).toEqual(['conflicting', []]);
  });

  it('with points in walls only after a second confirmation', async () => {
    let tries = 0;
    const hand = await open({
      drawing: ROOM,
      publish: () => {
        tries += 1;
        if (tries < 3) throw new BaseApiError(ERRORS.drawingPointsBlocked, { words: { points: 'Dock' } });
        return floorOf(ROOM, { publishedRevision: 3 });
      },
    });
    const publish = async (anyway: boolean) => {
      hand.send({ type: 'publish.open' });
      await hand.answer(true);
      expect(hand.question()?.getSnapshot().context).toMatchObject({
        titleKey: 'floorDrawing.blocked.title',
        words: { points: 'Dock' },
      });
      await hand.answer(anyway);
    };
    await publish(false);
    expect(hand.context()).toMatchObject({ failure: null, floor: { publishedRevision: null } });
    await publish(true);
    expect(hand.cloud.published.map(({ leaveBlocked }) => leaveBlocked)).toEqual([false, false, true]);
    expect(hand.context().floor?.publishedRevision).toBe(3);
  });

  it('that is refused says why', async () => {
    const hand = await open({
      drawing: ROOM,
      publish: () => {
        throw new BaseApiError(ERRORS.mapRobotsStranded, { words: { robots: 'Porter 1' } });
      },
    });
    hand.send({ type: 'publish.open' });
    await hand.answer(true);
    expect(hand.context().failure).toMatchObject({ code: ERRORS.mapRobotsStranded });
    expect(hand.draft()).toBe('drafting');
  });
});

describe('the picture to trace', () => {
  it('gets its scale from two places and their distance, and can be removed', async () => {
    const hand = await open({ drawing: ROOM });
    hand.send({ type: 'trace.open' });
    const picking = () => selectTraceImport(hand.actor.getSnapshot());
    picking()?.send({ type: 'files.pick', files: [new File(['x'], 'plan.png')] });
    await hand.settle();
    picking()?.send({ type: 'mark.put', mark: [0, 0] });
    picking()?.send({ type: 'mark.put', mark: [100, 0] });
    picking()?.send({ type: 'field.type', change: { distance: '20' } });
    picking()?.send({ type: 'import.save' });
    await hand.settle();
    expect(picking()).toBeUndefined();
    expect(hand.context().floor?.trace).toMatchObject({ id: 't1', resolution: 0.2 });
    await hand.send({ type: 'trace.remove' }).settle();
    expect(hand.context().floor?.trace).toBeNull();
  });
});
