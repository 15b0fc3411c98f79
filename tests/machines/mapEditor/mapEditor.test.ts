/**
 * Pointer input on the map and the resulting draft: validated while editing, stored, offered again, and protected by a
 * confirmation.
 */
import { describe, expect, it } from 'vitest';
import { selectQuestion } from '../../../src/machines/factories/draftEditor.selectors.ts';
import { selectFaults, selectIsUnkept, selectLinks } from '../../../src/machines/mapEditor/mapEditor.selectors.ts';
import { mapOf, startMapEditor, THREE } from '../../fakes/startMapEditor.ts';

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
    expect(JSON.parse(JSON.stringify(hand.actor.getPersistedSnapshot()))).toMatchObject({
      context: { gesture: { kind: 'move', dx: 2.5 } },
    });
  });

  it('draws to the lines of other points, and to the grid where it is wanted', async () => {
    const hand = await editor();
    hand.down(2, 2).move(6.2, 7.9);
    expect(hand.context().gesture).toMatchObject({ dx: 4, guides: { x: 6, y: null } });
    hand
      .escape()
      .send({ type: 'snap.set', change: { toGrid: true, toPoints: false } })
      .down(2, 2)
      .move(3.6, 3.1)
      .up();
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
    expect(hand.context().points.find(({ areaId }) => areaId === added)).toMatchObject({
      name: 'Point 1',
      worldX: 20,
      worldY: 20,
    });
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
    hand
      .select('b')
      .send({ type: 'point.place', areaId: 'b', x: 7, y: 5, mark: null })
      .send({ type: 'robot.check', areaId: 'b' });
    await hand.settle();
    expect(hand.asked).toEqual([{ serialNumber: 'A', mapId: 'm1', x: 7, y: 5, theta: 0 }]);
  });
});

it('makes its robot current before the map is there: the fleet settles on no other meanwhile', () => {
  const hand = startMapEditor();
  expect([hand.told, hand.actor.getSnapshot().value]).toEqual([
    [{ type: 'robot.choose', serialNumber: 'A' }],
    'loading',
  ]);
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
    other.send({ type: 'draft.drop' }).answer(false);
    expect([other.stage(), other.kept() === null]).toEqual(['offering', false]);
    other.send({ type: 'draft.drop' }).answer(true);
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
    expect(hand.isIn({ draft: 'leaving' })).toBe(true);
    hand.answer(false).send({ type: 'map.choose', mapId: 'm2' });
    expect(hand.isIn({ draft: 'leaving' })).toBe(true);
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
    expect(selectLinks(hand.actor.getSnapshot())).toEqual([
      ['b', [25, 10]],
      ['c', [15.5, 15.5]],
    ]);
  });

  it('ties a point to what another belongs to: one waits for what the other is', async () => {
    const hand = await editor({
      points: [{ ...THREE[0]!, elevatorId: 'e1', attributes: ['elevator'] }, THREE[1]!, THREE[2]!],
    });
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

describe('a map of a site where the user has no robot', () => {
  const unused = { query: { map: 'm1' }, serialNumber: '', cloud: { isSiteUnused: true } };

  it('is opened by its id alone, and no robot is made current for it', async () => {
    const hand = await startMapEditor(unused).settle();
    expect(hand.context()).toMatchObject({ mapId: 'm1', isSiteUnused: true });
    expect(hand.told.filter(({ type }) => type === 'robot.choose')).toEqual([]);
  });

  it('stays when the fleet settles on its first robot, and is left for the floor of a robot that is chosen', async () => {
    const hand = await startMapEditor(unused).settle();
    hand.send({ type: 'page.robotChanged', serialNumber: 'A' });
    expect(hand.context()).toMatchObject({ serialNumber: 'A', mapId: 'm1' });
    await hand.settle();
    hand.send({ type: 'page.robotChanged', serialNumber: 'B' });
    expect(hand.context()).toMatchObject({ serialNumber: 'B', mapId: '' });
  });

  it('needs its id: without one and without a robot there is none', () => {
    expect(startMapEditor({ ...unused, query: {} }).actor.getSnapshot().value).toBe('none');
  });
});
