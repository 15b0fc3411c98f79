/** A hand on the map, and what becomes of its draft: kept, saved once, shown against what others did. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../contract/wire/refusal.ts';
import { selectChanges, selectDesk, selectFaults } from '../../../src/machines/mapEditor/mapEditor.selectors.ts';
import { pointOf } from '../../fakes/draftPoints.ts';
import { mapOf, mapPoint, startMapEditor, THREE } from '../../fakes/startMapEditor.ts';

const FIRST = 'a 2,2 · b 6,4 · c 10,9';
const editor = (options?: Parameters<typeof startMapEditor>[0]) => startMapEditor(options).settle();

describe('a hand', () => {
  it('drags a point as one step of history', async () => {
    const hand = await editor();
    hand.down(2, 2).move(3, 2.5).move(4.5, 6.5).up();
    expect(hand.places()).toBe('a 4.5,6.5 · b 6,4 · c 10,9');
    expect(hand.undo().places()).toBe(FIRST);
    expect(hand.redo().places()).toBe('a 4.5,6.5 · b 6,4 · c 10,9');
  });

  it('leaves the draft alone until it lets go, so that a capsule in the middle of a drag stands in that drag', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5);
    expect(hand.context()).toMatchObject({ changed: 0, gesture: { kind: 'move', ids: ['a'], dx: 2.5, dy: 4.5 } });
    expect(JSON.parse(JSON.stringify(hand.actor.getPersistedSnapshot()))).toMatchObject({ context: { gesture: { kind: 'move', dx: 2.5 } } });
  });

  it('draws to the lines of other points, and to the grid where it is wanted', async () => {
    const hand = await editor();
    hand.down(2, 2).move(6.2, 7.9);
    expect(hand.context().gesture).toMatchObject({ dx: 4, guides: { x: 6, y: null } });
    hand.escape().send({ type: 'snap.set', change: { toGrid: true, toPoints: false } }).down(2, 2).move(3.6, 3.1).up();
    expect(hand.places()).toContain('a 3.5,3 ');
  });

  it('selects with Shift and by a box, and moves what is selected together', async () => {
    const hand = await editor();
    hand.down(0, 0).move(7, 5).up();
    expect(hand.context().selection).toEqual(['a', 'b']);
    hand.down(10, 9, { join: true }).up();
    expect(hand.context().selection).toEqual(['a', 'b', 'c']);
    hand.down(2, 2).move(2, 3).up();
    expect(hand.places()).toBe('a 2,3 · b 6,5 · c 10,10');
    hand.down(30, 20).up();
    expect(hand.context().selection).toEqual([]);
  });

  it('adds, copies, pastes, nudges, aligns and deletes, each a step', async () => {
    const hand = await editor();
    hand.tool('add').down(20, 20).up();
    const [added] = hand.context().selection;
    expect(hand.context().points.find(({ areaId }) => areaId === added)).toMatchObject({ name: 'Point 1', worldX: 20, worldY: 20 });
    hand.send({ type: 'points.copy' }).send({ type: 'points.paste' });
    expect(hand.context().points.map(({ name }) => name)).toContain('Point 2');
    hand.select('a').send({ type: 'points.nudge', dx: 0.1, dy: 0 }).send({ type: 'points.nudge', dx: 0.1, dy: 0 });
    expect(hand.places()).toContain('a 2.2,2');
    expect(hand.undo().places()).toContain('a 2,2');
    hand.select('a', 'b').send({ type: 'points.align', edge: 'right' });
    expect(hand.places()).toContain('a 6,2 · b 6,4');
    hand.send({ type: 'points.delete' });
    expect(hand.places()).not.toContain('b ');
    while (hand.context().past.length > 0) hand.undo();
    expect(hand.places()).toBe(FIRST);
    expect(hand.context().changed).toBe(0);
  });

  it('sends the robot to where a point is in the draft', async () => {
    const hand = await editor();
    hand.select('b').send({ type: 'point.place', areaId: 'b', x: 7, y: 5, mark: null }).send({ type: 'robot.check', areaId: 'b' });
    await hand.settle();
    expect(hand.asked).toEqual([{ serialNumber: 'A', mapId: 'm1', x: 7, y: 5, theta: 0 }]);
  });
});

describe('faults', () => {
  it('are found while one edits, at the point and its field', async () => {
    const hand = await editor();
    hand.send({ type: 'point.change', areaId: 'a', change: { name: 'bar ' }, mark: 'name' });
    const { of } = selectFaults(hand.actor.getSnapshot());
    expect(of.get('a')).toEqual([{ areaId: 'a', field: 'name', error: 'nameTaken', other: 'b' }]);
    expect(of.get('b')?.[0]?.other).toBe('a');
  });
});

describe('a draft', () => {
  it('is kept, offered on return, and taken up or dropped', async () => {
    const before = await editor();
    before.down(2, 2).move(4.5, 6.5).up();
    const hand = await before.reload().settle();
    expect(hand.stage()).toBe('offering');
    hand.send({ type: 'draft.take' });
    expect(hand.places()).toBe('a 4.5,6.5 · b 6,4 · c 10,9');
    const other = await before.reload().settle();
    other.send({ type: 'draft.drop' });
    expect([other.places(), other.kept()]).toEqual([FIRST, null]);
  });

  it('asks before it is left, and before it is thrown away', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'leave.ask', to: '/home' }).answer(false);
    expect(hand.told.map(({ type }) => type)).not.toContain('navigation.go');
    hand.send({ type: 'leave.ask', to: '/home' }).answer(true);
    expect(hand.told).toContainEqual({ type: 'navigation.go', to: '/home' });
    hand.send({ type: 'draft.discard' }).answer(true);
    expect([hand.places(), hand.kept(), hand.isIn({ tab: 'free' })]).toEqual([FIRST, null, true]);
  });

  it('is laid over the names of another language, field by field', async () => {
    const hand = await editor();
    hand.send({ type: 'point.change', areaId: 'a', change: { stayTime: 9 }, mark: null });
    hand.cloud.map = mapOf(THREE.map((point) => ({ ...point, name: `${point.name} 中` })));
    await hand.send({ type: 'page.languageChanged', language: 'zhCN' }).settle();
    expect(hand.context().points[0]).toMatchObject({ name: 'Dock 中', stayTime: 9 });
    expect(hand.context().changed).toBe(1);
  });
});

describe('Save', () => {
  it('sends what changed, as one, and stands on what it left; what was done stays undoable', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().select('c').send({ type: 'points.delete' }).send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.cloud.saved).toHaveLength(1);
    expect(hand.cloud.saved[0]).toMatchObject({ baseRevision: 4, changes: [{ op: 'change', point: 'a', to: { worldX: 4.5 } }, { op: 'delete', point: 'c' }] });
    expect(hand.context()).toMatchObject({ changed: 0, base: { revision: 5 } });
    expect(hand.kept()).toBeNull();
    expect(hand.undo().context().changed).toBe(1);
  });

  it('without an answer loses nothing, and is the same request when it is sent again', async () => {
    let tries = 0;
    const hand = await editor({ cloud: { answer: () => { tries += 1; if (tries === 1) throw new Refusal('networkFailed'); return { result: 'saved', revision: 5, summary: { added: 0, moved: 1, changed: 0, deleted: 0 } }; } } });
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.context().failure).not.toBeNull();
    expect(hand.kept()?.changes).toHaveLength(1);
    hand.send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.cloud.saved.map(({ attempt }) => attempt)).toEqual([hand.cloud.saved[0]?.attempt, hand.cloud.saved[0]?.attempt]);
    hand.send({ type: 'save.open' });
  });

  it('shows what somebody else did meanwhile, and each point is chosen', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().select('b').send({ type: 'points.delete' }).send({ type: 'point.change', areaId: 'c', change: { stayTime: 5 }, mark: null });
    // Somebody was faster: moved a, renamed b, and added d.
    const theirs = [{ ...THREE[0]!, worldX: 1 }, { ...THREE[1]!, name: 'Bar 9' }, THREE[2]!, pointOf('d', { name: 'New', worldX: 20, worldY: 20 })];
    hand.cloud.map = mapOf(theirs, 5);
    const save = hand.cloud.answer;
    hand.cloud.answer = () => ({ result: 'conflicts', revision: 5, conflicts: [{ areaId: 'a', theirs: mapPoint(theirs[0]!), base: mapPoint(THREE[0]!) }, { areaId: 'b', theirs: mapPoint(theirs[1]!), base: mapPoint(THREE[1]!) }] });
    hand.send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(selectDesk(hand.actor.getSnapshot())).toBe('conflict');
    hand.send({ type: 'conflict.settle' });
    expect(selectDesk(hand.actor.getSnapshot())).toBe('conflict');
    hand.cloud.answer = save;
    hand.send({ type: 'conflict.choose', ids: ['a'], choice: 'mine' }).send({ type: 'conflict.choose', ids: ['b'], choice: 'theirs' }).send({ type: 'conflict.settle' });
    await hand.settle();
    expect(selectChanges(hand.actor.getSnapshot()).map(({ areaId, kind }) => [areaId, kind])).toEqual([['a', 'moved'], ['c', 'changed']]);
    hand.send({ type: 'save.send', breakRoutes: false });
    await hand.settle();
    expect(hand.cloud.saved.at(-1)).toMatchObject({ baseRevision: 5 });
    expect(hand.base().map(({ areaId, worldX, name, stayTime }) => [areaId, worldX, name, stayTime])).toEqual([['a', 4.5, 'Dock', 0], ['b', 6, 'Bar 9', 0], ['c', 10, 'Lift', 5], ['d', 20, 'New', 0]]);
  });

  it('is told of routes and robots that need a point, and may break routes', async () => {
    const hand = await editor({ cloud: { answer: ({ breakRoutes }) => (breakRoutes ? { result: 'saved', revision: 5, summary: { added: 0, moved: 0, changed: 0, deleted: 1 } } : { result: 'inUse', uses: [{ areaId: 'a', kind: 'route', id: 'r', name: 'Day round' }] }) } });
    hand.select('a').send({ type: 'points.delete' }).send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false });
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

describe('ways in', () => {
  it('tells of no map, and of no right', async () => {
    expect((await editor({ cloud: { map: null } })).stage()).toBe('none');
    expect((await editor({ cloud: { mayEdit: false } })).stage()).toBe('forbidden');
  });
});
