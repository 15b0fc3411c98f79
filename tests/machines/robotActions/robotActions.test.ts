/** Actions of robots: asked for once, followed to what the robot reports. */
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, type AnyEventObject } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import { type CommandState, COMMAND_STATES, hasEnded } from '../../../contract/rules/commandLife.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { failure } from '../../../src/machines/failure.ts';
import {
  type ActionInput,
  type ActionRequest,
  type Photo,
  PHRASES_KEPT,
  robotActionsMachine,
  type RobotActionsInput,
} from '../../../src/machines/robotActions/robotActions.machine.ts';
import { robotActionsRedaction } from '../../../src/machines/robotActions/robotActions.redaction.ts';
import { isUnderWay } from '../../../src/machines/robotActions/robotActions.selectors.ts';
import { createRedactor } from '../../../src/machines/recording/redact.ts';
import { sampleCommand } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { UNKNOWN_DEVICES } from '../../fakes/unknownDevices.ts';

const FOLLOW_MS = 1_500;
const HEAD_SETTLES_MS = 400;
const robot = { serialNumber: 'W1', robotName: 'Porter 1' };

function start(phrases: readonly string[] = []) {
  const clock = new SimulatedClock();
  const server = {
    asked: [] as ActionInput[],
    reads: [] as (readonly string[])[],
    commands: [] as Command[],
    kept: [] as (readonly string[])[],
    isAway: false,
  };
  const actor = createActor(
    robotActionsMachine.provide({
      actors: {
        ask: fromCallback<AnyEventObject, ActionInput>(({ input }) => void server.asked.push(input)),
        readCommands: fromPromise<{ commands: readonly Command[] }, { ids: readonly string[] }>(async ({ input }) => {
          server.reads.push(input.ids);
          if (server.isAway) throw new Error('away');
          return { commands: server.commands };
        }),
        loadPhoto: fromPromise<Photo, { fileId: string }>(async ({ input: { fileId } }) => ({
          fileId,
          url: `/file/${fileId}`,
        })),
        loadPhrases: fromPromise<{ phrases: readonly string[] }, RobotActionsInput>(async () => ({ phrases })),
      },
      actions: { keepPhrases: (_, params) => void server.kept.push(params.phrases) },
    }),
    { clock, input: { userId: 'me' } },
  ).start();
  const context = () => actor.getSnapshot().context;
  const ask = (request: ActionRequest): void => actor.send({ type: 'action.ask', ...robot, request, at: 1_000 });
  const answer = (command: Partial<Command>): void =>
    actor.send({
      type: 'ask.answered',
      local: server.asked.at(-1)?.local ?? '',
      command: sampleCommand(command.id ?? 'c1', { state: 'asked', ...command }),
    });
  const follow = async (): Promise<void> => {
    clock.increment(FOLLOW_MS);
    await settle();
  };
  return { actor, clock, server, context, ask, answer, follow };
}

describe('an action', () => {
  it('is shown when it is asked for, and followed until it has ended', async () => {
    const { actor, server, context, ask, answer, follow } = start();
    ask({ kind: 'setLights', on: true });
    expect(server.asked).toMatchObject([{ serialNumber: 'W1', request: { kind: 'setLights', on: true } }]);
    expect(isUnderWay(actor.getSnapshot(), 'setLights')).toBe(true);
    answer({ kind: 'setLights' });
    for (const state of ['sent', 'running', 'finished'] as const) {
      server.commands = [sampleCommand('c1', { kind: 'setLights', state })];
      await follow();
      expect(context().actions[0]?.command?.state).toBe(state);
    }
    expect(server.reads).toEqual([['c1'], ['c1'], ['c1']]);
    expect(isUnderWay(actor.getSnapshot(), 'setLights')).toBe(false);
    await follow();
    expect(server.reads).toHaveLength(3);
  });

  it('is read again after a failed read, and a message of the ledger counts as well', async () => {
    const { actor, server, context, ask, answer, follow } = start();
    ask({ kind: 'takePhoto' });
    answer({ kind: 'takePhoto' });
    server.isAway = true;
    await follow();
    server.isAway = false;
    const fileId = 'f'.repeat(32);
    actor.send({
      type: 'ledger.heard',
      commands: [sampleCommand('c1', { kind: 'takePhoto', state: 'finished', fileId })],
    });
    await settle();
    expect(context().actions[0]?.command).toMatchObject({ state: 'finished', fileId });
    expect(context().photo).toEqual({ fileId, url: `/file/${fileId}` });
    // An older state that arrives later changes nothing.
    actor.send({ type: 'ledger.heard', commands: [sampleCommand('c1', { kind: 'takePhoto', state: 'sent' })] });
    expect(context().actions[0]?.command?.state).toBe('finished');
  });

  it('that the server refuses stays with its reason until it is dismissed', () => {
    const { actor, server, context, ask } = start();
    ask({ kind: 'openCabinet', cabinet: 1 });
    const { local = '' } = server.asked[0] ?? {};
    actor.send({ type: 'ask.refused', local, failure: failure(ERRORS.robotMoving) });
    expect(context().actions).toMatchObject([{ kind: 'openCabinet', failure: { code: ERRORS.robotMoving } }]);
    actor.send({ type: 'action.dismiss', local });
    expect(context().actions).toEqual([]);
  });

  it('takes the place of the last one of its kind, but not of one that is under way', () => {
    const { server, context, ask, answer } = start();
    ask({ kind: 'setVolume', volume: 10 });
    answer({ id: 'c1', kind: 'setVolume', state: 'finished' });
    ask({ kind: 'setVolume', volume: 20 });
    expect(context().actions).toHaveLength(1);
    ask({ kind: 'setVolume', volume: 30 });
    expect(context().actions).toHaveLength(2);
    expect(server.asked).toHaveLength(3);
  });

  it('turns the head once it is left alone, with one command for all changes', () => {
    const { clock, server, context, ask } = start();
    ask({ kind: 'setHead', horizontal: 91, vertical: 22 });
    clock.increment(HEAD_SETTLES_MS - 1);
    ask({ kind: 'setHead', horizontal: 96, vertical: 22 });
    clock.increment(HEAD_SETTLES_MS - 1);
    expect(server.asked).toEqual([]);
    ask({ kind: 'setLights', on: true });
    clock.increment(1);
    expect(server.asked.map(({ request }) => request)).toEqual([
      { kind: 'setLights', on: true },
      { kind: 'setHead', horizontal: 96, vertical: 22 },
    ]);
    expect(context()).toMatchObject({
      turning: null,
      actions: [{ kind: 'setHead', serialNumber: 'W1' }, { kind: 'setLights' }],
    });
    clock.increment(HEAD_SETTLES_MS);
    expect(server.asked).toHaveLength(2);
  });

  it.each(COMMAND_STATES)(
    'in every state of its command it is either under way or ended: %s',
    (state: CommandState) => {
      const { actor, clock, ask, answer } = start();
      ask({ kind: 'setHead', horizontal: 90, vertical: 22 });
      clock.increment(HEAD_SETTLES_MS);
      answer({ kind: 'setHead', state });
      expect(isUnderWay(actor.getSnapshot(), 'setHead')).toBe(!hasEnded(state));
    },
  );
});

describe('a draft', () => {
  it('is shown until its action has ended or was refused', () => {
    const { actor, clock, server, context, ask, answer } = start();
    actor.send({ type: 'draft.set', draft: { horizontal: 120 } });
    ask({ kind: 'setHead', horizontal: 120, vertical: 22 });
    // Not lost before it is asked for.
    actor.send({ type: 'ledger.heard', commands: [] });
    expect(context().draft.horizontal).toBe(120);
    clock.increment(HEAD_SETTLES_MS);
    answer({ id: 'c1', kind: 'setHead' });
    actor.send({ type: 'draft.set', draft: { volume: 40 } });
    ask({ kind: 'setVolume', volume: 40 });
    actor.send({ type: 'ledger.heard', commands: [sampleCommand('c1', { kind: 'setHead', state: 'running' })] });
    expect(context().draft).toEqual({ horizontal: 120, vertical: null, volume: 40 });
    actor.send({ type: 'ledger.heard', commands: [sampleCommand('c1', { kind: 'setHead', state: 'finished' })] });
    expect(context().draft).toEqual({ horizontal: null, vertical: null, volume: 40 });
    const { local = '' } = server.asked[1] ?? {};
    actor.send({ type: 'ask.refused', local, failure: failure(ERRORS.robotOffline) });
    expect(context().draft.volume).toBeNull();
  });

  it('does not hide what the robot reports', () => {
    const { actor, context } = start();
    actor.send({ type: 'devices.heard', devices: { ...UNKNOWN_DEVICES, lights: true } });
    expect(context().devices?.lights).toBe(true);
  });
});

describe('what is said', () => {
  const say = (text: string) => ({ type: 'phrase.say', ...robot, text, at: 1_000 }) as const;

  it('is trimmed, never empty, and kept as a phrase, newest first', async () => {
    const { actor, server, context } = start(['Earlier']);
    await settle();
    expect(context().phrases).toEqual(['Earlier']);
    actor.send({ type: 'phrase.type', text: ' Hello ' });
    actor.send(say(' Hello '));
    actor.send(say('   '));
    expect(server.asked).toMatchObject([{ request: { kind: 'say', text: 'Hello' } }]);
    expect(context()).toMatchObject({ typed: '', phrases: ['Hello', 'Earlier'] });
    for (let i = 0; i < PHRASES_KEPT; i++) actor.send(say(`Text ${i}`));
    actor.send(say('Text 0'));
    expect(context().phrases).toHaveLength(PHRASES_KEPT);
    expect(context().phrases[0]).toBe('Text 0');
    expect(server.kept.at(-1)).toEqual(context().phrases);
  });

  it('comes back to be corrected when it was refused', () => {
    const { actor, server, context } = start();
    actor.send(say('Hello'));
    const { local = '' } = server.asked[0] ?? {};
    actor.send({ type: 'ask.refused', local, failure: failure(ERRORS.tooManyRequests) });
    expect(context().typed).toBe('Hello');
  });

  it('is in no recording', () => {
    const { actor, context } = start();
    actor.send({ type: 'phrase.type', text: 'Room 412' });
    actor.send(say('Room 412'));
    const redactor = createRedactor(() => new Set());
    const request = { kind: 'say', text: 'Room 412' };
    const recorded = JSON.stringify([
      redactor.context(robotActionsRedaction, context()),
      redactor.event(robotActionsRedaction, say('Room 412'), String),
      redactor.event(robotActionsRedaction, { type: 'phrase.type', text: 'Room 412' }, String),
      redactor.event(robotActionsRedaction, { type: 'action.ask', request }, String),
    ]);
    expect(recorded).toContain('say');
    expect(recorded).not.toContain('Room 412');
  });
});
