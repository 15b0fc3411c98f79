/** The tools of drawing a floor, by pointer and by keyboard: each gesture is one step, or nothing when it is cancelled. */
import { describe, expect, it } from 'vitest';
import { withRoom } from '../../../contract/rules/drawFloor/edit.ts';
import { EMPTY_DRAWING } from '../../../contract/rules/drawFloor/edit.ts';
import { drawSceneOf } from '../../../src/machines/floorDrawing/floorDrawing.selectors.ts';
import { counter } from '../../fakes/drawings.ts';
import { startFloorDrawing } from '../../fakes/startFloorDrawing.ts';

const ROOM = withRoom(EMPTY_DRAWING, [2, 2], [6, 5], counter());
const open = (options?: Parameters<typeof startFloorDrawing>[0]) => startFloorDrawing(options).settle();
const lengths = (hand: ReturnType<typeof startFloorDrawing>) =>
  drawSceneOf(hand.actor.getSnapshot()).lengths.map(({ metres, typed }) => typed || Math.round(metres * 100) / 100);

describe('the wall tool', () => {
  it('sets corner after corner with the length beside the pointer, each wall a step, until a double press', async () => {
    const hand = await open();
    hand.tool('wall').click(2.03, 2.04).move(5, 2.04);
    expect(lengths(hand)).toEqual([3]);
    hand.click(5, 2.04).move(5.02, 6).click(5.02, 6);
    expect(hand.walls()).toEqual(['2,2 5,2', '5,2 5,6']);
    hand.click(5.02, 6).double();
    expect(hand.context().gesture).toBeNull();
    expect(hand.undo().walls()).toEqual(['2,2 5,2']);
    expect(hand.undo().walls()).toEqual([]);
    expect(hand.redo().redo().walls()).toHaveLength(2);
  });

  it('draws a wall with one drag, so that a finger can', async () => {
    const hand = await open();
    hand.tool('wall').down(2, 2).move(4, 2).move(7, 2).up();
    expect(hand.walls()).toEqual(['2,2 7,2']);
    expect(hand.escape().context().gesture).toBeNull();
  });

  it('with Shift keeps to 45 degrees, and digits set the length', async () => {
    const hand = await open();
    hand.tool('wall').click(2, 2).move(6.1, 5.7, true);
    hand.down(6.1, 5.7, true).up();
    expect(hand.walls()).toEqual(['2,2 5.9,5.9']);
    hand.move(5.9, 9).type('2.5x');
    expect(lengths(hand)).toEqual(['2.5']);
    hand.enter();
    expect(hand.walls().at(-1)).toBe('5.9,5.9 5.9,8.4');
    hand.type('12').send({ type: 'length.key', key: 'Backspace' });
    expect(hand.context().gesture).toMatchObject({ typed: '1' });
  });

  it('by keyboard: arrows move the cursor, Enter sets, Enter without a step or Escape ends', async () => {
    const hand = await open();
    hand.tool('wall').enter();
    expect(hand.context().cursor).toEqual([10, 6]);
    hand.arrows(0.1, 0).arrows(1, 0).enter().arrows(0, -1).enter();
    expect(hand.walls()).toEqual(['10,6 11.1,6', '11.1,6 11.1,5']);
    expect(hand.enter().context().gesture).toBeNull();
    expect(hand.enter().escape().walls()).toHaveLength(2);
  });

  it('ends where it began: the first corner closes the chain', async () => {
    const hand = await open();
    hand.tool('wall').click(2, 2).click(6, 2).click(6, 5).click(2.1, 2.1);
    expect(hand.walls()).toEqual(['2,2 6,2', '6,2 6,5', '6,5 2,2']);
    expect(hand.context().gesture).toBeNull();
  });

  it('adds nothing when it is cancelled, or another tool is picked', async () => {
    const hand = await open();
    hand.tool('wall').click(2, 2).move(5, 2).cancel();
    hand.tool('wall').click(2, 2).move(5, 2).tool('door');
    expect([hand.walls(), hand.context().past, hand.context().gesture]).toEqual([[], [], null]);
  });
});

describe('the room tool', () => {
  it('draws a rectangle by a drag, and selects it', async () => {
    const hand = await open();
    hand.tool('room').down(2, 2).move(6, 5);
    expect(lengths(hand)).toEqual([4, 3]);
    hand.up();
    expect(hand.context().drawing.rooms).toMatchObject([{ x: 2, y: 2, w: 4, h: 3 }]);
    expect(hand.context().past).toHaveLength(1);
    expect(hand.context().selected?.kind).toBe('room');
  });

  it('by two presses or two Enters; the wall between two rooms is one', async () => {
    const hand = await open();
    hand.tool('room').click(2, 2).move(6, 5).click(6, 5);
    hand.send({ type: 'part.select', part: null }).enter();
    expect(hand.context().gesture).toMatchObject({ kind: 'rectangle', from: [6, 5] });
    hand.arrows(3, -3).enter();
    expect(hand.context().drawing.rooms.map(({ x, w }) => [x, w])).toEqual([
      [2, 4],
      [6, 3],
    ]);
    expect(hand.walls()).toHaveLength(7);
  });

  it('makes nothing of a rectangle without an area, nor when it is cancelled', async () => {
    const hand = await open();
    hand.tool('room').down(2, 2).move(6, 2).up().escape();
    hand.down(2, 2).move(6, 6).cancel();
    expect([hand.walls(), hand.context().past]).toEqual([[], []]);
  });
});

describe('the door tool', () => {
  it('puts a door on a wall and slides it until it is released: one step', async () => {
    const hand = await open({ drawing: ROOM });
    hand.tool('door').down(3, 2.1).move(4.52, 2.4).up();
    expect(hand.doors()).toEqual(['2.5 0.9']);
    expect(hand.context().selected).toMatchObject({ kind: 'door' });
    expect(hand.context().past).toHaveLength(1);
    expect(hand.undo().doors()).toEqual([]);
  });

  it('by keyboard at the cursor; nothing beside a wall', async () => {
    const hand = await open({ drawing: ROOM });
    hand.tool('door').enter();
    expect(hand.doors()).toEqual([]);
    hand.arrows(-6, -4).enter();
    expect(hand.doors()).toEqual(['2 0.9']);
  });

  it('pans where there is no wall', async () => {
    const hand = await open({ drawing: ROOM });
    hand.tool('door').down(12, 10).move(13, 10).up();
    expect([hand.doors(), hand.context().camera]).toEqual([[], { scale: 20, cx: 9, cy: 6 }]);
  });
});

describe('the erase tool', () => {
  it('erases what is pressed, or what lies at the cursor; doors go with their wall', async () => {
    const hand = await open({ drawing: ROOM });
    hand.tool('door').click(4, 2).tool('erase').click(3, 2);
    expect([hand.walls().length, hand.doors()]).toEqual([3, []]);
    expect(hand.undo().doors()).toEqual(['2 0.9']);
    hand.arrows(-4, 0).arrows(0, -2.5).enter();
    expect(hand.walls()).toHaveLength(3);
  });
});

describe('the select tool', () => {
  it('drags a corner with all its walls and the room; Escape brings it back', async () => {
    const hand = await open({ drawing: ROOM });
    hand.down(6, 5).move(7, 6.02);
    expect(drawSceneOf(hand.actor.getSnapshot()).plan.walls).toContainEqual({ from: [6, 2], to: [7, 6] });
    expect(hand.context().changed).toBe(0);
    hand.escape();
    expect(hand.walls()).toEqual(ROOM.walls.map(({ from, to }) => `${from.join()} ${to.join()}`));
    hand.down(6, 5).move(7, 6.02).up();
    expect(hand.walls()).toContain('6,2 7,6');
    expect(hand.context().selected).toEqual({ kind: 'corner', at: [7, 6] });
  });

  it('drags a wall by whole steps, with Shift along one direction', async () => {
    const hand = await open({ drawing: ROOM });
    hand.down(6, 3.5).move(7.04, 3.9, true).up();
    expect(hand.walls()).toContain('2,2 7,2');
    expect(hand.context().drawing.rooms).toMatchObject([{ x: 2, w: 5 }]);
  });

  it('slides a door, and widens it by a jamb', async () => {
    const hand = await open({ drawing: ROOM });
    hand.tool('door').click(4, 2).tool('select').click(4, 2).down(4, 2).move(5, 2.3).up();
    expect(hand.doors()).toEqual(['3 0.9']);
    hand.down(5.45, 2).move(5.75, 2).up();
    expect(hand.doors()).toEqual(['3.15 1.2']);
  });

  it('by keyboard: Enter selects at the cursor, arrows move what is selected, as one step', async () => {
    const hand = await open({ drawing: ROOM });
    hand.arrows(-4, 0).arrows(0, -2.5).enter();
    expect(hand.context().selected).toMatchObject({ kind: 'wall' });
    hand.arrows(0.1, 0).arrows(0.1, 0);
    expect(hand.walls()).toContain('2,2 6.2,2');
    expect(hand.context().past).toHaveLength(1);
    hand.escape();
    expect(hand.context().selected).toBeNull();
    expect(hand.arrows(1, 0).context().cursor).toEqual([7, 3.5]);
  });

  it('pans from an empty place, which selects nothing', async () => {
    const hand = await open({ drawing: ROOM });
    hand.click(6, 3.5).down(12, 10).move(13, 9).up();
    expect(hand.context()).toMatchObject({ selected: null, camera: { scale: 20, cx: 9, cy: 7 } });
  });
});

describe('the panel', () => {
  it('sets the numbers of what is selected; keystrokes in one field are one step', async () => {
    const hand = await open({ drawing: ROOM });
    hand.click(4, 2);
    hand.send({ type: 'number.set', field: 'length', value: 5 });
    hand.send({ type: 'field.type', field: 'length', text: '5.' });
    expect(hand.context().typed).toEqual({ field: 'length', text: '5.' });
    hand.send({ type: 'number.set', field: 'length', value: 5.5 }).send({ type: 'field.leave' });
    expect(hand.walls()).toContain('2,2 7.5,2');
    expect(hand.context()).toMatchObject({ typed: null, past: [expect.anything()] });
    hand.click(7.5, 2).send({ type: 'number.set', field: 'y', value: 1 });
    expect(hand.context().selected).toEqual({ kind: 'corner', at: [7.5, 1] });
  });

  it('changes kinds, names and sides, and erases', async () => {
    const hand = await open({ drawing: ROOM });
    hand.click(4, 2).send({ type: 'wall.change', kind: 'window' });
    expect(hand.context().drawing.walls[0]?.kind).toBe('window');
    hand.tool('door').click(4, 2).send({ type: 'door.turn' });
    expect(hand.context().drawing.doors[0]?.side).toBe(-1);
    hand
      .tool('select')
      .click(4, 3.5)
      .send({ type: 'room.change', change: { name: 'Bar', kind: 'restaurant' } });
    expect(hand.context().drawing.rooms).toMatchObject([{ name: 'Bar', kind: 'restaurant' }]);
    hand.send({ type: 'part.erase' });
    expect(hand.context()).toMatchObject({ selected: null, drawing: { rooms: [] } });
  });
});

describe('the view as robots see it', () => {
  it('only pans, and picking a tool goes on drawing', async () => {
    const hand = await open({ drawing: ROOM });
    hand.tool('wall').send({ type: 'cells.show', on: true });
    expect(hand.currentTool()).toBe('select');
    hand.down(6, 3.5).move(7, 3.5).up();
    expect(hand.context()).toMatchObject({ changed: 0, showsCells: true, camera: { cx: 9 } });
    expect(hand.tool('wall').context().showsCells).toBe(false);
  });
});
