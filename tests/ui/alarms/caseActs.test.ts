/** Which acts on a case are offered, the likeliest first, and which of them outside its page. */
import { expect, it } from 'vitest';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { caseActs, isResolvable, isTakeable, quickActs } from '../../../src/ui/alarms/caseActs.ts';
import { sampleCase, takenCase } from '../../fakes/alarmSample.ts';

const ME = 'me';
const OFFERED = { handOverTo: { id: ME, name: 'Me' } };
it.each<[string, AlarmCase, string, string]>([
  ['nobody has it', sampleCase(), 'take look send speak merge', 'take'],
  ['mine', takenCase(ME), 'resolve look handOver send speak merge release', ''],
  [
    'mine for over an hour',
    takenCase(ME, { isAskedAgain: true }),
    'resolve look take handOver send speak merge release',
    'take',
  ],
  [
    'mine, and a colleague is asked to take it over',
    takenCase(ME, { handOverTo: { id: 'lin', name: 'Lin' } }),
    'resolve look handOver send speak release',
    '',
  ],
  ['of a colleague', takenCase('lin'), 'look send speak resolve', ''],
  ['of a colleague for over an hour', takenCase('lin', { isAskedAgain: true }), 'take look send speak merge', 'take'],
  ['offered to me', takenCase('lin', OFFERED), 'accept decline look send speak', 'accept decline'],
  ['merged', takenCase(ME, { state: 'resolved', mergedInto: { id: 'case-0', number: 6 } }), 'look send speak', ''],
  ['resolved', takenCase(ME, { state: 'resolved' }), 'reopen look send speak', ''],
  [
    'of a contact with the id of my account',
    takenCase(ME, { owner: { kind: 'contact', id: ME, name: 'Desk' } }),
    'look send speak resolve',
    '',
  ],
])('%s', (_, found, acts, quick) => {
  expect(caseActs(found, ME).join(' ')).toBe(acts);
  expect(quickActs(found, ME).join(' ')).toBe(quick);
  expect(isTakeable(found, ME)).toBe(acts.includes('take'));
});
it('only its owner can resolve it', () => {
  expect([takenCase(ME), takenCase('lin'), sampleCase()].map((found) => isResolvable(found, ME))).toEqual([
    true,
    false,
    false,
  ]);
});
