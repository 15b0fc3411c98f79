/** Mappings by robots on the maps page: the list keeps itself current, a new one, and ending one. */
import { describe, expect, it } from 'vitest';
import { fromPromise, type AnyActorRef } from 'xstate';
import type { MapScan } from '../../../contract/endpoints/mapScans.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { mapScansMachine, type MapScansResult } from '../../../src/machines/maps/mapScans.machine.ts';
import {
  type MapScansRef,
  selectIsChoosingScan,
  selectMapScans,
  selectScanQuestion,
} from '../../../src/machines/maps/maps.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const scan = (change: Partial<MapScan> = {}): MapScan => ({
  id: 'c1',
  serialNumber: 'R',
  robotName: 'Porter',
  state: 'running',
  progress: 0.3,
  reason: null,
  askedBy: 'Ada',
  askedAt: 0,
  endedAt: null,
  fileId: null,
  ...change,
});

async function start({ scans = [scan()], refuse = false }: { scans?: readonly MapScan[]; refuse?: boolean } = {}) {
  const calls: string[] = [];
  const cloud = { isAway: false, refuse };
  const started = startUnderApp(
    mapScansMachine.provide({
      actors: {
        loadScans: fromPromise<MapScansResult, { siteId: string }>(async ({ input }) => {
          calls.push(`load ${input.siteId}`);
          if (cloud.isAway) throw new ApiError('serverError');
          return { scans, robots: [{ serialNumber: 'R', name: 'Porter' }] };
        }),
        startScan: fromPromise<unknown, { serialNumber: string; replaces: TaskKind | null }>(async ({ input }) => {
          calls.push(`start ${input.serialNumber} ${input.replaces}`);
          if (cloud.refuse) throw new ApiError('robotBusy');
        }),
        cancelScan: fromPromise<unknown, { serialNumber: string }>(async ({ input }) => {
          calls.push(`cancel ${input.serialNumber}`);
          if (cloud.refuse) throw new ApiError('nothingToCancel');
        }),
      },
    }),
    { as: 'screen', input: {} },
  );
  const actor = started.actor as MapScansRef & AnyActorRef;
  actor.send({ type: 'scans.load', siteId: 's' });
  await settle();
  return { ...started, actor, calls, cloud, see: () => selectMapScans(actor.getSnapshot()) };
}

describe('mappings by robots', () => {
  it('are read again soon while one is under way, later otherwise, and after a failure', async () => {
    const busy = await start();
    busy.clock.increment(5_000);
    await settle();
    expect(busy.calls).toEqual(['load s', 'load s']);
    const rest = await start({ scans: [scan({ state: 'finished', fileId: 'f' })] });
    rest.clock.increment(29_000);
    expect(rest.calls).toHaveLength(1);
    rest.cloud.isAway = true;
    rest.clock.increment(1_000);
    await settle();
    expect([rest.see().failure !== null, rest.see().scans.length]).toEqual([true, 1]);
    rest.cloud.isAway = false;
    rest.clock.increment(30_000);
    await settle();
    expect(rest.see().failure).toBeNull();
  });

  it('another site shows its own', async () => {
    const { actor, see, calls } = await start();
    actor.send({ type: 'scans.load', siteId: 't' });
    expect([see().siteId, see().scans]).toEqual(['t', []]);
    await settle();
    expect(calls).toEqual(['load s', 'load t']);
  });

  it('a new one names the task that ends, and shows a refusal in the dialog', async () => {
    const { actor, calls, see, cloud } = await start();
    actor.send({ type: 'scan.new' });
    expect(see().serialNumber).toBe('R');
    cloud.refuse = true;
    actor.send({ type: 'scan.start', replaces: 'patrol' });
    await settle();
    expect([selectIsChoosingScan(actor.getSnapshot()), see().refusal !== null]).toEqual([true, true]);
    actor.send({ type: 'scan.choose', serialNumber: 'R' });
    expect(see().refusal).toBeNull();
    cloud.refuse = false;
    actor.send({ type: 'scan.start', replaces: null });
    await settle();
    expect(selectIsChoosingScan(actor.getSnapshot())).toBe(false);
    expect(calls.filter((call) => !call.startsWith('load'))).toEqual(['start R patrol', 'start R null']);
    expect(calls.at(-1)).toBe('load s');
    actor.send({ type: 'scan.new' });
    actor.send({ type: 'scan.close' });
    expect(selectIsChoosingScan(actor.getSnapshot())).toBe(false);
  });

  it.each([
    [true, 'cancel R'],
    [false, null],
  ])('ending one is asked first: %s', async (confirmed, call) => {
    const { actor, calls } = await start();
    actor.send({ type: 'scan.cancel', scan: scan() });
    selectScanQuestion(actor.getSnapshot())?.send({ type: confirmed ? 'confirm.accept' : 'confirm.cancel' });
    await settle();
    expect(calls.find((one) => one.startsWith('cancel')) ?? null).toBe(call);
  });

  it('a mapping that ended meanwhile is told as a notice', async () => {
    const { actor, toldTo } = await start({ refuse: true });
    actor.send({ type: 'scan.cancel', scan: scan() });
    selectScanQuestion(actor.getSnapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect(toldTo('notices')).toHaveLength(1);
  });
});
