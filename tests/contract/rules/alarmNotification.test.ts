/** The life of a message after it was sent, by the gateway's reports in any order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReport,
  GATEWAY_REPORTS,
  GATEWAY_SILENT,
  GATEWAY_UNREACHABLE,
  gatewayAnswered,
  isReportMissing,
  isUnderway,
  MOST_TELL_AGAINS,
  NOTIFICATION_STATES,
  type NotificationState,
  reachOf,
  REPORT_WITHIN_MS,
  sendFailureOf,
  tellAgainAfterMs,
} from '../../../contract/rules/alarmNotification.ts';

describe('a report of the gateway', () => {
  it.each([
    ['sent', 'delivered', 'delivered'],
    ['delivered', 'answered', 'answered'],
    ['sent', 'failed', 'failed'],
    ['failed', 'delivered', 'delivered'],
    ['delivered', 'failed', 'delivered'],
    ['answered', 'delivered', 'answered'],
    ['kept', 'delivered', 'kept'],
    ['withdrawn', 'answered', 'withdrawn'],
    ['digested', 'failed', 'digested'],
  ] as const)('%s, reported %s: %s', (before, report, after) => expect(afterReport(before, report)).toBe(after));

  it('changes nothing when it is repeated; what reached somebody stays so, in any order', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...NOTIFICATION_STATES),
        fc.array(fc.constantFrom(...GATEWAY_REPORTS), { maxLength: 6 }),
        (first, reports) => {
          let state: NotificationState = first;
          for (const report of reports) {
            const next = afterReport(state, report);
            expect(afterReport(next, report)).toBe(next);
            if (state === 'answered') expect(next).toBe('answered');
            if (state === 'delivered') expect(['delivered', 'answered']).toContain(next);
            state = next;
          }
          if (first === 'sent' && reports.includes('answered')) expect(state).toBe('answered');
        },
      ),
    ));
});

describe('a message that the gateway accepted', () => {
  const sent = { channel: 'sms', state: 'sent', settledAt: 1_000 } as const;
  it('is under way until its report is overdue', () => {
    expect(isUnderway(sent, 1_000 + REPORT_WITHIN_MS - 1)).toBe(true);
    expect(isReportMissing(sent, 1_000 + REPORT_WITHIN_MS - 1)).toBe(false);
    expect(isUnderway(sent, 1_000 + REPORT_WITHIN_MS)).toBe(false);
    expect(isReportMissing(sent, 1_000 + REPORT_WITHIN_MS)).toBe(true);
  });
  it('is not waited for if nothing is ever reported about it: mail, the outbox, a report that came', () => {
    for (const message of [
      { ...sent, channel: 'email' },
      { ...sent, state: 'kept' },
      { ...sent, state: 'delivered' },
      { ...sent, state: 'failed' },
    ] as const) {
      expect(isUnderway(message, 1_000)).toBe(false);
      expect(isReportMissing(message, 1_000 + REPORT_WITHIN_MS)).toBe(false);
    }
  });
  it('one that is being sent is under way', () =>
    expect(isUnderway({ channel: 'email', state: 'queued', settledAt: null }, 1_000)).toBe(true));
});

it('reasons of failed attempts are recognised, and others are kept as they are', () => {
  expect(sendFailureOf(GATEWAY_SILENT)).toEqual({ kind: 'silent' });
  expect(sendFailureOf(GATEWAY_UNREACHABLE)).toEqual({ kind: 'unreachable' });
  expect(sendFailureOf(gatewayAnswered(503))).toEqual({ kind: 'answered', status: '503' });
  expect(sendFailureOf('no such number')).toEqual({ kind: 'other', text: 'no such number' });
});

it('whom messages have reached: accepted ones count once their report is overdue, summaries once they were sent', () => {
  const one = (state: NotificationState, settledAt: number | null = null) => ({
    channel: 'sms' as const,
    state,
    settledAt,
  });
  const [failed, late] = [one('failed', 1), one('sent', 0)];
  const now = REPORT_WITHIN_MS;
  expect(reachOf([], now)).toBe('nobody');
  expect(reachOf([failed, one('withdrawn', 1)], now)).toBe('nobody');
  for (const waiting of [one('queued'), one('sent', 1), one('digested')])
    expect(reachOf([failed, waiting], now)).toBe('underway');
  for (const told of [late, one('delivered', 1), one('answered', 1), one('kept', 1), one('digested', 1)])
    expect(reachOf([failed, one('queued'), told], now)).toBe('somebody');
});
it('contacts are told again ever less often, for about a day', () => {
  const pauses = Array.from({ length: MOST_TELL_AGAINS }, (_, times) => tellAgainAfterMs(times));
  expect(pauses.slice(0, 5).map((ms) => ms / 60_000)).toEqual([5, 10, 20, 40, 60]);
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(24 * 3_600_000);
});
