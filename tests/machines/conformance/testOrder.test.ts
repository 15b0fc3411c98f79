/** The test order step by step: what is sent when, the measured stations, and every early end. */
import { expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { StartedTest } from '../../../contract/entities/conformance.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type GoRequest,
  type HeldLease,
  STEP_MS,
  STOP_AFTER_MS,
  testOrderMachine,
  type TestOrderInput,
} from '../../../src/machines/conformance/testOrder.machine.ts';
import {
  selectIsTestDone,
  selectIsTestRunning,
  selectTest,
  stationsOf,
} from '../../../src/machines/conformance/conformance.selectors.ts';
import { sampleCommand } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';

const TARGET: StartedTest = { mapId: 'm1', x: 6, y: 2, theta: 0, backX: 4, backY: 2, clientId: 'c', number: 7 };

function start({ plan = async () => TARGET }: { plan?: () => Promise<StartedTest> } = {}) {
  const clock = new SimulatedClock();
  const sent: string[] = [];
  const leases: string[] = [];
  let loseLease = (): void => undefined;
  const ledger = new Map<string, Command>();
  const add = (id: string, kind: Command['kind']): Command => {
    sent.push(id);
    const nothing = { acceptedAt: null, runningAt: null, endedAt: null };
    const command = sampleCommand(id, { kind, state: 'sent', askedAt: 1_000, sentAt: 1_000, ...nothing });
    ledger.set(id, command);
    return command;
  };
  const actor = createActor(
    testOrderMachine.provide({
      actors: {
        startTest: fromPromise<StartedTest, TestOrderInput>(plan),
        holdLease: fromCallback<EventObject, HeldLease>(({ input, sendBack }) => {
          leases.push(`held ${input.number}`);
          loseLease = () => sendBack({ type: 'lease.lost' });
          return () => void leases.push(`given back ${input.number}`);
        }),
        sendGoTo: fromPromise<Command, GoRequest>(async ({ input: { x } }) => add(`go ${x}`, 'goTo')),
        sendStop: fromPromise<Command, TestOrderInput>(async () => add('stop', 'stop')),
        sendResume: fromPromise<Command, TestOrderInput & { stopId: string }>(async ({ input }) =>
          add(`resume ${input.stopId}`, 'resume'),
        ),
        sendCancel: fromPromise<Command, TestOrderInput>(async () => add('cancel', 'cancel')),
        readCommand: fromPromise<Command, { commandId: string }>(async ({ input }) => {
          const found = ledger.get(input.commandId);
          if (!found) throw new ApiError('notFound');
          return found;
        }),
      },
    }),
    { clock, input: { serialNumber: 'A-1' } },
  ).start();
  const pass = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  return {
    actor,
    sent,
    leases,
    loseLease: () => loseLease(),
    pass,
    /** The robot reports: the machine sees it at its next look. */
    async reports(id: string, change: Partial<Command>) {
      const command = ledger.get(id);
      if (!command) throw new Error(`${id} was not sent`);
      ledger.set(id, { ...command, ...change });
      await pass(500);
    },
    test: () => selectTest(actor.getSnapshot()),
  };
}

it('drives, stops, resumes and comes back, each step after the robot has confirmed the one before', async () => {
  const { actor, sent, pass, reports, test } = start();
  await settle();
  expect(sent).toEqual(['go 6']);
  await reports('go 6', { state: 'accepted', acceptedAt: 1_200 });
  expect(sent).toEqual(['go 6']);
  await reports('go 6', { state: 'running', acceptedAt: 1_200, runningAt: 1_400 });
  await pass(STOP_AFTER_MS);
  expect(sent).toEqual(['go 6', 'stop']);
  await pass(1_000);
  expect(sent).toHaveLength(2);
  await reports('stop', { state: 'finished', endedAt: 2_500 });
  expect(sent).toEqual(['go 6', 'stop', 'resume stop']);
  await reports('resume stop', { state: 'finished', endedAt: 3_000 });
  await reports('go 6', { state: 'finished', endedAt: 6_000 });
  expect(sent.at(-1)).toBe('go 4');
  expect(selectIsTestDone(actor.getSnapshot())).toBe(false);
  await reports('go 4', { state: 'finished', endedAt: 9_000 });
  expect(selectIsTestDone(actor.getSnapshot())).toBe(true);
  expect(stationsOf(test()).map(({ station, at }) => [station, at])).toEqual([
    ['ordered', 1_000],
    ['accepted', 1_200],
    ['drives', 1_400],
    ['stopped', 2_500],
    ['resumed', 3_000],
    ['arrived', 6_000],
    ['back', 9_000],
  ]);
});

it('a Stop that is never confirmed is never resumed: the test ends instead', async () => {
  const { actor, sent, pass, reports, test } = start();
  await settle();
  await reports('go 6', { state: 'running', runningAt: 1_400 });
  await pass(STOP_AFTER_MS);
  await pass(STEP_MS);
  expect(sent).toEqual(['go 6', 'stop']);
  expect(selectIsTestRunning(actor.getSnapshot())).toBe(false);
  expect(test().failure?.code).toBe(ERRORS.requestTimedOut);
});

it('ends with the reason when the robot may not drive, or fails', async () => {
  const refused = start({ plan: () => Promise.reject(new ApiError('wayNotFree')) });
  await settle();
  expect([refused.sent, refused.test().failure?.code]).toEqual([[], ERRORS.wayNotFree]);
  const failed = start();
  await settle();
  await failed.reports('go 6', { state: 'failed', reason: { type: 'noRoute', description: 'no way' } });
  expect(failed.test().failure?.said).toBe('no way');
  expect(selectIsTestRunning(failed.actor.getSnapshot())).toBe(false);
});

it('Cancel cancels the order; a Stop of the person ends the test without a resume', async () => {
  const cancelled = start();
  await settle();
  cancelled.actor.send({ type: 'test.cancel' });
  await settle();
  expect([cancelled.sent, cancelled.test().ended]).toEqual([['go 6', 'cancel'], 'cancelled']);
  const stopped = start();
  await settle();
  await stopped.reports('go 6', { state: 'running', runningAt: 1_400 });
  stopped.actor.send({ type: 'test.stopped' });
  await stopped.pass(STEP_MS);
  expect([stopped.sent, stopped.test().ended]).toEqual([['go 6'], 'stopped']);
});

it('holds the lease from the first order on, and gives it back at every end', async () => {
  const refused = start({ plan: () => Promise.reject(new ApiError('leaseHeld')) });
  await settle();
  expect(refused.leases).toEqual([]);
  const cancelled = start();
  await settle();
  expect(cancelled.leases).toEqual(['held 7']);
  cancelled.actor.send({ type: 'test.cancel' });
  await settle();
  expect(cancelled.leases).toEqual(['held 7', 'given back 7']);
  const late = start();
  await settle();
  await late.pass(STEP_MS);
  expect([selectIsTestRunning(late.actor.getSnapshot()), late.leases]).toEqual([false, ['held 7', 'given back 7']]);
  const closed = start();
  await settle();
  closed.actor.stop();
  expect(closed.leases).toEqual(['held 7', 'given back 7']);
});

it('ends when somebody else takes control, and sends the robot nothing more', async () => {
  const test = start();
  await settle();
  test.loseLease();
  await settle();
  expect(test.test().failure?.code).toBe(ERRORS.leaseLost);
  await test.reports('go 6', { state: 'running', runningAt: 1_400 });
  await test.pass(STEP_MS);
  expect(test.sent).toEqual(['go 6']);
});
