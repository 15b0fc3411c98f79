/** What the history of an alarm case has room for: a table, and a walk of any entries that never ends without a place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASE_ENTRIES, CASE_ENTRIES_MAX, type CaseEntryKind } from '../../../contract/rules/alarmCase.ts';
import { hasRoomFor, needsRoom } from '../../../contract/rules/caseHistory.ts';

describe('a history has room', () => {
  it.each([
    ['note', 160],
    ['over', 160],
    ['noPicture', 160],
    ['told', 190],
    ['askedAgain', 190],
    ['released', 190],
    ['reopened', 190],
    ['handOverAsked', 190],
    ['taken', 199],
    ['ownerGone', 199],
    ['resolved', 200],
    ['merged', 200],
  ] as const)('for %s up to %d entries', (kind, places) => {
    expect(hasRoomFor(kind, places - 1)).toBe(true);
    expect(hasRoomFor(kind, places)).toBe(false);
  });

  it('for resolving and merging, whatever was written before, and never for more than 200 entries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...CASE_ENTRIES.filter((kind) => kind !== 'resolved' && kind !== 'merged')), {
          minLength: 1_000,
          maxLength: 2_000,
        }),
        (kinds) => {
          // A case is raised once.
          const written: CaseEntryKind[] = ['raised'];
          for (const kind of kinds) if (kind !== 'raised' && hasRoomFor(kind, written.length)) written.push(kind);
          expect(hasRoomFor('resolved', written.length)).toBe(true);
          expect(hasRoomFor('merged', written.length)).toBe(true);
          expect(written.length).toBeLessThan(CASE_ENTRIES_MAX);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('what lengthens a case is refused without it, what ends it never', () => {
    expect(CASE_ENTRIES.filter(needsRoom)).toEqual(['handOverAsked', 'released', 'reopened']);
  });
});
