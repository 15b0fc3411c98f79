/** A hand on the map, and what becomes of its draft: kept, saved once, shown against what others did. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../contract/wire/refusal.ts';
import { selectChanges, selectDesk, selectFaults, selectIsUnkept, selectLinks, selectQuestion } from '../../../src/machines/mapEditor/mapEditor.selectors.ts';
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
    hand.send({ type: 'points.selectAll' });
    expect(hand.context().selection).toEqual(['a', 'b', 'c']);
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

it('makes its robot current before the map is there: the fleet settles on no other meanwhile', () => {
  const hand = startMapEditor();
  expect([hand.told, hand.actor.getSnapshot().value]).toEqual([[{ type: 'robot.choose', serialNumber: 'A' }], 'loading']);
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
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'page.leaveAsked', to: '/home' }).answer(false);
    expect(hand.told.map(({ type }) => type)).not.toContain('navigation.leave');
    hand.send({ type: 'page.leaveAsked', to: '/home' }).answer(true);
    expect(hand.told).toContainEqual({ type: 'navigation.leave', to: '/home' });
    hand.send({ type: 'draft.discard' }).answer(true);
    expect([hand.places(), hand.kept(), hand.isIn({ tab: 'free' })]).toEqual([FIRST, null, true]);
  });

  it('asks wherever in the editor one is, and before another map is taken; a saved one asks nothing', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).send({ type: 'page.leaveAsked', to: '/home' });
    expect(hand.isIn({ desk: 'leaving' })).toBe(true);
    hand.answer(false).send({ type: 'map.choose', mapId: 'm2' });
    expect(hand.isIn({ desk: 'leaving' })).toBe(true);
    expect(hand.actor.getSnapshot().hasTag('unsaved')).toBe(true);
    hand.answer(true);
    expect(hand.told).toContainEqual({ type: 'navigation.leave', to: '/setting/map-edit?serialNumber=A&map=m2' });
    await hand.send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false }).settle();
    await hand.settle();
    expect(hand.actor.getSnapshot().hasTag('unsaved')).toBe(false);
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

describe('what somebody else saves meanwhile', () => {
  const byOther = (revision: number | null, userId = 'other') => ({ type: 'page.mapChanged' as const, siteId: 's1', mapId: 'm1', revision, by: { userId, name: 'Chen Yu' } });
  const moved = THREE.map((point) => (point.areaId === 'c' ? { ...point, worldX: 12 } : point));

  it('is taken at once without a draft, and said', async () => {
    const hand = await editor();
    hand.cloud.map = mapOf(moved, 5);
    await hand.send(byOther(5)).settle();
    expect(hand.places()).toBe('a 2,2 · b 6,4 · c 12,9');
    expect(hand.told).toContainEqual({ type: 'notice.show', notice: { tone: 'info', key: 'mapEditor.newer.taken', words: { name: 'Chen Yu', revision: 5 } } });
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

  it('is no news when it is one\'s own Save, or of another map', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).send({ type: 'save.send', breakRoutes: false }).send(byOther(5, hand.context().userId));
    await hand.settle();
    hand.send(byOther(5, hand.context().userId)).send({ ...byOther(9), mapId: 'm2' });
    expect(hand.context().newer).toBeNull();
    expect(hand.told.filter(({ type, notice }: { type: string; notice?: { key: string } }) => type === 'notice.show' && notice?.key.startsWith('mapEditor.newer'))).toEqual([]);
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
    expect(hand.isIn({ tool: { connect: 'idle' }, desk: 'drafting' })).toBe(true);
  });

  it('undo works on, to where nothing is left to save; a tool leads back to work', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'save.open' }).undo();
    expect(hand.isIn({ desk: 'drafting' })).toBe(true);
    hand.redo().send({ type: 'save.open' }).tool('measure');
    expect(hand.isIn({ desk: 'drafting', tool: { measure: 'idle' } })).toBe(true);
  });
});

describe('a browser that does not take the draft', () => {
  it('is told of in words, and on leaving', async () => {
    const hand = await editor();
    hand.down(2, 2).move(4.5, 6.5).up().send({ type: 'draft.refused' });
    expect(selectIsUnkept(hand.actor.getSnapshot())).toBe(true);
    hand.send({ type: 'page.leaveAsked', to: '/home' });
    expect(selectQuestion(hand.actor.getSnapshot())?.getSnapshot().context.textKey).toBe('mapEditor.leave.textLost');
    hand.answer(false).send({ type: 'draft.kept' });
    expect(selectIsUnkept(hand.actor.getSnapshot())).toBe(false);
  });
});

describe('connecting', () => {
  it('ties points to a lift by its shaft and to a door by its doorway; a tap on a point and a tap there do, too', async () => {
    const hand = await editor();
    hand.tool('connect').down(6, 4).move(10, 10).move(25, 10.2).up();
    expect(hand.context().points[1]).toMatchObject({ doorId: 'd1', attributes: ['doorAccessWaiting'] });
    hand.down(10, 9).up();
    expect(hand.context().selection).toEqual(['c']);
    hand.down(15, 16).up();
    expect(hand.context().points[2]).toMatchObject({ elevatorId: 'e1', attributes: ['waitingElevator'] });
    expect(hand.context().past).toHaveLength(2);
    expect(selectLinks(hand.actor.getSnapshot())).toEqual([['b', [25, 10]], ['c', [15.5, 15.5]]]);
  });

  it('ties a point to what another belongs to: one waits for what the other is', async () => {
    const hand = await editor({ points: [{ ...THREE[0]!, elevatorId: 'e1', attributes: ['elevator'] }, THREE[1]!, THREE[2]!] });
    hand.tool('connect').down(6, 4).move(4, 3).move(2, 2).up();
    expect(hand.context().points[1]).toMatchObject({ elevatorId: 'e1', attributes: ['waitingElevator'] });
    hand.down(2, 2).move(8, 8).move(10, 9).up();
    expect(hand.context().points[2]).toMatchObject({ elevatorId: 'e1' });
  });

  it('takes all that are selected, as one step', async () => {
    const hand = await editor();
    hand.select('a', 'b').tool('connect').down(2, 2).move(9, 9).move(15, 15).up();
    expect(hand.context().points.map(({ elevatorId }) => elevatorId)).toEqual(['e1', 'e1', null]);
    expect(hand.undo().context().changed).toBe(0);
  });

  it('to nothing changes nothing', async () => {
    const hand = await editor();
    hand.tool('connect').down(2, 2).move(30, 25).up();
    expect(hand.context()).toMatchObject({ past: [], changed: 0, gesture: null });
  });
});

describe('ways in', () => {
  it('tells of no map, and of no right', async () => {
    expect((await editor({ cloud: { map: null } })).stage()).toBe('none');
    expect((await editor({ cloud: { mayEdit: false } })).stage()).toBe('forbidden');
  });
});
