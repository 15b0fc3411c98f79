/** The life of a call: every sequence of what both sides and the server can do, and the exact times. */
import { describe, expect, it } from 'vitest';
import {
  CALL_LOOK_MS,
  CALL_OPERATOR_SILENT_MS,
  CALL_RECONNECT_MS,
  CALL_REPEAT_MS,
  CALL_RING_MS,
  CALL_RING_SILENT_MS,
  callDeadline,
  nextCall,
  type CallEvent,
  type CallFacts,
  type CallOrigin,
} from '../../../contract/rules/call.ts';

const T0 = 1_000_000;
const begun = (origin: CallOrigin): CallFacts => ({
  origin,
  state: 'ringing',
  createdAt: T0,
  answeredAt: null,
  lostAt: null,
  loss: null,
  endedAt: null,
  endedBy: null,
  end: null,
  interruptions: 0,
  interruptedMs: 0,
});
const seen = (change: Partial<Extract<CallEvent, { type: 'look' }>> = {}): CallEvent => ({
  type: 'look',
  isRobotThere: true,
  isOperatorThere: true,
  hasMedia: true,
  mayOperate: true,
  ...change,
});
const EVENTS: readonly CallEvent[] = [
  { type: 'answer', side: 'operator' },
  { type: 'answer', side: 'visitor' },
  { type: 'decline' },
  { type: 'busy' },
  { type: 'hangUp', side: 'operator' },
  { type: 'hangUp', side: 'visitor' },
  seen(),
  seen({ hasMedia: false }),
  seen({ isRobotThere: false }),
  seen({ isOperatorThere: false }),
  seen({ mayOperate: false }),
];
const STEP_MS = 25_000;

describe.each(['operator', 'visitor'] as const)('a call that the %s begins', (origin) => {
  it('keeps its promises on every path of five events', () => {
    const reached = new Set<string>();
    const walk = (call: CallFacts, at: number, depth: number): void => {
      reached.add(call.state === 'ended' ? `ended ${call.end}` : call.state);
      // Only an ended call has an end, and only an answered one can be connected or lost.
      expect(call.state === 'ended').toBe(call.end !== null && call.endedAt !== null && call.endedBy !== null);
      if (call.state === 'connected' || call.state === 'reconnecting') expect(call.answeredAt).not.toBeNull();
      expect(call.state === 'reconnecting').toBe(call.lostAt !== null);
      expect(call.interruptedMs).toBeGreaterThanOrEqual(0);
      if (depth === 0) return;
      for (const event of EVENTS) {
        const next = nextCall(call, event, at);
        if (call.state === 'ended') expect(next).toBeNull();
        else if (next) walk(next, at + STEP_MS, depth - 1);
        else if (event.type === 'look') walk(call, at + STEP_MS, depth - 1);
      }
    };
    walk(begun(origin), T0 + STEP_MS, 5);
    const ends = ['hungUp', 'withdrawn', 'declined', 'notAnswered', 'linkLost', 'rightLost', 'robotGone'];
    expect([...reached].sort()).toEqual(
      [
        'connected',
        'reconnecting',
        'ringing',
        ...[...ends, ...(origin === 'operator' ? ['busy'] : [])].map((end) => `ended ${end}`),
      ].sort(),
    );
  });

  it('is answered by the other side only', () => {
    expect(nextCall(begun(origin), { type: 'answer', side: origin }, T0)).toBeNull();
    const other = origin === 'operator' ? 'visitor' : 'operator';
    expect(nextCall(begun(origin), { type: 'answer', side: other }, T0 + 3_000)).toMatchObject({
      state: 'connected',
      answeredAt: T0 + 3_000,
    });
  });

  it('rings for exactly 30 s', () => {
    expect(callDeadline(begun(origin))).toBe(T0 + CALL_RING_MS);
    expect(nextCall(begun(origin), seen(), T0 + CALL_RING_MS - 1)).toBeNull();
    expect(nextCall(begun(origin), seen(), T0 + CALL_RING_MS)).toMatchObject({ end: 'notAnswered', endedBy: 'system' });
  });
});

it('is kept for exactly 60 s without a connection, and adds up its interruptions', () => {
  const connected: CallFacts = { ...begun('operator'), state: 'connected', answeredAt: T0 };
  const lost = nextCall(connected, seen({ hasMedia: false }), T0 + 1_000);
  expect(lost).toMatchObject({ state: 'reconnecting', loss: 'media', interruptions: 1 });
  const back = lost && nextCall(lost, seen(), T0 + 9_000);
  expect(back).toMatchObject({ state: 'connected', interruptedMs: 8_000, lostAt: null, loss: null });
  const again = back && nextCall(back, seen({ isRobotThere: false }), T0 + 20_000);
  expect(again && callDeadline(again)).toBe(T0 + 20_000 + CALL_RECONNECT_MS);
  expect(again && nextCall(again, seen({ isRobotThere: false }), T0 + 20_000 + CALL_RECONNECT_MS - 1)).toBeNull();
  expect(again && nextCall(again, seen({ isRobotThere: false }), T0 + 20_000 + CALL_RECONNECT_MS)).toMatchObject({
    end: 'robotGone',
    interruptions: 2,
    interruptedMs: 68_000,
  });
});

it('ends with the right of its operator, also while it rings; a visitor call rings on for the others', () => {
  expect(nextCall(begun('operator'), seen({ mayOperate: false }), T0)).toMatchObject({ end: 'rightLost' });
  expect(nextCall(begun('visitor'), seen({ mayOperate: false }), T0)).toBeNull();
});

describe('a network that goes', () => {
  const connected: CallFacts = { ...begun('operator'), state: 'connected', answeredAt: T0 };
  /** The server looks every two seconds; the side repeats every four, except while its network is gone. */
  function away(side: 'operator' | 'robot', awayMs: number): CallFacts {
    const [silentMs, everyMs] = side === 'operator' ? [CALL_OPERATOR_SILENT_MS, CALL_REPEAT_MS] : [10_000, 500];
    const goneAt = T0 + 20_000;
    let call = connected;
    let heardAt = T0;
    for (let at = T0; at <= goneAt + awayMs + 10_000; at += 500) {
      const isAway = at >= goneAt && at < goneAt + awayMs;
      if (!isAway && (at - T0) % everyMs === 0) heardAt = at;
      if ((at - T0) % CALL_LOOK_MS !== 0) continue;
      const isThere = at - heardAt <= silentMs;
      const look =
        side === 'operator'
          ? seen({ isOperatorThere: isThere, operatorGoneAt: heardAt + CALL_REPEAT_MS })
          : seen({ isRobotThere: isThere, robotGoneAt: heardAt });
      call = nextCall(call, look, at) ?? call;
    }
    return call;
  }

  it.each(['operator', 'robot'] as const)('5 s at the %s: nothing is lost', (side) => {
    expect(away(side, 5_000)).toMatchObject({ state: 'connected', interruptions: 0 });
  });

  it.each(['operator', 'robot'] as const)('20 s at the %s: the call comes back, and the whole time counts', (side) => {
    const back = away(side, 20_000);
    expect(back).toMatchObject({ state: 'connected', interruptions: 1 });
    expect(back.interruptedMs).toBeGreaterThanOrEqual(16_000);
    expect(back.interruptedMs).toBeLessThanOrEqual(24_000);
  });

  it.each([
    ['operator', 'linkLost'],
    ['robot', 'robotGone'],
  ] as const)('70 s at the %s: the call has ended', (side, end) => {
    const over = away(side, 70_000);
    expect(over).toMatchObject({ state: 'ended', end, endedBy: 'system' });
    const afterMs = (over.endedAt ?? 0) - T0 - 20_000;
    expect(afterMs).toBeGreaterThanOrEqual(58_000);
    expect(afterMs).toBeLessThanOrEqual(66_000);
  });
});

it.each(['operator', 'visitor'] as const)('a robot that dies while a call of the %s rings ends it', (origin) => {
  const gone = seen({ isRobotThere: false, robotGoneAt: T0 });
  expect(nextCall(begun(origin), gone, T0 + CALL_RING_SILENT_MS - 1)).toBeNull();
  expect(nextCall(begun(origin), gone, T0 + CALL_RING_SILENT_MS)).toMatchObject({
    end: 'robotGone',
    endedBy: 'system',
  });
});
