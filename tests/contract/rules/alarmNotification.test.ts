/** The life of a message after it was sent, by the gateway's reports in any order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReport,
  GATEWAY_REPORTS,
  NOTIFICATION_STATES,
  type NotificationState,
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
