/** The message log in the browser: merging, filters, folding, problems at their lines, changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  countOf,
  filterLog,
  foldLog,
  mergeLog,
  payloadLines,
  summaryOf,
} from '../../../src/machines/conformance/messageLog.ts';
import { sampleMessage } from '../../fakes/conformanceSample.ts';

const all = { filter: 'all', topic: '', text: '' } as const;
const log = [
  sampleMessage(1),
  sampleMessage(2, { topic: 'visualization', problems: [] }),
  sampleMessage(3, { topic: 'order', sent: true, problems: [] }, { orderId: 'o-1', operatingMode: undefined }),
  sampleMessage(4, { problems: [] }, { agvPosition: { mapId: 'ground' }, operatingMode: 'AUTOMATIC' }),
];
const seqs = (query: Parameters<typeof filterLog>[1]) => filterLog(log, query).map(({ seq }) => seq);

describe('filters', () => {
  it('show the newest first, by kind, topic, text and path', () => {
    expect(seqs(all)).toEqual([4, 3, 2, 1]);
    expect(seqs({ ...all, filter: 'noVisualization' })).toEqual([4, 3, 1]);
    expect(seqs({ ...all, filter: 'problems' })).toEqual([1]);
    expect(seqs({ ...all, filter: 'sent' })).toEqual([3]);
    expect(seqs({ ...all, topic: 'state' })).toEqual([4, 1]);
    expect(seqs({ ...all, text: ' O-1 ' })).toEqual([3]);
    expect(seqs({ ...all, text: 'state.agvPosition.mapId' })).toEqual([4]);
    expect(countOf(log, 'noVisualization')).toBe(3);
  });
});

describe('merging', () => {
  it('adds what is new, starts over with another server, and keeps 200 of a topic', () => {
    expect(mergeLog(log, [sampleMessage(4), sampleMessage(5)], false).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(mergeLog(log, [sampleMessage(1)], true).map(({ seq }) => seq)).toEqual([1]);
    const many = Array.from({ length: 250 }, (_, i) => sampleMessage(i + 10));
    const kept = mergeLog(log, many, false);
    expect(kept.filter(({ topic }) => topic === 'state')).toHaveLength(200);
    expect(kept.filter(({ topic }) => topic === 'order')).toHaveLength(1);
  });
});

describe('folding', () => {
  it('keeps the newest of a run and folds those before it; the run can be unfolded', () => {
    const run = [5, 4, 3, 2, 1].map((seq) => sampleMessage(seq));
    expect(foldLog(run, [])).toMatchObject([
      { kind: 'message', message: { seq: 5 } },
      { kind: 'run', count: 4, first: { seq: 4 }, last: { seq: 1 } },
    ]);
    expect(foldLog(run, [5])).toHaveLength(5);
    expect(foldLog([...run.slice(0, 2), sampleMessage(3, {}, { driving: true })], [])).toHaveLength(3);
  });

  it('never folds a gap and never loses a message', () => {
    const message = fc.record({ missing: fc.constantFrom(0, 0, 0, 3), mode: fc.constantFrom('A', 'A', 'B') });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), (some) => {
        const messages = some.map(({ missing, mode }, i) =>
          sampleMessage(some.length - i, { missing }, { operatingMode: mode }),
        );
        const rows = foldLog(messages, []);
        const shown = rows.flatMap((row) => (row.kind === 'message' && row.message.missing > 0 ? row.message.seq : []));
        const total = rows.reduce((sum, row) => sum + (row.kind === 'message' ? 1 : row.count), 0);
        expect(total).toBe(messages.length);
        expect(shown).toEqual(messages.filter(({ missing }) => missing > 0).map(({ seq }) => seq));
      }),
    );
  });
});

describe('a payload', () => {
  it('has each problem at its line, and a missing field at the object that lacks it', () => {
    const message = sampleMessage(
      1,
      {
        problems: [
          { kind: 'unknownMap', path: 'agvPosition.mapId' },
          { kind: 'wrongValue', path: 'actionStates[1].actionStatus' },
          { kind: 'missingField', path: 'errors' },
        ],
      },
      {
        agvPosition: { x: 1, mapId: 'floor_1' },
        actionStates: [{ actionStatus: 'RUNNING' }, { actionStatus: 'DONE' }],
        empty: [],
      },
    );
    const marked = payloadLines(message).flatMap(({ text, problem }) => (problem ? [[text.trim(), problem.path]] : []));
    expect(marked).toEqual([
      ['{', 'errors'],
      ['"mapId": "floor_1"', 'agvPosition.mapId'],
      ['"actionStatus": "DONE"', 'actionStates[1].actionStatus'],
    ]);
  });

  it('places a problem of any existing path at the line with that key', () => {
    const body = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/u), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
    fc.assert(
      fc.property(body, (value) => {
        const key = Object.keys(value).at(-1) ?? '';
        const payload = JSON.stringify(value, null, 2);
        const lines = payloadLines(sampleMessage(1, { payload, problems: [{ kind: 'wrongType', path: key }] }));
        expect(lines.find(({ problem }) => problem)?.text.startsWith(`  "${key}": `)).toBe(true);
      }),
    );
  });

  it('that is not JSON has no lines and no summary', () => {
    const broken = sampleMessage(1, { payload: '' });
    expect([payloadLines(broken), summaryOf(broken)]).toEqual([[], '']);
    expect(summaryOf(log[3] ?? broken)).toBe('AUTOMATIC ground');
  });
});

it('changes are told against the message of the same topic before it', () => {
  const [first, , , last] = log;
  if (!first || !last) throw new Error('no messages');
  expect(changesOf(log, first)).toBeNull();
  expect(changesOf(log, last)).toEqual([
    { path: 'headerId', before: '1', after: '4' },
    { path: 'timestamp', before: '"t1"', after: '"t4"' },
    { path: 'operatingMode', before: '"AUTO"', after: '"AUTOMATIC"' },
    { path: 'agvPosition.mapId', before: null, after: '"ground"' },
  ]);
});
