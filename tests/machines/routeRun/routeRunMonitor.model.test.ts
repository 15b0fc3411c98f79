/**
 * Requirement: whatever the order of feed messages and responses, and however often the network fails, the run shown
 * never goes back, and finally matches the server's.
 */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  AWAY_MS,
  BEHIND_MS,
  routeRunMonitorMachine,
  QUIET_MS,
} from '../../../src/machines/routeRun/routeRunMonitor.machine.ts';
import { isUnderWay } from '../../../src/machines/routeRun/routeRunUpdates.ts';
import { sampleRouteRun } from '../../fakes/routeRunSample.ts';
import { SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'it gets on, told'
  | 'it gets on, untold'
  | 'the network goes'
  | 'the network comes back'
  | 'an old answer comes'
  | 'it ends, told'
  | 'it ends, untold';

/** The true progress of the run, and whether the server can be reached. */
const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'there',
  states: {
    there: {
      on: {
        'it gets on, told': 'further',
        'the network goes': 'away',
        'an old answer comes': 'there',
        'it ends, told': 'over',
      },
    },
    further: {
      on: { 'it gets on, untold': 'furtherYet', 'an old answer comes': 'further', 'it ends, untold': 'over' },
    },
    furtherYet: { on: { 'it ends, told': 'over' } },
    away: { on: { 'it gets on, told': 'awayFurther', 'it ends, untold': 'awayOver' } },
    awayFurther: { on: { 'the network comes back': 'further', 'it ends, told': 'awayOver' } },
    awayOver: { on: { 'the network comes back': 'over' } },
    over: { on: { 'an old answer comes': 'over' } },
  },
});

function start() {
  const clock = new SimulatedClock();
  const cloud = { drive: sampleRouteRun(), isThere: true, old: null as RouteRun | null, asked: 0 };
  const actor = createActor(
    routeRunMonitorMachine.provide({
      actors: {
        readRouteRun: fromPromise<RouteRun | null, { serialNumber: string }>(async () => {
          cloud.asked += 1;
          if (!cloud.isThere) throw new ApiError('networkFailed');
          const { old } = cloud;
          cloud.old = null;
          return old ?? cloud.drive;
        }),
      },
    }),
    { clock, input: { serialNumber: SN, drive: sampleRouteRun(), seen: { id: 'd1', revision: 3 } } },
  ).start();
  const shown: RouteRun[] = [];
  actor.subscribe(({ context: { drive } }) => {
    if (drive && shown.at(-1) !== drive) shown.push(drive);
  });
  const tell = (): void =>
    actor.send({
      type: 'routeRun.seen',
      drive: isUnderWay(cloud.drive) ? { id: cloud.drive.id, revision: cloud.drive.revision } : null,
    });
  return { clock, cloud, actor, shown, tell };
}

describe('following a drive', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { clock, cloud, actor, shown, tell } = start();
      const change = (next: Partial<RouteRun>): void => {
        cloud.drive = { ...cloud.drive, ...next, revision: cloud.drive.revision + 1 };
      };
      const end: Partial<RouteRun> = { state: 'finished', phase: null };
      const time = async (ms: number): Promise<void> => {
        clock.increment(ms);
        await settle();
      };
      /** Waits longer than any timer of the machine. */
      const settled = async (): Promise<void> => {
        for (const ms of [0, BEHIND_MS, AWAY_MS, QUIET_MS, QUIET_MS]) await time(ms);
      };
      const isTrue = async (): Promise<void> => {
        await settled();
        expect(actor.getSnapshot().context.drive).toMatchObject({
          revision: cloud.drive.revision,
          state: cloud.drive.state,
        });
        const revisions = shown.map(({ revision }) => revision);
        expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
      };
      const isKept = async (): Promise<void> => {
        await settled();
        expect(actor.getSnapshot().context.drive).not.toBeNull();
      };
      await walk(
        path,
        { model: 'routeRunMonitor', actor },
        {
          events: {
            'it gets on, told': async () => {
              change({});
              tell();
              await settle();
            },
            'it gets on, untold': async () => {
              change({});
              await settle();
            },
            'the network goes': () => {
              cloud.isThere = false;
            },
            'the network comes back': async () => {
              cloud.isThere = true;
              actor.send({ type: 'page.resumed' });
              await settle();
            },
            'an old answer comes': async () => {
              cloud.old = sampleRouteRun({ revision: 1 });
              actor.send({ type: 'page.resumed' });
              await settle();
            },
            'it ends, told': async () => {
              change(end);
              tell();
              await settle();
            },
            'it ends, untold': async () => {
              change(end);
              await settle();
            },
          },
          states: {
            there: isTrue,
            further: isTrue,
            furtherYet: isTrue,
            over: isTrue,
            away: isKept,
            awayFurther: isKept,
            awayOver: isKept,
          },
        },
      );
      // After its end no further requests are sent.
      if (!isUnderWay(actor.getSnapshot().context.drive)) {
        const { asked } = cloud;
        await time(QUIET_MS * 3);
        expect(cloud.asked).toBe(asked);
      }
      actor.stop();
    });
  }
});
