/** Robots are reported again with every update: a change can arrive before the answer to the Stop that caused it. */
import { expect, it } from 'vitest';
import { type AnyActorRef, type AnyEventObject, createActor, setup } from 'xstate';
import {
  type RobotSeen,
  type RouteRunsChanged,
  watchRouteRuns,
} from '../../../src/machines/routeRun/watchRouteRuns.ts';
import { startStop } from '../../fakes/startStop.ts';
import { settle } from '../../fakes/settle.ts';

const DRIVING = { held: false, paused: false, drive: { id: 'd1', pathId: 'r1', revision: 1 } };
const IDLE = { held: false, paused: false, drive: null };

/** The fleet with one robot; each beat is one second later and brings its live state. */
function watch(onReport: (robots: readonly RobotSeen[], at: number) => void = () => {}) {
  const reports: (readonly RobotSeen[])[] = [];
  const fleet = setup({}).createMachine({
    context: { robots: { SN: { live: IDLE } }, order: ['SN'], serverTime: 0 },
    on: {
      beat: {
        actions: ({ context, event }: { context: Record<string, unknown>; event: AnyEventObject }) =>
          Object.assign(context, {
            robots: { SN: { live: event['live'] as object } },
            serverTime: (context['serverTime'] as number) + 1_000,
          }),
      },
    },
  });
  const root = createActor(
    setup({ actors: { fleet, watchRouteRuns } }).createMachine({
      invoke: [{ src: 'fleet', systemId: 'fleet' }, { src: 'watchRouteRuns' }],
      on: {
        'routeRuns.changed': {
          actions: ({ event }) => {
            const { robots, at } = event as unknown as RouteRunsChanged;
            reports.push(robots);
            onReport(robots, at);
          },
        },
      },
    }),
  ).start();
  const beat = (live: typeof IDLE | typeof DRIVING): void =>
    (root.system.get('fleet') as AnyActorRef).send({ type: 'beat', live });
  return { beat, reports };
}

it('reports every update while a robot drives or is held, and nothing while none does', () => {
  const { beat, reports } = watch();
  reports.length = 0;
  beat(IDLE);
  beat(IDLE);
  expect(reports).toEqual([]);
  beat(DRIVING);
  beat(DRIVING);
  beat(IDLE);
  beat(IDLE);
  expect(reports.map((robots) => robots.length)).toEqual([1, 1, 0]);
});

it('a robot that is seen stopped before the server has answered is shown as stopped with the next update', async () => {
  const stop = startStop();
  const { beat } = watch(([robot]) => stop.seen({ held: robot?.held ?? false, paused: robot?.paused ?? false }));
  beat(DRIVING);
  stop.press();
  const stopped = { ...DRIVING, held: true, paused: true };
  beat(stopped);
  await settle();
  expect(stop.look()).toBe('sent');
  beat(stopped);
  expect(stop.look()).toBe('stopped');
});
