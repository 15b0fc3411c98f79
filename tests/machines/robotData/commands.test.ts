import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, type EventObject } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { commandsMachine } from '../../../src/machines/robotData/commands.machine.ts';
import type { AskInput, Target } from '../../../src/machines/robotData/commands.setup.ts';
import { LEDGER_ROWS, withNews } from '../../../src/machines/robotData/ledger.ts';
import { failure } from '../../../src/machines/failure.ts';

const entry = (id: string, change: Partial<Command> = {}): Command => ({
  id,
  serialNumber: 'SN',
  kind: 'goTo',
  target: 'Lift 1',
  targetId: 'p1',
  askedBy: { userId: 'me', name: 'Lin Wei' },
  state: 'asked',
  askedAt: 1_000,
  sentAt: null,
  acceptedAt: null,
  runningAt: null,
  endedAt: null,
  expiresAt: null,
  reason: null,
  ...change,
});
const lift: Target = { mapId: 'm', x: 1, y: 2, areaId: 'p1', name: 'Lift 1', theta: null };

function start(rows: Command[] = []) {
  const asked: AskInput[] = [];
  const live = new Set<string>();
  const actor = createActor(
    commandsMachine.provide({
      actors: {
        ask: fromCallback<EventObject, AskInput>(({ input }) => {
          asked.push(input);
          live.add(input.local);
          return () => void live.delete(input.local);
        }),
      },
    }),
    { input: { serialNumber: 'SN', userId: 'me', rows } },
  ).start();
  const context = () => actor.getSnapshot().context;
  return { actor, asked, live, context };
}

describe('the ledger', () => {
  it('never takes an entry back to an earlier state, whatever overtakes what', () => {
    const rows = withNews([entry('a', { state: 'running' })], [entry('a', { state: 'accepted' })]);
    expect(rows).toMatchObject([{ id: 'a', state: 'running' }]);
    expect(withNews(rows, [entry('a', { state: 'finished' })])).toMatchObject([{ state: 'finished' }]);
    expect(
      withNews(withNews(rows, [entry('a', { state: 'failed' })]), [entry('a', { state: 'finished' })]),
    ).toMatchObject([{ state: 'failed' }]);
  });

  it('shows the newest first and no more than it can', () => {
    const many = Array.from({ length: LEDGER_ROWS + 5 }, (_, i) => entry(`c${i}`, { askedAt: i }));
    const rows = withNews([], many);
    expect(rows).toHaveLength(LEDGER_ROWS);
    expect(rows[0]?.askedAt).toBe(LEDGER_ROWS + 4);
  });
});

describe('a command', () => {
  it('is a row the moment it is asked for, and the same row when the cloud has answered', () => {
    const { actor, asked, live, context } = start();
    actor.send({ type: 'command.ask', request: { kind: 'goTo', target: lift }, at: 1_000 });
    expect(context().pending).toMatchObject([{ kind: 'goTo', target: 'Lift 1', askedAt: 1_000, failure: null }]);
    expect(asked).toMatchObject([{ serialNumber: 'SN', request: { kind: 'goTo' } }]);
    actor.send({ type: 'ask.answered', local: 'ask-1', command: entry('a') });
    expect(context()).toMatchObject({ pending: [], rows: [{ id: 'a' }] });
    expect([...live]).toEqual([]);
  });

  it('that the topic tells of before the reply comes is one row, not two', () => {
    const { actor, context } = start();
    actor.send({ type: 'command.ask', request: { kind: 'goTo', target: lift }, at: 1_000 });
    actor.send({ type: 'ledger.heard', commands: [entry('a', { state: 'sent' })] });
    expect(context().pending).toEqual([]);
    actor.send({ type: 'ask.answered', local: 'ask-1', command: entry('a', { state: 'asked' }) });
    expect(context().rows).toMatchObject([{ id: 'a', state: 'sent' }]);
  });

  it('of somebody else takes no row of mine', () => {
    const { actor, context } = start();
    actor.send({ type: 'command.ask', request: { kind: 'charge' }, at: 1_000 });
    actor.send({
      type: 'ledger.heard',
      commands: [entry('b', { kind: 'charge', askedBy: { userId: 'chen', name: 'Chen Yu' } })],
    });
    expect(context().pending).toHaveLength(1);
    expect(context().rows).toHaveLength(1);
  });

  it('asked twice in a hurry is two rows until both are known', () => {
    const { actor, context } = start();
    actor.send({ type: 'command.ask', request: { kind: 'goTo', target: lift }, at: 1_000 });
    actor.send({ type: 'command.ask', request: { kind: 'goTo', target: lift }, at: 1_050 });
    actor.send({ type: 'ledger.heard', commands: [entry('a')] });
    expect(context().pending.map(({ local }) => local)).toEqual(['ask-2']);
  });

  it('refused stays with its reason until it is dismissed or asked again', () => {
    const { actor, context } = start();
    actor.send({ type: 'command.ask', request: { kind: 'charge' }, at: 1_000 });
    actor.send({ type: 'ask.refused', local: 'ask-1', failure: failure(ERRORS.noChargingPoint) });
    expect(context().pending).toMatchObject([{ failure: { code: 40220 } }]);
    actor.send({ type: 'command.ask', request: { kind: 'charge' }, at: 2_000 });
    expect(context().pending).toMatchObject([{ local: 'ask-2', failure: null }]);
    actor.send({ type: 'ask.refused', local: 'ask-2', failure: failure(ERRORS.noChargingPoint) });
    actor.send({ type: 'refusal.dismiss', local: 'ask-2' });
    expect(context().pending).toEqual([]);
  });
});

describe('choosing where to', () => {
  it('from the list: search, pick, confirm', () => {
    const { actor, asked, context } = start();
    actor.send({ type: 'points.open' });
    actor.send({ type: 'target.confirm', at: 1 });
    expect(asked).toEqual([]);
    actor.send({ type: 'points.search', keyword: 'lift' });
    actor.send({ type: 'target.pick', target: lift });
    expect(actor.getSnapshot().hasTag('listing')).toBe(true);
    actor.send({ type: 'target.confirm', at: 1_000 });
    expect(asked).toMatchObject([{ request: { kind: 'goTo', target: lift } }]);
    expect(context()).toMatchObject({ target: null, keyword: '' });
    expect(actor.getSnapshot().hasTag('tool')).toBe(false);
  });

  it('from the list: a choice that the search hides is dropped, and cannot be confirmed', () => {
    const { actor, asked, context } = start();
    actor.send({ type: 'points.open' });
    actor.send({ type: 'target.pick', target: lift });
    actor.send({ type: 'points.search', keyword: ' LIFT ' });
    expect(context().target).toEqual(lift);
    actor.send({ type: 'points.search', keyword: 'kitchen' });
    expect(context().target).toBeNull();
    actor.send({ type: 'target.confirm', at: 1_000 });
    actor.send({ type: 'points.search', keyword: '' });
    actor.send({ type: 'target.confirm', at: 1_000 });
    expect(asked).toEqual([]);
  });

  it('from the list: what was begun on the map is forgotten, so that the robot is sent and not relocated', () => {
    const { actor, asked, context } = start();
    actor.send({ type: 'place.start', act: 'relocate' });
    actor.send({ type: 'target.pick', target: { ...lift, areaId: '', name: '' } });
    actor.send({ type: 'points.open' });
    expect(context().target).toBeNull();
    actor.send({ type: 'target.pick', target: lift });
    actor.send({ type: 'target.confirm', at: 1_000 });
    expect(asked).toMatchObject([{ request: { kind: 'goTo', target: lift } }]);
  });

  it('on the map: a press, then the word; Escape thinks better of it', () => {
    const { actor, asked } = start();
    actor.send({ type: 'target.pick', target: lift });
    expect(actor.getSnapshot().hasTag('confirming')).toBe(true);
    actor.send({ type: 'target.cancel' });
    expect(actor.getSnapshot().hasTag('tool')).toBe(false);
    expect(asked).toEqual([]);
  });

  it('relocating keeps the heading chosen', () => {
    const { actor, asked } = start();
    actor.send({ type: 'place.start', act: 'relocate' });
    actor.send({ type: 'target.pick', target: { ...lift, areaId: '', name: '' } });
    actor.send({ type: 'heading.set', theta: 1.5 });
    actor.send({ type: 'target.confirm', at: 1 });
    expect(asked).toMatchObject([{ request: { kind: 'relocate', target: { theta: 1.5 } } }]);
  });

  it('a tool left without a choice starts from going next time', () => {
    const { actor, context } = start();
    actor.send({ type: 'place.start', act: 'relocate' });
    actor.send({ type: 'target.cancel' });
    actor.send({ type: 'target.pick', target: lift });
    expect(context().act).toBe('goTo');
  });
});

describe('lifting a Stop', () => {
  const stop = (id: string, userId: string) => ({ id, by: { userId, name: userId }, at: 1, recorded: true });
  it("names the Stops that were seen, and asks nothing about one's own", () => {
    const { actor, asked } = start();
    actor.send({ type: 'resume.press', stops: [stop('a', 'me'), stop('b', 'me')], byOther: false, at: 5 });
    expect(asked).toMatchObject([{ request: { kind: 'resume', stopIds: ['a', 'b'] } }]);
  });
  it("asks once about another person's, and does nothing when it is cancelled", () => {
    const { actor, asked } = start();
    actor.send({ type: 'resume.press', stops: [stop('a', 'ann')], byOther: true, at: 5 });
    expect([actor.getSnapshot().hasTag('resuming'), asked.length]).toEqual([true, 0]);
    actor.send({ type: 'resume.cancel' });
    expect([actor.getSnapshot().hasTag('resuming'), asked.length]).toEqual([false, 0]);
    actor.send({ type: 'resume.press', stops: [stop('a', 'ann')], byOther: true, at: 6 });
    actor.send({ type: 'resume.confirm', at: 7 });
    expect(asked).toMatchObject([{ request: { kind: 'resume', stopIds: ['a'] } }]);
  });
  it('drops the order before it lifts the Stop, and lifts nothing while the robot still has it', () => {
    const { actor, asked } = start();
    actor.send({ type: 'resume.press', stops: [stop('a', 'ann')], byOther: true, at: 5 });
    actor.send({ type: 'resume.choose', order: 'drop' });
    actor.send({ type: 'resume.confirm', at: 6 });
    expect(asked.map(({ request }) => request.kind)).toEqual(['cancel']);
    actor.send({ type: 'robot.seen', busy: true });
    expect(asked).toHaveLength(1);
    actor.send({ type: 'robot.seen', busy: false });
    expect(asked.map(({ request }) => request.kind)).toEqual(['cancel', 'resume']);
  });
  it('leaves the robot stopped when its order cannot be dropped', () => {
    const { actor, asked } = start();
    actor.send({ type: 'resume.press', stops: [stop('a', 'ann')], byOther: true, at: 5 });
    actor.send({ type: 'resume.choose', order: 'drop' });
    actor.send({ type: 'resume.confirm', at: 6 });
    actor.send({ type: 'ask.refused', local: asked[0]?.local ?? '', failure: failure(ERRORS.robotOffline) });
    actor.send({ type: 'robot.seen', busy: false });
    expect(asked).toHaveLength(1);
    expect(actor.getSnapshot().hasTag('resuming')).toBe(false);
  });
});

describe('sending it to charge', () => {
  it('asks first when a task is displaced, and names it', () => {
    const { actor, asked } = start();
    actor.send({ type: 'charge.press', displaces: 'delivery', at: 1 });
    expect([actor.getSnapshot().hasTag('charging'), asked.length]).toEqual([true, 0]);
    actor.send({ type: 'charge.confirm', at: 2 });
    expect(asked).toMatchObject([{ request: { kind: 'charge', replaces: 'delivery' } }]);
  });
  it('asks nothing when none is', () => {
    const { actor, asked } = start();
    actor.send({ type: 'charge.press', displaces: null, at: 1 });
    expect(asked).toMatchObject([{ request: { kind: 'charge' } }]);
  });
});
