/** Moving runs on the page: by dragging, by keys, with Undo before anything is sent; keys of the list; details by hover. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { UNDO_MS } from '../../../../src/machines/factories/undo.ts';
import { HOVER_MS } from '../../../../src/machines/schedules/schedules.setup.ts';
import { atTime } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { showSchedules } from './showSchedules.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const MONDAY = atTime('2026-11-23', '22:00');
const DAY_PX = 100;

/** jsdom has no layout: the days are beside each other. */
function layOut(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const day = this instanceof HTMLElement ? this.dataset['day'] : undefined;
    return day === undefined ? new DOMRect() : new DOMRect(Number(day) * DAY_PX, 0, DAY_PX, 800);
  });
}
const chipOf = (name: RegExp): HTMLElement => screen.getByRole('button', { name });
const pointer = (x: number, y: number, more = {}) => ({
  pointerId: 1,
  button: 0,
  buttons: 1,
  clientX: x,
  clientY: y,
  ...more,
});
/** @param to px, from Monday's chip */
async function drag(
  after: (act: () => unknown) => Promise<void>,
  chip: HTMLElement,
  to: { x: number; y: number },
  more = {},
) {
  await after(() => fireEvent.pointerDown(chip, pointer(450, 300)));
  await after(() => fireEvent.pointerMove(window, pointer(460, 300)));
  await after(() => fireEvent.pointerMove(window, pointer(to.x, to.y, more)));
  return {
    drop: async () => {
      await after(() => fireEvent.pointerUp(window, { ...pointer(to.x, to.y, more), buttons: 0 }));
      // Browsers end a drag with a click on what is under both places.
      await after(() => fireEvent.click(chip));
    },
  };
}

describe('dragging a run', () => {
  it('along its row moves it to another day, with Undo before it is sent', async () => {
    layOut();
    const clock = new SimulatedClock();
    const { after, acts, press, toldTo, container } = await showSchedules({ clock });
    const { drop } = await drag(after, chipOf(/^Lobby round 22:00, Will run, ≈ 26 min/u), { x: 650, y: 300 });
    expect(screen.getByText('Lobby round: Mon 22:00 to Wed 22:00, this run only')).toBeTruthy();
    expect(container.querySelectorAll('[data-ghost]')).toHaveLength(1);
    await drop();
    expect(chipOf(/^Lobby round 22:00, Not saved yet/u).closest<HTMLElement>('[data-day]')?.dataset['day']).toBe('6');
    await press(screen.getByRole('button', { name: 'Undo' }));
    await after(() => clock.increment(UNDO_MS));
    // The press that ends a drag opens no details.
    expect([acts, toldTo('navigation'), container.querySelector('[data-ghost]')]).toEqual([[], [], null]);
  });
  it('is sent without Undo', async () => {
    layOut();
    const clock = new SimulatedClock();
    const { after, acts } = await showSchedules({ clock });
    await (await drag(after, chipOf(/^Lobby round 22:00, Will run/u), { x: 550, y: 300 })).drop();
    await after(() => clock.increment(UNDO_MS));
    await after(settle);
    expect(acts).toMatchObject([{ what: 'changeRun', plannedAt: MONDAY, startsAt: atTime('2026-11-24', '22:00') }]);
  });
  it('in the calendar moves it to another time, in steps of five minutes, with Shift of one', async () => {
    layOut();
    const { after } = await showSchedules({ query: { view: 'days' } });
    const chip = screen.getAllByRole('button', { name: /^22:00 Lobby round/u }).at(-1)!;
    await drag(after, chip, { x: 450, y: 330 });
    expect(screen.getByText('Lobby round: Mon 22:00 to 23:00, this run only')).toBeTruthy();
    await after(() => fireEvent.pointerMove(window, pointer(450, 331)));
    expect(screen.getByText('Lobby round: Mon 22:00 to 23:00, this run only')).toBeTruthy();
    await after(() => fireEvent.pointerMove(window, pointer(450, 331, { shiftKey: true })));
    expect(screen.getByText('Lobby round: Mon 22:00 to 23:02, this run only')).toBeTruthy();
    await after(() => fireEvent.pointerMove(window, pointer(450, 330, { altKey: true })));
    expect(screen.getByText('Lobby round: every day 22:00 becomes every day 23:00, the whole task')).toBeTruthy();
    await after(() => fireEvent.pointerCancel(window, pointer(450, 330)));
    expect(screen.queryByText(/the whole task/u)).toBeNull();
  });
  it('into the past says so, and puts it back', async () => {
    layOut();
    const { after, acts, container } = await showSchedules();
    const { drop } = await drag(after, chipOf(/^Lobby round 22:00, Will run/u), { x: 50, y: 300 });
    expect(screen.getByText('Not possible: this is in the past.')).toBeTruthy();
    await drop();
    expect([acts, screen.queryByRole('button', { name: 'Undo' }), container.querySelector('[data-ghost]')]).toEqual([
      [],
      null,
      null,
    ]);
  });
  it('moves no run that is over, and none without a connection', async () => {
    layOut();
    const { after } = await showSchedules();
    await drag(after, chipOf(/^Lobby round 22:00, Finished/u), { x: 650, y: 300 });
    expect(screen.queryByText(/this run only/u)).toBeNull();
    cleanup();
    const lost = await showSchedules({ isLost: true });
    await drag(lost.after, chipOf(/^Lobby round 22:00, Will run/u), { x: 650, y: 300 });
    expect(screen.queryByText(/this run only/u)).toBeNull();
  });
});

describe('moving a run by keys', () => {
  it('takes it by M, moves it by arrows, and puts it down by Enter', async () => {
    const clock = new SimulatedClock();
    const { after, acts } = await showSchedules({ clock });
    const chip = chipOf(/^Lobby round 22:00, Will run/u);
    expect(chip.getAttribute('aria-keyshortcuts')).toBe('M');
    chip.focus();
    await after(() => fireEvent.keyDown(chip, { key: 'm' }));
    expect(screen.getByText('Arrow keys move the run, Enter puts it down, Esc cancels.')).toBeTruthy();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await after(() => fireEvent.keyDown(document.activeElement!, { key }));
    expect(screen.getByText('Lobby round: Mon 22:00 to Tue 22:05, this run only')).toBeTruthy();
    await after(() => fireEvent.keyDown(document.activeElement!, { key: 'Enter' }));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await after(() => clock.increment(UNDO_MS));
    await after(settle);
    expect(acts).toMatchObject([{ startsAt: atTime('2026-11-24', '22:05') }]);
  });
  it('brings it back by Esc, and takes the whole task with Alt', async () => {
    const { after, acts } = await showSchedules();
    const chip = chipOf(/^Lobby round 22:00, Will run/u);
    chip.focus();
    await after(() => fireEvent.keyDown(chip, { key: 'µ', code: 'KeyM', altKey: true }));
    await after(() => fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' }));
    expect(screen.getByText(/every day 22:05, the whole task/u)).toBeTruthy();
    await after(() => fireEvent.keyDown(document.activeElement!, { key: 'Escape' }));
    expect([acts, screen.queryByText(/the whole task/u)]).toEqual([[], null]);
  });
});

describe('the keys of the list', () => {
  it('J and K go through the runs by time, from the next one on', async () => {
    const { after } = await showSchedules();
    const press = (key: string) => after(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
    const focused = () => document.activeElement?.closest<HTMLElement>('[data-run]')?.dataset['run'];
    await press('j');
    expect(focused()).toBe(`t1@${atTime('2026-11-21', '22:00')}`);
    await press('j');
    expect(focused()).toBe(`t1@${atTime('2026-11-22', '22:00')}`);
    await press('k');
    await press('k');
    expect(focused()).toBe(`t2@${atTime('2026-11-21', '14:30')}`);
  });
  it('open the next run while details are open, and Esc closes them', async () => {
    const { after, toldTo } = await showSchedules({ query: { run: `t1@${MONDAY}` } });
    await after(() => fireEvent.keyDown(document.body, { key: 'k' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { run: `t1@${atTime('2026-11-22', '22:00')}` } });
    await after(() => fireEvent.keyDown(document.body, { key: 'Escape' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { run: '' } });
  });
  it('/ goes to the filters', async () => {
    const { after } = await showSchedules();
    await after(() => fireEvent.keyDown(document.body, { key: '/' }));
    expect(document.activeElement?.closest('[data-filters]')).toBeTruthy();
  });
});

describe('the details under the pointer', () => {
  it('are shown after a while, do not take the focus, and stay open after a press in them', async () => {
    const clock = new SimulatedClock();
    const { after, toldTo } = await showSchedules({ clock });
    const chip = chipOf(/^Lobby round 22:00, Will run/u);
    // React makes `pointerenter` from `pointerover`.
    await after(() => fireEvent.pointerOver(chip, { pointerType: 'mouse' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await after(() => clock.increment(HOVER_MS));
    const details = screen.getByRole('dialog', { name: 'Details of the run' });
    expect(details.contains(document.activeElement)).toBe(false);
    await after(() => fireEvent.pointerDown(within(details).getByText('Lobby round')));
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { run: `t1@${MONDAY}` } });
  });
  it('are not shown by touch', async () => {
    const clock = new SimulatedClock();
    const { after } = await showSchedules({ clock });
    await after(() => fireEvent.pointerOver(chipOf(/^Lobby round 22:00, Will run/u), { pointerType: 'touch' }));
    await after(() => clock.increment(HOVER_MS));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
