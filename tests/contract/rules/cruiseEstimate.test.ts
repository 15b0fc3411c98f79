/** The estimate of a route compared with a simulated robot that runs it. */
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { estimateOf, USUAL_SPEED } from '../../../contract/rules/cruiseEstimate.ts';
import { toDegrees } from '../../../contract/rules/mapFrame.ts';
import { gridsOfPlan, legPlanner } from '../../../contract/rules/planPath/legPlanner.ts';
import { lengthOf } from '../../../contract/rules/planPath/path.ts';
import { endsOf } from '../../../contract/rules/planPath/routePlan.ts';
import { ROUTES } from '../../../demo/routes.ts';
import { mapOf, pointOf } from '../../../demo/sites.ts';
import type { VdaAction } from '../../../contract/wire/vda5050.ts';
import { idle, orderTo, setUp } from '../../simulator/robot/stage.ts';

const PATROL = 'S2-2402-0056';
const leg = (path: Place[]) => ({ metres: lengthOf(path), path });
const quiet = { stayTime: 0, speech: '', angle: null };

/** Runs the route as estimated, with turns, speech and stays at each stop. */
function driven(routeId: string) {
  const route = ROUTES.find(({ id }) => id === routeId);
  if (!route) throw new Error(`no route ${routeId}`);
  const stops = route.stops.map(({ areaId, stayTime, speech, angle }) => {
    const point = pointOf(areaId);
    return {
      areaId,
      x: point.x,
      y: point.y,
      stayTime,
      speech: speech === '' ? '' : speech.enUS,
      angle: angle ?? toDegrees(point.theta),
    };
  });
  const [first] = stops;
  if (!first) throw new Error('no stops');
  const home = { mapId: route.mapId, x: first.x, y: first.y, theta: 0 };
  const stage = setUp(idle(PATROL, { mapId: route.mapId, pose: home }));
  const { robot, world } = stage;
  const [began, charge] = [world.now(), robot.told().battery.charge];
  stops.forEach((stop, i) => {
    const actions: VdaAction[] =
      stop.speech === ''
        ? []
        : [
            {
              actionType: 'say',
              actionId: `say-${i}`,
              blockingType: 'HARD',
              actionParameters: [{ key: 'text', value: stop.speech }],
            },
          ];
    robot.handleOrder(
      orderTo(
        PATROL,
        { mapId: route.mapId, x: stop.x, y: stop.y, theta: (stop.angle * Math.PI) / 180 },
        `leg-${i}`,
        actions,
      ),
    );
    stage.until(
      () =>
        stage.state().nodeStates.length === 0 &&
        !stage.state().driving &&
        stage.state().actionStates.every(({ actionStatus }) => actionStatus === 'FINISHED'),
      300,
    );
    expect(Math.hypot(robot.body.motion.x - stop.x, robot.body.motion.y - stop.y), stop.areaId).toBeLessThan(0.1);
    const until = world.now() + stop.stayTime * 1_000;
    stage.until(() => world.now() >= until, stop.stayTime + 1);
  });
  const plan = legPlanner(gridsOfPlan(mapOf(route.mapId).plan));
  const legs = endsOf({ stops: stops.map(({ x, y }): Place => [x, y]), loops: false }).map(([from, to]) =>
    plan(from, to),
  );
  return {
    seconds: (world.now() - began) / 1_000,
    battery: charge - robot.told().battery.charge,
    estimate: estimateOf({ legs, stops, speed: robot.body.limits.speed }),
  };
}

describe('the estimate of a route', () => {
  it.each(['harbour-1f.route-lobby', 'harbour-1f.route-west', 'harbour-2f.route-guests'])(
    'is within a quarter of what a robot needs for %s',
    (routeId) => {
      const { seconds, battery, estimate } = driven(routeId);
      expect(estimate.seconds / seconds, `${estimate.seconds} s for ${seconds} s`).toBeGreaterThan(0.75);
      expect(estimate.seconds / seconds, `${estimate.seconds} s for ${seconds} s`).toBeLessThan(1.25);
      expect(estimate.battery / battery, `${estimate.battery} % for ${battery} %`).toBeGreaterThan(0.75);
      expect(estimate.battery / battery, `${estimate.battery} % for ${battery} %`).toBeLessThan(1.25);
      // The travel time must match as well, not only the total with its stays.
      const stays = estimate.stops.reduce((sum, one) => sum + one, 0);
      expect((estimate.seconds - stays) / (seconds - stays)).toBeGreaterThan(0.7);
      expect((estimate.seconds - stays) / (seconds - stays)).toBeLessThan(1.3);
    },
  );

  it('adds what is stayed and said to what is driven, the words at the start and the end with the first and the last stop', () => {
    const legs = [
      leg([
        [0, 0],
        [8, 0],
      ]),
    ];
    const bare = estimateOf({ legs, stops: [quiet, quiet] });
    expect(bare.metres).toBe(8);
    expect(bare.seconds).toBeGreaterThan(8 / USUAL_SPEED);
    const full = estimateOf({
      legs,
      stops: [
        { ...quiet, stayTime: 20 },
        { ...quiet, speech: 'Good evening, all of you.' },
      ],
      startSpeech: '开始',
      endSpeech: ' ',
    });
    expect(full.stops[0]).toBeCloseTo(21.5);
    expect(full.stops[1]).toBeCloseTo(25 / 14);
    expect(full.seconds - bare.seconds).toBeCloseTo(21.5 + 25 / 14);
    expect(full.battery).toBeGreaterThan(bare.battery);
    expect(full.legs).toEqual(bare.legs);
  });

  it('takes longer for corners, for turning to where one looks, and for a slower robot', () => {
    const seconds = (path: Place[], angle: number | null = null, speed = 1): number =>
      estimateOf({ legs: [leg(path)], stops: [quiet, { ...quiet, angle }], speed }).seconds;
    const straight = seconds([
      [0, 0],
      [10, 0],
    ]);
    expect(
      seconds([
        [0, 0],
        [5, 0],
        [5, 5],
      ]),
    ).toBeGreaterThan(straight);
    expect(
      seconds(
        [
          [0, 0],
          [10, 0],
        ],
        180,
      ),
    ).toBeGreaterThan(straight + 2);
    expect(
      seconds(
        [
          [0, 0],
          [10, 0],
        ],
        0,
      ),
    ).toBe(straight);
    expect(
      seconds(
        [
          [0, 0],
          [10, 0],
        ],
        null,
        0.5,
      ),
    ).toBeGreaterThan(straight + 8);
  });

  it('tells a whole number of a route that is none yet, and of a robot that says nothing sensible', () => {
    expect(estimateOf({ legs: [], stops: [] })).toEqual({ metres: 0, seconds: 0, battery: 0, legs: [], stops: [] });
    for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const { seconds, battery } = estimateOf({
        legs: [
          leg([
            [0, 0],
            [3, 0],
          ]),
        ],
        stops: [quiet, quiet],
        speed,
      });
      expect(Number.isFinite(seconds) && seconds > 0 && Number.isFinite(battery)).toBe(true);
    }
    // Legs with a length but without a path.
    expect(estimateOf({ legs: [{ metres: 10 }], stops: [quiet, quiet] }).seconds).toBeGreaterThan(10 / USUAL_SPEED);
    // A short leg never reaches full speed, and takes no negative time.
    const hop = estimateOf({
      legs: [
        leg([
          [0, 0],
          [0.05, 0],
        ]),
      ],
      stops: [quiet, quiet],
    });
    expect(hop.seconds).toBeGreaterThan(0);
    expect(hop.seconds).toBeLessThan(2);
  });
});
