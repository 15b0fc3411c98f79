import { describe, expect, it } from 'vitest';
import { fromCallback } from 'xstate';
import { frameMachine } from '../../../src/machines/frame/frame.machine.ts';
import {
  selectIsDrawerOpen,
  selectIsNarrowDesk,
  selectIsPaletteOpen,
  selectIsPeeking,
  selectPaletteKeyword,
  selectPointed,
  selectTabMenu,
} from '../../../src/machines/frame/frame.selectors.ts';
import type { FrameEvent } from '../../../src/machines/app/events.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

function start() {
  const { actor } = startUnderApp(
    frameMachine.provide({ actors: { measure: fromCallback(() => {}), watchFault: fromCallback(() => {}) } }),
    {
      as: 'frame',
    },
  );
  return {
    send: (...events: FrameEvent[]) => events.forEach((event) => actor.send(event)),
    see: <Seen>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => Seen) => select(actor.getSnapshot()),
    measure: (width: number) => actor.send({ type: 'layout.measured', width }),
  };
}

describe('the palette', () => {
  it('opens and closes by its key, and forgets what was typed', () => {
    const frame = start();
    frame.send(
      { type: 'palette.toggle' },
      { type: 'palette.search', keyword: 'por' },
      { type: 'palette.point', id: 'robot A' },
    );
    expect([frame.see(selectIsPaletteOpen), frame.see(selectPaletteKeyword), frame.see(selectPointed)]).toEqual([
      true,
      'por',
      'robot A',
    ]);
    frame.send({ type: 'palette.search', keyword: 'port' });
    expect(frame.see(selectPointed)).toBeNull();
    frame.send({ type: 'palette.toggle' });
    expect([frame.see(selectIsPaletteOpen), frame.see(selectPaletteKeyword)]).toEqual([false, '']);
    frame.send({ type: 'palette.open' });
    expect([frame.see(selectIsPaletteOpen), frame.see(selectPaletteKeyword)]).toEqual([true, '']);
    frame.send({ type: 'palette.close' });
    expect(frame.see(selectIsPaletteOpen)).toBe(false);
  });
});

describe("a tab's menu", () => {
  it('is of one tab at one place, and of none once it is closed', () => {
    const frame = start();
    frame.send({ type: 'tabMenu.open', menu: { path: '/home', x: 5, y: 6 } });
    expect(frame.see(selectTabMenu)).toEqual({ path: '/home', x: 5, y: 6 });
    frame.send({ type: 'tabMenu.open', menu: { path: '/home/robot-data', x: 7, y: 8 } });
    expect(frame.see(selectTabMenu)).toMatchObject({ path: '/home/robot-data' });
    frame.send({ type: 'tabMenu.close' }, { type: 'tabMenu.close' });
    expect(frame.see(selectTabMenu)).toBeNull();
  });
});

describe("a phone's drawer", () => {
  it('is not open any more when the phone was turned to a desk and back', () => {
    const frame = start();
    frame.measure(844);
    frame.send({ type: 'drawer.open' });
    frame.measure(390);
    expect(frame.see(selectIsDrawerOpen)).toBe(true);
    frame.measure(992);
    frame.measure(390);
    expect(frame.see(selectIsDrawerOpen)).toBe(false);
    frame.send({ type: 'drawer.open' }, { type: 'drawer.close' });
    expect(frame.see(selectIsDrawerOpen)).toBe(false);
  });
});

describe('the sidebar of a narrow desk', () => {
  it('is folded by itself below 1240 px, and stays open for as long as the window is so narrow', () => {
    const frame = start();
    frame.measure(1_240);
    frame.send({ type: 'sidebar.peek' });
    expect([frame.see(selectIsNarrowDesk), frame.see(selectIsPeeking)]).toEqual([false, false]);
    frame.measure(1_239);
    expect([frame.see(selectIsNarrowDesk), frame.see(selectIsPeeking)]).toEqual([true, false]);
    frame.send({ type: 'sidebar.peek' });
    frame.measure(1_100);
    expect(frame.see(selectIsPeeking)).toBe(true);
    frame.send({ type: 'sidebar.peek' });
    expect(frame.see(selectIsPeeking)).toBe(false);
    frame.send({ type: 'sidebar.peek' });
    frame.measure(1_440);
    frame.measure(1_100);
    expect(frame.see(selectIsPeeking)).toBe(false);
  });
});
