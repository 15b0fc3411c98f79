/** Five robots on one route, in both directions, each staying at every stop: none blocks another permanently. */
import { expect, it } from 'vitest';
import { ROBOTS } from '../../../demo/roster.ts';
import { ROUTES } from '../../../demo/routes.ts';
import { pointOf } from '../../../demo/sites.ts';
import { World } from '../../../simulator/fleet/world.ts';
import type { Robot } from '../../../simulator/robot/robot.ts';
import { tour } from '../robot/tour.ts';

const STAY_SECONDS = 15;

/** Sends a robot round the route: one stop of base and one of horizon, and an update after each stay. */
function driver(robot: Robot, stops: readonly string[], direction: 1 | -1, first: number) {
  const call = (k: number) => {
    const { id, x, y } = pointOf(stops[(((first + k * direction) % stops.length) + stops.length) % stops.length] ?? '');
    return { nodeId: id, x, y };
  };
  let reached = 0;
  let stayed = 0;
  robot.handleOrder(tour('round', [{ ...robot.body.motion, nodeId: 'start' }, call(1), call(2)], { released: 2 }));
  return {
    get reached(): number {
      return reached;
    },
    second(): void {
      const { nodes } = robot.told().book;
      if (nodes.some(({ released }) => released)) return void (stayed = 0);
      if (stayed++ === 0) reached += 1;
      if (stayed < STAY_SECONDS) return;
      stayed = 0;
      robot.handleOrder(
        tour('round', [call(reached), call(reached + 1), call(reached + 2)], {
          updateId: reached,
          from: 2 * reached,
          released: 2,
        }),
      );
    },
  };
}

it('all of them come on, minute after minute', { timeout: 60_000 }, () => {
  const route = ROUTES.find(({ id }) => id === 'harbour-1f.route-west');
  const stops = route?.stops.map(({ areaId }) => areaId) ?? [];
  const robots = ROBOTS.filter(({ mapId }) => mapId === route?.mapId)
    .slice(0, 5)
    .map((robot) => ({ ...robot, battery: 95, round: [] }));
  const world = new World({ robots, seed: 1, startAt: Date.UTC(2026, 10, 21, 8) });
  const drivers = world.robots.map((robot, i) => driver(robot, stops, i % 2 ? -1 : 1, 2 * i));
  for (let seconds = 0; seconds < 900; seconds++) {
    world.step(1);
    for (const one of drivers) one.second();
  }
  for (const robot of world.robots)
    expect(robot.told().errors.filter(({ errorType }) => errorType.startsWith('order'))).toEqual([]);
  for (const { reached } of drivers) expect(reached).toBeGreaterThan(8);
});
