import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TELEOP_DEADMAN_MS, TELEOP_MAX_LAG_MS } from '../../../contract/rules/limits.ts';
import { isDead, judge, newGate, type TeleopGate } from '../../../contract/rules/teleop.ts';

const message = (sequence: number, sentAt: number, lease = 3) => ({ lease, sequence, sentAt, vx: 0.4, wz: 0 });
const drive = (gate: TeleopGate, sequence: number, sentAt: number, arrival: number) => judge(gate, message(sequence, sentAt), arrival);

describe('the gate before the wheels', () => {
  it('obeys messages that come as fast as the first', () => {
    let gate = newGate(3);
    for (let n = 0; n < 20; n += 1) {
      const judged = drive(gate, n, n * 100, 5_000 + n * 100 + (n % 3) * 20);
      expect(judged.verdict).toBe('obeyed');
      gate = judged.gate;
    }
  });

  it('a burst after a 4 s stall moves nothing but its freshest end', () => {
    let { gate } = drive(newGate(3), 0, 0, 10);
    const verdicts = Array.from({ length: 40 }, (_, n) => {
      const judged = drive(gate, n + 1, (n + 1) * 100, 4_010);
      gate = judged.gate;
      return judged.verdict;
    });
    const stale = verdicts.filter((_, n) => 4_010 - (n + 1) * 100 - 10 > TELEOP_MAX_LAG_MS);
    expect(stale.length).toBeGreaterThan(30);
    expect(new Set(stale)).toEqual(new Set(['lag']));
  });

  it('a link that lags 3 s from some moment on moves nothing any more', () => {
    let { gate } = drive(newGate(3), 0, 0, 20);
    for (let n = 1; n < 30; n += 1) {
      const judged = drive(gate, n, n * 100, n * 100 + 3_020);
      expect(judged.verdict).toBe('lag');
      gate = judged.gate;
    }
    expect(isDead(gate, 3_500)).toBe(true);
  });

  it('clocks may differ by any amount', () => {
    fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (skew) => {
      let gate = newGate(3);
      for (let n = 0; n < 5; n += 1) {
        const judged = drive(gate, n, n * 100, n * 100 + 30 + skew);
        expect(judged.verdict).toBe('obeyed');
        gate = judged.gate;
      }
    }));
  });

  it('never obeys an older sequence, another lease, or anything while nobody holds one', () => {
    const { gate } = drive(newGate(3), 5, 0, 0);
    expect(drive(gate, 5, 100, 100).verdict).toBe('oldSequence');
    expect(drive(gate, 4, 100, 100).verdict).toBe('oldSequence');
    expect(judge(gate, message(6, 100, 4), 100).verdict).toBe('wrongLease');
    expect(judge(newGate(0), message(1, 0, 0), 0).verdict).toBe('wrongLease');
  });

  it('is dead before the first message and after half a second without a good one', () => {
    expect(isDead(newGate(3), 0)).toBe(true);
    const { gate } = drive(newGate(3), 0, 0, 1_000);
    expect(isDead(gate, 1_000 + TELEOP_DEADMAN_MS)).toBe(false);
    expect(isDead(gate, 1_001 + TELEOP_DEADMAN_MS)).toBe(true);
  });
});
