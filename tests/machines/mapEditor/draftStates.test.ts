/** Saving a draft exactly once, conflicts with other users' changes, and comparison with an earlier version. */
import { describe, expect, it } from 'vitest';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import { selectChanges, selectDraftStage } from '../../../src/machines/mapEditor/mapEditor.selectors.ts';
import { pointOf } from '../../fakes/draftPoints.ts';
import { mapOf, mapPoint, startMapEditor, THREE } from '../../fakes/startMapEditor.ts';

const editor = (options?: Parameters<typeof startMapEditor>[0]) => startMapEditor(options).settle();

describe('Save', () => {
  it('sends what changed, as one, and stands on what it left; what was done stays undoable', async () => {
    const hand = await editor();
    hand
      .down(2, 2)
      .move(4.5, 6.5)
      .up()
      .select('c')
      .send({ type: 'points.delete' })
      .send({ type: 'save.open' })
      .send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.cloud.saved).toHaveLength(1);
    expect(hand.cloud.saved[0]).toMatchObject({
      baseRevision: 4,
      changes: [
        { op: 'change', point: 'a', to: { worldX: 4.5 } },
        { op: 'delete', point: 'c' },
      ],
    });
    expect(hand.context()).toMatchObject({ changed: 0, base: { revision: 5 } });
    expect(hand.kept()).toBeNull();
    expect(hand.undo().context().changed).toBe(1);
  });

  it('shows the earlier versions that are asked for while the map is read again', async () => {
    const hand = await editor();
    const watching = hand.actor.subscribe((snapshot) => {
      if (!snapshot.matches({ editing: { draft: 'refreshing' } })) return;
      watching.unsubscribe();
      hand.send({ type: 'versions.open' });
    });
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(selectDraftStage(hand.actor.getSnapshot())).toBe('versions');
    expect(hand.context().base.revision).toBe(5);
  });

  it('without an answer loses nothing, and is the same request when it is sent again', async () => {
    let tries = 0;
    const hand = await editor({
      cloud: {
        answer: () => {
          tries += 1;
          if (tries === 1) throw new BaseApiError('networkFailed');
          return { result: 'saved', revision: 5, summary: { added: 0, moved: 1, changed: 0, deleted: 0 } };
        },
      },
    });
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.context().failure).not.toBeNull();
    expect(hand.kept()?.changes).toHaveLength(1);
    hand.send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.cloud.saved.map(({ attempt }) => attempt)).toEqual([
      hand.cloud.saved[0]?.attempt,
      hand.cloud.saved[0]?.attempt,
    ]);
    hand.send({ type: 'save.open' });
  });

  it('shows what somebody else did meanwhile, and each point is chosen', async () => {
    const hand = await editor();
    hand
      .down(2, 2)
      .move(4.5, 6.5)
      .up()
      .select('b')
      .send({ type: 'points.delete' })
      .send({ type: 'point.change', areaId: 'c', change: { stayTime: 5 }, mark: null });
    // Another user saved first: moved a, renamed b, and added d.
    const theirs = [
      { ...THREE[0]!, worldX: 1 },
      { ...THREE[1]!, name: 'Bar 9' },
      THREE[2]!,
      pointOf('d', { name: 'New', worldX: 20, worldY: 20 }),
    ];
    hand.cloud.map = mapOf(theirs, 5);
    const save = hand.cloud.answer;
    hand.cloud.answer = () => ({
      result: 'conflicts',
      revision: 5,
      conflicts: [
        { areaId: 'a', theirs: mapPoint(theirs[0]!), base: mapPoint(THREE[0]!) },
        { areaId: 'b', theirs: mapPoint(theirs[1]!), base: mapPoint(THREE[1]!) },
      ],
    });
    hand.send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(selectDraftStage(hand.actor.getSnapshot())).toBe('conflict');
    hand.send({ type: 'conflict.settle' });
    expect(selectDraftStage(hand.actor.getSnapshot())).toBe('conflict');
    hand.cloud.answer = save;
    hand
      .send({ type: 'conflict.choose', ids: ['a'], choice: 'mine' })
      .send({ type: 'conflict.choose', ids: ['b'], choice: 'theirs' })
      .send({ type: 'conflict.settle' });
    await hand.settle();
    expect(selectChanges(hand.actor.getSnapshot()).map(({ areaId, kind }) => [areaId, kind])).toEqual([
      ['a', 'moved'],
      ['c', 'changed'],
    ]);
    hand.send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.cloud.saved.at(-1)).toMatchObject({ baseRevision: 5 });
    expect(hand.base().map(({ areaId, worldX, name, stayTime }) => [areaId, worldX, name, stayTime])).toEqual([
      ['a', 4.5, 'Dock', 0],
      ['b', 6, 'Bar 9', 0],
      ['c', 10, 'Lift', 5],
      ['d', 20, 'New', 0],
    ]);
  });

  it('is told of routes and robots that need a point, and may break routes', async () => {
    const hand = await editor({
      cloud: {
        answer: ({ breakRoutes }) =>
          breakRoutes
            ? { result: 'saved', revision: 5, summary: { added: 0, moved: 0, changed: 0, deleted: 1 } }
            : { result: 'inUse', uses: [{ areaId: 'a', kind: 'route', id: 'r', name: 'Day round' }] },
      },
    });
    hand
      .select('a')
      .send({ type: 'points.delete' })
      .send({ type: 'save.open' })
      .send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.context().uses).toHaveLength(1);
    hand.send({ type: 'save.send', breakRoutes: true });
    await hand.settle();
    expect(hand.cloud.saved.map(({ breakRoutes }) => breakRoutes)).toEqual([false, true]);
    expect(hand.cloud.saved[0]?.attempt).not.toBe(hand.cloud.saved[1]?.attempt);
  });
});

describe('earlier versions', () => {
  it('are listed, looked at, compared and brought back', async () => {
    const hand = await editor({ cloud: { versions: [[THREE[0]!], [THREE[0]!, { ...THREE[1]!, worldX: 7 }]] } });
    await hand.send({ type: 'versions.open' }).settle();
    expect(hand.context().versions).toHaveLength(2);
    await hand.send({ type: 'version.look', revision: 1 }).settle();
    expect(hand.context().looked?.points).toHaveLength(2);
    hand.send({ type: 'version.restore' }).answer(true);
    await hand.settle();
    await hand.settle();
    expect(hand.places()).toBe('a 2,2 · b 7,4');
    expect(hand.context()).toMatchObject({ changed: 0, base: { revision: 5 } });
  });
});

describe('what somebody else saves meanwhile', () => {
  const byOther = (revision: number | null, userId = 'other') => ({
    type: 'page.mapChanged' as const,
    siteId: 's1',
    mapId: 'm1',
    revision,
    by: { userId, name: 'Chen Yu' },
  });
  const moved = THREE.map((point) => (point.areaId === 'c' ? { ...point, worldX: 12 } : point));

  it('is taken at once without a draft, and said', async () => {
    const hand = await editor();
    hand.cloud.map = mapOf(moved, 5);
    await hand.send(byOther(5)).settle();
    expect(hand.places()).toBe('a 2,2 · b 6,4 · c 12,9');
    expect(hand.told).toContainEqual({
      type: 'notice.show',
      notice: { tone: 'info', key: 'mapEditor.newer.taken', params: { name: 'Chen Yu', revision: 5 } },
    });
  });

  it('is told beside a draft, which stays; taken as soon as that is discarded', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up();
    hand.cloud.map = mapOf(moved, 5);
    await hand.send(byOther(5)).settle();
    expect(hand.places()).toBe('a 4.5,6.5 · b 6,4 · c 10,9');
    expect(hand.context().newer).toMatchObject({ revision: 5, by: { name: 'Chen Yu' } });
    hand.send({ type: 'draft.discard' }).answer(true);
    await hand.settle();
    expect([hand.places(), hand.context().newer]).toEqual(['a 2,2 · b 6,4 · c 12,9', null]);
  });

  it('waits for a hand that is in the middle of something', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5);
    hand.cloud.map = mapOf(moved, 5);
    await hand.send(byOther(5)).settle();
    expect(hand.context().gesture).not.toBeNull();
    await hand.escape().settle();
    expect(hand.places()).toContain('c 12,9');
  });

  it("is no news when it is one's own Save, or of another map", async () => {
    const hand = await editor();
    hand
      .down(2, 2)
      .move(4.5, 6.5)
      .up()
      .send({ type: 'save.open' })
      .send({ type: 'save.send', breakRoutes: false })
      .send(byOther(5, hand.context().userId));
    await hand.settle();
    hand.send(byOther(5, hand.context().userId)).send({ ...byOther(9), mapId: 'm2' });
    expect(hand.context().newer).toBeNull();
    expect(
      hand.told.filter(
        ({ type, notice }: { type: string; notice?: { key: string } }) =>
          type === 'notice.show' && notice?.key.startsWith('mapEditor.newer'),
      ),
    ).toEqual([]);
  });
});

describe('while what will change, or a version, is looked through', () => {
  it('a hand only moves the map, and the tool is the one it was', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().tool('connect').send({ type: 'save.open' });
    hand.down(6, 4).move(15, 15).up();
    expect(hand.places()).toBe('a 4.5,6.5 · b 6,4 · c 10,9');
    expect(hand.context().points[1]?.elevatorId).toBeNull();
    hand.send({ type: 'save.close' });
    expect(hand.isIn({ tool: { connect: 'idle' }, draft: 'drafting' })).toBe(true);
  });

  it('undo works on, to where nothing is left to save; a tool leads back to work', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).undo();
    expect(hand.isIn({ draft: 'drafting' })).toBe(true);
    hand.redo().send({ type: 'save.open' }).tool('measure');
    expect(hand.isIn({ draft: 'drafting', tool: { measure: 'idle' } })).toBe(true);
  });
});
