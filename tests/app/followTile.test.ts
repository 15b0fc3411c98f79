/** What a tile of the video wall is told of its robot by the fleet, and what happens to its kept picture. */
import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { followTile } from '../../src/app/wiring/videoWall.ts';
import { stillKeyOf } from '../../src/machines/videoWall/videoTile.selectors.ts';

it('a robot that leaves the fleet is reported once, and its picture is removed at once', () => {
  const removed: string[] = [];
  const heard: string[] = [];
  const listeners = new Set<() => void>();
  const context = { serverTime: 0, robots: {} as Record<string, unknown> };
  const fleet = {
    getSnapshot: () => ({ context }),
    subscribe: (listen: () => void) => {
      listeners.add(listen);
      return { unsubscribe: () => listeners.delete(listen) };
    },
  };
  const streams = { removeStill: (key: string) => void removed.push(key) };
  const follow = followTile({ streams } as unknown as Parameters<typeof followTile>[0]);
  const tile = createMachine({
    invoke: { src: follow, input: { serialNumber: 'SN' } },
    on: { '*': { actions: ({ event }) => void heard.push(event.type) } },
  });
  const actor = createActor(tile);
  actor.system.get = () => fleet as never;
  actor.start();
  const tick = (robots: Record<string, unknown>): void => {
    context.robots = robots;
    context.serverTime += 1_000;
    listeners.forEach((listen) => listen());
  };
  // Not yet in the fleet: nothing is known of it.
  tick({});
  expect(heard).toEqual([]);
  tick({ SN: { live: { connection: 'offline', held: false, paused: false } } });
  tick({});
  tick({});
  expect(heard).toEqual(['robot.seen', 'robot.lost']);
  expect(removed).toEqual([stillKeyOf('SN')]);
  actor.stop();
});
