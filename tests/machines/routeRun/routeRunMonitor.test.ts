import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { routeRunMonitorMachine, type StopNamed } from '../../../src/machines/routeRun/routeRunMonitor.machine.ts';
import { isBehind, newerOf } from '../../../src/machines/routeRun/routeRunUpdates.ts';
import { sampleRouteRun } from '../../fakes/routeRunSample.ts';
import { SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';

function start(drive: RouteRun | null = sampleRouteRun()) {
  const world = {
    skipped: [] as StopNamed[],
    ended: [] as string[],
    hangs: false,
    no: false,
    reads: 0,
    now: {} as Partial<RouteRun>,
  };
  const clock = new SimulatedClock();
  const actor = createActor(
    routeRunMonitorMachine.provide({
      actors: {
        readRouteRun: fromPromise<RouteRun | null, { serialNumber: string }>(async () => {
          world.reads += 1;
          return sampleRouteRun({ revision: 5, ...world.now });
        }),
        skipStop: fromPromise<RouteRun, StopNamed>(async ({ input }) => {
          world.skipped.push(input);
          if (world.hangs) await new Promise(() => {});
          if (world.no) throw new ApiError('driveOver');
          return sampleRouteRun({ revision: 4 });
        }),
        endRouteRun: fromPromise<RouteRun, { serialNumber: string; driveId: string }>(async ({ input }) => {
          world.ended.push(input.driveId);
          return sampleRouteRun({
            revision: 9,
            state: 'partiallyCompleted',
            phase: null,
            reason: { type: 'ended', description: 'Lin Wei' },
          });
        }),
        resumeRobot: fromPromise<unknown, { serialNumber: string; stopIds: readonly string[] }>(async () => {}),
      },
    }),
    { clock, input: { serialNumber: SN, drive, seen: null } },
  ).start();
  return { actor, clock, world };
}
const WORDS = { robot: 'Porter 1', route: 'Day round' };

describe("a drive in one's hands", () => {
  it('asks nothing of the cloud while the robot is on no drive', async () => {
    const { actor, world } = start(null);
    actor.send({ type: 'routeRun.seen', drive: null });
    actor.send({ type: 'page.resumed' });
    await settle();
    expect(world.reads).toBe(0);
    actor.send({ type: 'routeRun.seen', drive: { id: 'd1', revision: 2 } });
    await settle();
    expect(actor.getSnapshot().context.drive?.revision).toBe(5);
  });

  it('skips the stop that was named, once, however often it is pressed', async () => {
    const { actor, world } = start();
    actor.send({ type: 'stop.skip', stop: 1, loop: 0 });
    actor.send({ type: 'stop.skip', stop: 1, loop: 0 });
    await settle();
    expect(world.skipped).toEqual([{ serialNumber: SN, driveId: 'd1', stop: 1, loop: 0 }]);
    expect(actor.getSnapshot().context).toMatchObject({ drive: { revision: 4 }, skipping: null, refusal: null });
  });

  it('says why a skip was refused, until it is dismissed', async () => {
    const { actor, world } = start();
    world.no = true;
    actor.send({ type: 'stop.skip', stop: 1, loop: 0 });
    await settle();
    expect(actor.getSnapshot().context.refusal?.code).toBe(41_031);
    actor.send({ type: 'refusal.dismiss' });
    expect(actor.getSnapshot().context.refusal).toBeNull();
  });

  it('ends only after the question, which a skip that nobody answers does not keep back', async () => {
    const { actor, world } = start();
    world.hangs = true;
    actor.send({ type: 'stop.skip', stop: 1, loop: 0 });
    actor.send({ type: 'routeRun.end', words: WORDS });
    const first = actor.getSnapshot().children.confirm;
    expect(first?.getSnapshot().context.words).toEqual(WORDS);
    first?.send({ type: 'confirm.cancel' });
    await settle();
    expect(world.ended).toEqual([]);
    actor.send({ type: 'routeRun.end', words: WORDS });
    actor.getSnapshot().children.confirm?.send({ type: 'confirm.accept' });
    await settle();
    expect(world.ended).toEqual(['d1']);
    expect(actor.getSnapshot().context.drive?.state).toBe('partiallyCompleted');
  });

  it('reads a quiet run again after 10 s, also while the feed repeats what it said', async () => {
    const { actor, clock, world } = start();
    actor.send({ type: 'routeRun.seen', drive: { id: 'd1', revision: 3 } });
    const before = world.reads;
    for (let second = 0; second < 11; second += 1) {
      actor.send({ type: 'routeRun.seen', drive: { id: 'd1', revision: 3 } });
      clock.increment(1_000);
      await settle();
    }
    expect(world.reads).toBe(before + 1);
  });

  it('takes the question away when the drive ends by itself', async () => {
    const { actor, world } = start();
    actor.send({ type: 'routeRun.seen', drive: { id: 'd1', revision: 3 } });
    actor.send({ type: 'routeRun.end', words: WORDS });
    expect(actor.getSnapshot().children.confirm).toBeDefined();
    world.now = { state: 'finished', phase: null };
    actor.send({ type: 'routeRun.seen', drive: null });
    await settle();
    expect(actor.getSnapshot().context.drive?.state).toBe('finished');
    expect(actor.getSnapshot().children.confirm).toBeUndefined();
  });
});

describe('which of two words is newer', () => {
  it('never goes back, neither in one drive nor to an earlier one', () => {
    const [late, early] = [sampleRouteRun({ revision: 7 }), sampleRouteRun({ revision: 6 })];
    expect(newerOf(late, early)).toBe(late);
    expect(newerOf(early, late)).toBe(late);
    expect(newerOf(late, null)).toBe(late);
    const next = sampleRouteRun({ id: 'd2', revision: 1, startedAt: late.startedAt + 1 });
    expect(newerOf(late, next)).toBe(next);
    expect(newerOf(next, late)).toBe(next);
  });
  it('knows that a drive which the feed has lost is over, and one that it has not seen yet is not', () => {
    const drive = sampleRouteRun();
    expect(isBehind({ drive, seen: null, gone: '' })).toBe(false);
    expect(isBehind({ drive, seen: null, gone: 'd1' })).toBe(true);
    expect(isBehind({ drive, seen: { id: 'd1', revision: 3 }, gone: '' })).toBe(false);
    expect(isBehind({ drive, seen: { id: 'd1', revision: 4 }, gone: '' })).toBe(true);
    expect(isBehind({ drive: sampleRouteRun({ state: 'finished' }), seen: null, gone: 'd1' })).toBe(false);
  });
});
