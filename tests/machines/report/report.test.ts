import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { SENTENCE_MAX } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { reportMachine, type Survey } from '../../../src/machines/report/report.machine.ts';
import {
  selectHasNoRecording,
  selectIsSending,
  selectIsSurveying,
  selectReport,
} from '../../../src/machines/report/report.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const SURVEY: Survey = { since: 1, until: 2, steps: 3, machines: 4, bytes: 5 };

function start({ maySend = true, refusal = null as Error | null } = {}) {
  const world = { surveys: 0, saved: [] as string[], sent: [] as string[], refusal };
  const told = <Answer>(list: string[], answer: Answer) =>
    fromPromise<Answer, { sentence: string }>(async ({ input }) => {
      if (world.refusal) throw world.refusal;
      list.push(input.sentence);
      return answer;
    });
  const machine = reportMachine.provide({
    actors: {
      survey: fromPromise<Survey>(async () => {
        world.surveys += 1;
        if (world.refusal) throw world.refusal;
        return SURVEY;
      }),
      save: told(world.saved, 'a.capsule'),
      send: told(world.sent, undefined as void),
    },
  });
  const { actor } = startUnderApp(machine, { as: 'screen', input: { maySend } });
  return { actor, world, see: () => selectReport(actor.getSnapshot()) };
}
async function writing(options?: Parameters<typeof start>[0]) {
  const report = start(options);
  await settle();
  return report;
}

describe('a report', () => {
  it('holds still what is recorded before anything is written, and lets one write meanwhile', async () => {
    const { actor, see } = start();
    expect(selectIsSurveying(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'sentence.change', sentence: 'It stood still' });
    await settle();
    expect(see()).toMatchObject({ survey: SURVEY, sentence: 'It stood still' });
  });

  it('is neither saved nor sent without a sentence', async () => {
    const { actor, world } = await writing();
    for (const sentence of ['', '   ']) {
      actor.send({ type: 'sentence.change', sentence });
      actor.send({ type: 'report.save' });
      actor.send({ type: 'report.send' });
      await settle();
    }
    expect([world.saved, world.sent]).toEqual([[], []]);
  });

  it('is saved, sent once, and again after another sentence', async () => {
    const { actor, world, see } = await writing();
    actor.send({ type: 'sentence.change', sentence: ' It stood still ' });
    actor.send({ type: 'report.save' });
    await settle();
    expect(see().savedAs).toBe('a.capsule');
    for (let times = 0; times < 2; times += 1) {
      actor.send({ type: 'report.send' });
      await settle();
    }
    expect(world.sent).toEqual(['It stood still']);
    actor.send({ type: 'sentence.change', sentence: 'It drove on' });
    expect(see()).toMatchObject({ isSent: false, savedAs: '' });
    actor.send({ type: 'report.send' });
    await settle();
    expect([world.saved, world.sent]).toEqual([['It stood still'], ['It stood still', 'It drove on']]);
  });

  it('is not sent by a visitor', async () => {
    const { actor, world } = await writing({ maySend: false });
    actor.send({ type: 'sentence.change', sentence: 'x' });
    actor.send({ type: 'report.send' });
    expect(selectIsSending(actor.getSnapshot())).toBe(false);
    await settle();
    expect(world.sent).toEqual([]);
  });

  it('keeps what was written when the server refuses, and says why', async () => {
    const { actor, world, see } = await writing();
    actor.send({ type: 'sentence.change', sentence: 'x' });
    world.refusal = new ApiError('reportsTooOften', { words: { minutes: 7 } });
    actor.send({ type: 'report.send' });
    await settle();
    expect(see()).toMatchObject({
      sentence: 'x',
      isSent: false,
      failure: { code: ERRORS.reportsTooOften, words: { minutes: 7 } },
    });
    world.refusal = null;
    actor.send({ type: 'report.send' });
    await settle();
    expect(see()).toMatchObject({ isSent: true, failure: null });
  });

  it('tries again when nothing could be collected, and takes no more than the server does', async () => {
    const { actor, world, see } = start({ refusal: new ApiError('networkFailed') });
    actor.send({ type: 'sentence.change', sentence: 'x'.repeat(SENTENCE_MAX + 9) });
    await settle();
    expect(selectHasNoRecording(actor.getSnapshot())).toBe(true);
    world.refusal = null;
    actor.send({ type: 'report.retry' });
    await settle();
    expect(see().sentence).toHaveLength(SENTENCE_MAX);
    expect(world.surveys).toBe(2);
    actor.send({ type: 'contents.toggle' });
    expect(see().isOpen).toBe(true);
    actor.send({ type: 'report.close' });
    expect(actor.getSnapshot().status).toBe('done');
  });
});
