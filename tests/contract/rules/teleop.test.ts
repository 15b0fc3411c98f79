import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TELEOP_DEADMAN_MS, TELEOP_STAMP_MS } from '../../../contract/rules/limits.ts';
import {
  isDeadmanExpired,
  evaluateMessage,
  newGate,
  nextStamp,
  type TeleopGate,
} from '../../../contract/rules/teleop.ts';

const message = (sequence: number, stamp: number, vx = 0.4, lease = 3) => ({ lease, sequence, stamp, vx, wz: 0 });
/** A gate that issued its stamps at these times. */
const stamped = (...times: number[]): TeleopGate => times.reduce((gate, at) => nextStamp(gate, at).gate, newGate(3));

describe('the gate before the wheels', () => {
  it('obeys what bears a stamp as young as it must be, to the millisecond', () => {
    const gate = stamped(1_000);
    expect(evaluateMessage(gate, message(0, 0), 1_000 + TELEOP_STAMP_MS).verdict).toBe('obeyed');
    expect(evaluateMessage(gate, message(0, 0), 1_001 + TELEOP_STAMP_MS).verdict).toBe('lag');
  });

  it('counts its stamps up and forgets those that are too old to count', () => {
    const times = Array.from({ length: 100 }, (_, n) => n * 50);
    const gate = stamped(...times);
    expect(gate.nextStamp).toBe(100);
    expect(gate.stamps.length).toBeLessThanOrEqual(TELEOP_STAMP_MS / 50 + 1);
    expect(evaluateMessage(gate, message(0, 99), 5_000).verdict).toBe('obeyed');
    expect(evaluateMessage(gate, message(0, 100), 5_000).verdict).toBe('lag');
  });

  it("obeys a zero however old, and no other lease's nor an older one", () => {
    const gate = stamped(0);
    const { verdict, gate: after } = evaluateMessage(gate, message(5, -1, 0), 60_000);
    expect(verdict).toBe('obeyed');
    expect(evaluateMessage(after, message(5, -1, 0), 60_000).verdict).toBe('oldSequence');
    expect(evaluateMessage(after, message(4, -1, 0), 60_000).verdict).toBe('oldSequence');
    expect(evaluateMessage(after, message(6, -1, 0, 4), 60_000).verdict).toBe('wrongLease');
    expect(evaluateMessage(newGate(0), message(1, 0, 0, 0), 0).verdict).toBe('wrongLease');
  });

  it('is dead before the first message and a quarter of a second after a good one', () => {
    expect(isDeadmanExpired(newGate(3), 0)).toBe(true);
    const { gate } = evaluateMessage(stamped(1_000), message(0, 0), 1_000);
    expect(isDeadmanExpired(gate, 1_000 + TELEOP_DEADMAN_MS)).toBe(false);
    expect(isDeadmanExpired(gate, 1_001 + TELEOP_DEADMAN_MS)).toBe(true);
  });

  it('whatever comes, in whatever order and however late: what moves is of this lease, newer, and no older than the stamp allows', () => {
    const happening = fc.oneof(
      fc.record({ type: fc.constant('echo' as const), wait: fc.integer({ min: 0, max: 300 }) }),
      fc.record({
        type: fc.constant('message' as const),
        wait: fc.integer({ min: 0, max: 300 }),
        lease: fc.constantFrom(3, 3, 3, 2),
        sequence: fc.integer({ min: 0, max: 40 }),
        stamp: fc.integer({ min: -1, max: 25 }),
        vx: fc.constantFrom(0, 0.4),
      }),
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), fc.integer({ min: 0, max: 1e12 }), (happenings, begin) => {
        let gate = newGate(3);
        let now = begin;
        let newest = -1;
        const told: number[] = [];
        for (const one of happenings) {
          now += one.wait;
          if (one.type === 'echo') {
            const { stamp, gate: after } = nextStamp(gate, now);
            expect(stamp).toBe(told.length);
            told.push(now);
            gate = after;
            continue;
          }
          const { verdict, gate: after } = evaluateMessage(gate, { ...one, wz: 0 }, now);
          const isOurs = one.lease === 3 && one.sequence > newest;
          const at = told[one.stamp];
          expect(verdict === 'obeyed').toBe(
            isOurs && (one.vx === 0 || (at !== undefined && now - at <= TELEOP_STAMP_MS)),
          );
          if (isOurs) newest = one.sequence;
          gate = after;
        }
      }),
    );
  });
});
