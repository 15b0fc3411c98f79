/** The page's machine: polling by increments, pause, selection, rules, Stop. */
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { ConformanceReport, StartedTest } from '../../../contract/entities/conformance.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  conformanceMachine,
  POLL_MS,
  type ReportRequest,
  type RuleTask,
  shownLog,
} from '../../../src/machines/conformance/conformance.machine.ts';
import {
  selectChosenMeaning,
  selectConformance,
  selectIsLost,
  selectIsRefused,
} from '../../../src/machines/conformance/conformance.selectors.ts';
import { testOrderMachine, type TestOrderInput } from '../../../src/machines/conformance/testOrder.machine.ts';
import { sampleMessage, sampleReport } from '../../fakes/conformanceSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

function start(answers: (ConformanceReport | ApiError)[], rule: () => Promise<null> = async () => null) {
  const asked: ReportRequest[] = [];
  const changed: RuleTask[] = [];
  const saved: number[] = [];
  const started = startUnderApp(
    conformanceMachine.provide({
      actors: {
        loadReport: fromPromise<ConformanceReport, ReportRequest>(async ({ input }) => {
          asked.push(input);
          const answer = answers.length > 1 ? answers.shift() : answers[0];
          if (!answer || answer instanceof Error) throw answer ?? new Error('no answer');
          return answer;
        }),
        changeRule: fromPromise<null, RuleTask>(({ input }) => {
          changed.push(input);
          return rule();
        }),
        testOrder: testOrderMachine.provide({
          actors: { startTest: fromPromise<StartedTest, TestOrderInput>(() => new Promise(() => undefined)) },
        }),
      },
      actions: { saveLog: (_, { log }) => void saved.push(log.length) },
    }),
    {
      as: 'screen',
      input: {
        page: 'conformance',
        params: {},
        query: { serialNumber: 'KR7-00213' },
        user: null,
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  const context = () => selectConformance(started.actor.getSnapshot());
  return { ...started, asked, changed, saved, context, shown: () => shownLog(context()).map(({ seq }) => seq) };
}
const poll = async (clock: { increment(ms: number): void }) => {
  clock.increment(POLL_MS);
  await settle();
};

it('asks for what is new, and for everything when another server answers', async () => {
  const { clock, asked, context } = start([
    sampleReport(),
    sampleReport({ log: [sampleMessage(6)] }),
    sampleReport({ source: 'server-2', log: [sampleMessage(1)] }),
  ]);
  await settle();
  await poll(clock);
  expect(context().log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  await poll(clock);
  expect(asked.map(({ after, source }) => [after, source])).toEqual([
    [0, ''],
    [5, 'server-1'],
    [6, 'server-1'],
  ]);
  expect(context().log.map(({ seq }) => seq)).toEqual([1]);
});

it('keeps what it has while the server does not answer, and gives up on an unknown robot', async () => {
  const lost = start([sampleReport(), new ApiError('requestTimedOut')]);
  await settle();
  await poll(lost.clock);
  expect(selectIsLost(lost.actor.getSnapshot())).toBe(true);
  expect(lost.context().report?.robot.name).toBe('Kestrel 7');
  const unknown = start([new ApiError('robotUnknown')]);
  await settle();
  unknown.clock.increment(60_000);
  await settle();
  expect([unknown.asked.length, selectIsRefused(unknown.actor.getSnapshot())]).toEqual([1, true]);
});

it('a pause keeps the list still while messages arrive', async () => {
  const { actor, clock, context, shown } = start([sampleReport(), sampleReport({ log: [sampleMessage(6)] })]);
  await settle();
  actor.send({ type: 'log.pause' });
  await poll(clock);
  expect([shown()[0], context().log.length]).toEqual([5, 6]);
  actor.send({ type: 'log.resume' });
  expect(shown()[0]).toBe(6);
});

it('steps through the rows that are shown, not into a folded run', async () => {
  const { actor, context } = start([
    sampleReport({ log: [sampleMessage(1, { topic: 'order' }), ...[2, 3, 4, 5, 6].map((seq) => sampleMessage(seq))] }),
  ]);
  await settle();
  const selected: (number | null)[] = [];
  for (const by of [1, 1, 1, -1, -1] as const) {
    actor.send({ type: 'message.step', by });
    selected.push(context().selected);
  }
  expect(selected).toEqual([6, 1, 1, 6, 6]);
});

it('accepts and withdraws for this robot, and tells a refusal', async () => {
  const rule = { kind: 'operatingMode', value: 'AUTO', meaning: 'AUTOMATIC' } as const;
  const { actor, changed, asked } = start([sampleReport()]);
  await settle();
  actor.send({ type: 'finding.accept', ...rule });
  await settle();
  actor.send({ type: 'accepted.withdraw', kind: 'mapName', value: 'floor_1' });
  await settle();
  expect(changed).toEqual([
    { what: 'accept', serialNumber: 'KR7-00213', ...rule },
    { what: 'withdraw', serialNumber: 'KR7-00213', kind: 'mapName', value: 'floor_1' },
  ]);
  expect(asked).toHaveLength(3);
  const refused = start([sampleReport()], () => Promise.reject(new ApiError('mapAlreadyNamed')));
  await settle();
  refused.actor.send({ type: 'finding.accept', ...rule });
  await settle();
  expect(refused.toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.mapAlreadyNamed } } }]);
});

it('keeps the meaning that is chosen for each finding', async () => {
  const { actor } = start([sampleReport()]);
  await settle();
  actor.send({ type: 'finding.choose', id: 'mode', meaning: 'MANUAL' });
  actor.send({ type: 'finding.choose', id: 'map', meaning: 'harbour-1f' });
  expect(['mode', 'map', 'other'].map((id) => selectChosenMeaning(id)(actor.getSnapshot()))).toEqual([
    'MANUAL',
    'harbour-1f',
    '',
  ]);
});

it('Stop is asked of the root at once, and ends a test that runs', async () => {
  const { actor, toldTo } = start([sampleReport()]);
  await settle();
  actor.send({ type: 'test.start' });
  actor.send({ type: 'stop.press', at: 7 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'KR7-00213', at: 7 }]);
  expect(actor.getSnapshot().children.testOrder?.getSnapshot().context.ended).toBe('stopped');
});

it('downloads the whole log', async () => {
  const { actor, saved } = start([sampleReport()]);
  await settle();
  actor.send({ type: 'log.download' });
  expect(saved).toEqual([5]);
});
