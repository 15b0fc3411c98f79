/** Edits of a route: its stops, its texts, and their results. */
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import { selectEstimate, selectLegs } from '../../../src/machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { routeCloud, routeOf, startRouteEditor } from '../../fakes/startRouteEditor.ts';
import { isSameRoute } from '../../../src/machines/cruiseRoutes/draft.ts';

const opened = (stops: string, change: Parameters<typeof routeOf>[2] = {}) =>
  startRouteEditor({ route: 'r', cloud: routeCloud([routeOf('r', stops, change)]) }).settle();

describe('stops', () => {
  it('come in the order of the points pressed, with the stay of the point', async () => {
    const hand = (await startRouteEditor().settle()).pick('c', 'a', 'b');
    expect(hand.stops()).toBe('cab');
    expect(hand.context().draft.stops.map(({ stayTime, speech, angle }) => [stayTime, speech, angle])).toEqual([
      [2, '', null],
      [0, '', null],
      [1, '', null],
    ]);
  });
  it('are put between others where one asks for it, one after the other, and at the end again', async () => {
    const hand = await opened('abc');
    hand.send({ type: 'stop.insert', at: 1 }).pick('d', 'c');
    expect(hand.stops()).toBe('adcbc');
    hand.send({ type: 'stop.insert', at: null }).pick('d');
    expect(hand.stops()).toBe('adcbcd');
  });
  it('are moved by keys and by a drag, each a step; a drag that is broken off leaves nothing', async () => {
    const hand = await opened('abcd');
    hand.move(0, 2);
    expect(hand.stops()).toBe('bcad');
    hand
      .send({ type: 'stop.grab', key: hand.keyAt(3) })
      .send({ type: 'stop.drag', to: 1 })
      .send({ type: 'stop.drag', to: 0 });
    expect([hand.stops(), hand.context().dragged?.to]).toEqual(['bcad', 0]);
    hand.send({ type: 'stop.drop' });
    expect(hand.stops()).toBe('dbca');
    hand
      .send({ type: 'stop.grab', key: hand.keyAt(0) })
      .send({ type: 'stop.drag', to: 3 })
      .send({ type: 'stop.letGo' });
    expect([hand.stops(), hand.context().dragged]).toEqual(['dbca', null]);
    expect([hand.undo().stops(), hand.undo().stops(), hand.redo().stops()]).toEqual(['bcad', 'abcd', 'bcad']);
  });
  it('stand in the middle of a drag in what is recorded of it', async () => {
    const hand = await opened('abcd');
    hand.send({ type: 'stop.grab', key: hand.keyAt(0) }).send({ type: 'stop.drag', to: 2 });
    expect(JSON.parse(JSON.stringify(hand.actor.getPersistedSnapshot()))).toMatchObject({
      context: { dragged: { to: 2 } },
      value: { editing: { drag: 'dragging' } },
    });
  });
  it('call at another point instead, and keep what is set there but the way they face', async () => {
    const hand = await opened('abc');
    hand
      .send({ type: 'stop.change', key: hand.keyAt(1), change: { speech: 'Hello', angle: 90 } })
      .send({ type: 'stop.replace', key: hand.keyAt(1) })
      .pick('d');
    expect(hand.stops()).toBe('adc');
    expect(hand.context()).toMatchObject({ replacing: null, picking: false });
    expect(hand.context().draft.stops[1]).toMatchObject({ speech: 'Hello', angle: null });
  });
  it('keep what is typed for a number as long as it says something else, and forget it when the field is left', async () => {
    const hand = await opened('abc');
    const key = hand.keyAt(0);
    const type = (text: string, stayTime?: number) => {
      if (stayTime !== undefined) hand.send({ type: 'stop.change', key, change: { stayTime } });
      hand.send({ type: 'field.type', key, field: 'stayTime', text });
      return hand.context().typed;
    };
    expect(type('1', 1)).toBeNull();
    expect(type('1,', 1)).toEqual({ key, field: 'stayTime', text: '1,' });
    expect(type('1,5', 1.5)).toMatchObject({ text: '1,5' });
    expect(type('1,5x')).toMatchObject({ text: '1,5x' });
    hand.send({ type: 'field.leave' });
    expect([hand.context().typed, hand.context().draft.stops[0]?.stayTime]).toEqual([null, 1.5]);
    expect(type('x')).not.toBeNull();
    hand.send({ type: 'stop.select', key: null });
    expect(hand.context().typed).toBeNull();
  });
  it('tell which of them was pressed last on the map', async () => {
    const hand = await opened('aba');
    hand.send({ type: 'mapStop.press', areaId: 'a', number: 3 });
    expect(hand.context().pressed).toEqual({ areaId: 'a', number: 3 });
  });
  it('have a photo taken or not, which is saved, undone, and absent in an older draft', async () => {
    const hand = await opened('abc');
    hand.send({ type: 'stop.change', key: hand.keyAt(1), change: { takePhoto: true } });
    expect(hand.isChanged()).toBe(true);
    await hand.save();
    expect(hand.cloud.asked.at(-1)?.draft.stops.map(({ takePhoto }) => takePhoto)).toEqual([false, true, false]);
    hand.send({ type: 'stop.change', key: hand.keyAt(1), change: { takePhoto: false } });
    expect(hand.isChanged()).toBe(true);
    hand.undo();
    expect(hand.isChanged()).toBe(false);
    const { draft } = hand.context();
    const older = draft.stops.map(({ takePhoto: _, ...stop }) => stop);
    expect([isSameRoute(draft, { ...draft, stops: older }), isSameRoute(hand.context().base, draft)]).toEqual([
      false,
      true,
    ]);
  });
  it('take letters of one field for one step', async () => {
    const hand = await opened('abc');
    const key = hand.keyAt(0);
    for (const speech of ['H', 'He', 'Hey']) hand.send({ type: 'stop.change', key, change: { speech } });
    hand.send({ type: 'field.leave' }).send({ type: 'stop.change', key, change: { speech: 'Hey you' } });
    expect(hand.context().past).toHaveLength(2);
    hand.undo().undo();
    expect(hand.isChanged()).toBe(false);
  });
});

describe('faults', () => {
  it('are found while one edits, each at its stop and field', async () => {
    const hand = await opened('ab');
    hand
      .pick('b')
      .send({ type: 'stop.change', key: hand.keyAt(0), change: { stayTime: -1, angle: 400 } })
      .name(' ');
    expect(hand.faults()).toEqual([
      '- pathName nameEmpty',
      '0 stayTime stayTimeWrong',
      '0 angle angleWrong',
      '2 areaId sameAsBefore',
    ]);
  });
  it('tell a name that another route of the map has, and not its own', async () => {
    const cloud = routeCloud([routeOf('r', 'ab'), routeOf('s', 'ab', { pathName: 'Night round' })]);
    const hand = await startRouteEditor({ route: 'r', cloud }).settle();
    expect(hand.faults()).toEqual([]);
    expect(hand.name('night ROUND').faults()).toEqual(['- pathName nameTaken']);
  });
  it('tell a stop whose point is gone, and what stands in the way is shown by Save', async () => {
    const hand = await opened('axb');
    expect(hand.faults()).toEqual(['1 areaId pointGone']);
    hand.name('Other');
    await hand.save();
    expect(hand.context()).toMatchObject({ tried: true, selected: hand.keyAt(1) });
    expect(hand.cloud.asked).toEqual([]);
    await hand.send({ type: 'stop.remove', key: hand.keyAt(1) }).save();
    expect(hand.cloud.routes.get('r')?.mapAreaVOList.map(({ areaId }) => areaId)).toEqual(['a', 'b']);
  });
  it('come from the cloud, too: points that went meanwhile are read anew and shown as gone', async () => {
    const hand = await opened('ab');
    hand.pick('c');
    hand.cloud.points = hand.cloud.points.filter(({ areaId }) => areaId !== 'c');
    hand.cloud.refuses = new BaseApiError(ERRORS.pointUnknown, { field: 'mapAreaVOList.2.areaId' });
    await hand.save();
    expect([hand.stops(), hand.faults()]).toEqual(['abc', ['2 areaId pointGone']]);
  });
});

describe('the way', () => {
  it('is planned anew for other stops, not for other words, and comes to metres, seconds and battery', async () => {
    const hand = await opened('abc');
    expect(hand.plans).toHaveLength(1);
    expect(selectEstimate(hand.actor.getSnapshot())).toMatchObject({ metres: 8 });
    await hand.name('Other').settle();
    expect(hand.plans).toHaveLength(1);
    await hand.send({ type: 'loop.set', loops: true }).settle();
    expect(selectLegs(hand.actor.getSnapshot())).toHaveLength(3);
    expect(selectEstimate(hand.actor.getSnapshot())).toMatchObject({ metres: 16 });
    hand.pick('d');
    expect(selectLegs(hand.actor.getSnapshot())).toEqual([]);
    await hand.settle();
    expect(selectLegs(hand.actor.getSnapshot())).toHaveLength(4);
  });
  it('leaves out stops whose points are gone', async () => {
    const hand = await opened('axc');
    expect(hand.plans[0]?.stops).toEqual([
      [2, 3],
      [10, 3],
    ]);
  });
  it('is shown by a ghost until it has arrived, and no longer than the route stands', async () => {
    const hand = await opened('abc');
    const on = () => hand.actor.getSnapshot().matches({ editing: { preview: 'running' } });
    hand.send({ type: 'preview.start', at: 1_000 });
    expect([on(), hand.context().preview]).toEqual([true, { startedAt: 1_000, speed: 10 }]);
    hand.send({ type: 'preview.speed', speed: 1, at: 2_000 });
    const seconds = selectEstimate(hand.actor.getSnapshot())?.seconds ?? 0;
    hand.clock.increment(seconds * 1_000 - 1);
    expect(on()).toBe(true);
    hand.clock.increment(2);
    expect([on(), hand.context().preview]).toEqual([false, null]);
    hand.send({ type: 'preview.start', at: 3_000 }).pick('d');
    expect(on()).toBe(false);
  });
});

describe('ways in', () => {
  it('copies a route under a name of its own', async () => {
    const hand = await startRouteEditor({ from: 'r', cloud: routeCloud([routeOf('r', 'abc')]) }).settle();
    expect([hand.stops(), hand.context().draft.pathName, hand.isChanged()]).toEqual(['abc', 'Round 2', true]);
    await hand.save();
    expect([...hand.cloud.routes.keys()]).toEqual(['r', 'r1']);
  });
  it('offers what was kept, to take up or to drop', async () => {
    const before = await opened('abc');
    before.move(0, 1);
    const kept = before.kept();
    const hand = await startRouteEditor({ route: 'r', cloud: before.cloud, kept }).settle();
    expect(hand.stage()).toBe('offering');
    expect(hand.send({ type: 'draft.take' }).stops()).toBe('bac');
    const other = await startRouteEditor({ route: 'r', cloud: before.cloud, kept }).settle();
    other.send({ type: 'draft.drop' }).answer(false);
    expect([other.stage(), other.kept() === null]).toEqual(['offering', false]);
    other.send({ type: 'draft.drop' }).answer(true);
    expect([other.stops(), other.kept()]).toEqual(['abc', null]);
  });
  it('lets others look and nothing more', async () => {
    const hand = await startRouteEditor({
      route: 'r',
      mayEdit: false,
      cloud: routeCloud([routeOf('r', 'abc')]),
    }).settle();
    hand
      .pick('d')
      .move(0, 1)
      .name('Mine')
      .send({ type: 'stop.grab', key: hand.keyAt(0) });
    await hand.save();
    expect([hand.stops(), hand.isChanged(), hand.context().dragged, hand.cloud.asked]).toEqual([
      'abc',
      false,
      null,
      [],
    ]);
  });
});

describe('ways out', () => {
  it('asks before another address, robot or page is gone to with something unsaved', async () => {
    const hand = await opened('abc');
    hand.move(0, 1).send({ type: 'page.asked', route: 'other', from: '' }).answer(false);
    expect([hand.left(), hand.told.at(-1)]).toEqual([
      null,
      { type: 'navigation.query', query: { route: 'r', from: '', map: '' } },
    ]);
    hand.send({ type: 'page.robot', serialNumber: 'B' }).answer(false);
    expect([hand.left(), hand.told.at(-1)]).toEqual([null, { type: 'robot.choose', serialNumber: 'A' }]);
    hand.send({ type: 'leave.ask', to: '/home' }).answer(true);
    expect([hand.left(), hand.kept()]).toEqual([{ to: 'path', path: '/home' }, null]);
  });
  it('goes at once when all is saved', async () => {
    const hand = await opened('abc');
    hand.send({ type: 'page.asked', route: 'other', from: '' });
    expect(hand.left()).toEqual({ to: 'query' });
  });
  it('keeps what was typed in another language of the page, and takes the rest in its words', async () => {
    const hand = await opened('abc', { startSpeech: 'Hello' });
    hand.name('My round');
    hand.cloud.routes.set('r', routeOf('r', 'abc', { pathName: '巡逻', startSpeech: '你好' }));
    await hand.send({ type: 'page.language', language: 'zhCN' }).settle();
    expect(hand.context().draft).toMatchObject({ pathName: 'My round', startSpeech: '你好' });
    expect(hand.isChanged()).toBe(true);
  });
});

describe('a connection that comes back', () => {
  it('reads a route without changes again, so that it shows what others saved meanwhile', async () => {
    const hand = await opened('abc');
    hand.cloud.routes.set('r', routeOf('r', 'cd', { revision: 1 }));
    await hand.send({ type: 'page.back' }).settle();
    expect([hand.stops(), hand.isChanged()]).toEqual(['cd', false]);
  });
  it('leaves a draft as it is', async () => {
    const hand = await opened('abc');
    hand.cloud.routes.set('r', routeOf('r', 'cd', { revision: 1 }));
    await hand.move(0, 1).send({ type: 'page.back' }).settle();
    expect([hand.stops(), hand.isChanged()]).toEqual(['bac', true]);
  });
});
