/** Which lines of a case's history are notes. */
import { expect, it } from 'vitest';
import type { CaseEntry } from '../../../contract/entities/alarmCase.ts';
import { notesOf } from '../../../src/machines/eventRecords/caseNotes.ts';

const entry = (id: number, kind: CaseEntry['kind'], by: string, text: string): CaseEntry => ({
  ...{ id, kind, by, text, at: 1_000 + id },
  ...{ to: '', level: null },
});

it('are what people wrote: notes and closing remarks, but neither acts without a text nor what the server says', () => {
  const entries = [
    entry(1, 'raised', '', ''),
    entry(2, 'taken', 'Chen Yu', ''),
    entry(3, 'note', 'Chen Yu', 'Looked at it'),
    entry(4, 'resolved', '', 'Over after a day'),
    entry(5, 'resolved', 'Ana', ''),
    entry(6, 'resolved', 'Ana', 'A kettle'),
  ];
  expect(notesOf(entries)).toEqual([
    { id: 3, at: 1_003, by: 'Chen Yu', text: 'Looked at it' },
    { id: 6, at: 1_006, by: 'Ana', text: 'A kettle' },
  ]);
});
