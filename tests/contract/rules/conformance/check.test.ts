/** The check of robots' messages against VDA 5050, accepted deviations, and redaction. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyAccepted, faultOfAccept, type AcceptRule } from '../../../../contract/rules/conformance/accept.ts';
import {
  checkMessage,
  checkUnreadable,
  createCheckMemory,
  noteSent,
  type CheckFacts,
  type HeardTopic,
} from '../../../../contract/rules/conformance/check.ts';
import {
  acceptFor,
  addFinding,
  clockAhead,
  findingsNow,
  type FindingStore,
  MOST_FINDINGS,
  openFindings,
} from '../../../../contract/rules/conformance/findings.ts';
import { redactMessage } from '../../../../contract/rules/conformance/redactMessage.ts';

const START = Date.UTC(2026, 2, 1);
const facts: CheckFacts = {
  manufacturer: 'Acme',
  serialNumber: 'A-1',
  accepted: [],
  isMapKnown: (name) => name === 'ground',
};
const headerAt = (headerId: number, at: number) => ({
  headerId,
  timestamp: new Date(at).toISOString(),
  version: '2.1.0',
  manufacturer: 'Acme',
  serialNumber: 'A-1',
});
const state = (change: object = {}, headerId = 1, at = START) => ({
  ...headerAt(headerId, at),
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  driving: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  agvPosition: { x: 1, y: 1, theta: 0, mapId: 'ground', positionInitialized: true },
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
  ...change,
});
const heard = (message: unknown, topic: HeardTopic = 'state', memory = createCheckMemory(), more = {}) =>
  checkMessage(memory, topic, message, START, { ...facts, ...more });
const kinds = (message: unknown, topic?: HeardTopic, more = {}) =>
  heard(message, topic, undefined, more).problems.map(({ kind, path, value }) => [kind, path, value]);

describe('one message', () => {
  it('that follows the standard has no problem and can be used', () => {
    expect(heard(state())).toMatchObject({ problems: [], usable: { operatingMode: 'AUTOMATIC' } });
  });

  it.each([
    [state({ operatingMode: 'AUTO' }), ['wrongValue', 'operatingMode', '"AUTO"']],
    [
      state({ batteryState: { batteryCharge: '80', charging: false } }),
      ['wrongType', 'batteryState.batteryCharge', '"80"'],
    ],
    [
      state({ actionStates: [{ actionId: 'a', actionStatus: 'DONE' }] }),
      ['wrongValue', 'actionStates[0].actionStatus', '"DONE"'],
    ],
    [state({ errors: undefined }), ['missingField', 'errors', null]],
    [
      state({ agvPosition: { x: 1, y: 1, theta: 0, mapId: 'floor_1', positionInitialized: true } }),
      ['unknownMap', 'agvPosition.mapId', '"floor_1"'],
    ],
    [
      state({ agvPosition: { x: 1, y: 1, theta: 0, mapId: 'ground' } }),
      ['toleratedField', 'agvPosition.positionInitialized', null],
    ],
    [state({ version: '1.1' }), ['otherVersion', 'version', '"1.1"']],
    [state({ serialNumber: 'A-2' }), ['headerAddress', 'serialNumber', '"A-2"']],
    [state({ timestamp: 'yesterday' }), ['timestampFormat', 'timestamp', '"yesterday"']],
  ])('with one deviation has that finding', (message, expected) => {
    expect(kinds(message)).toEqual([expected]);
  });

  it('names the allowed values of a list, and blocks driving only where the message is needed for it', () => {
    expect(heard(state({ operatingMode: 'AUTO' })).problems[0]).toMatchObject({
      severity: 'blocks',
      allowed: ['AUTOMATIC', 'SEMIAUTOMATIC', 'MANUAL', 'SERVICE', 'TEACHIN'],
    });
    const [problem] = heard({ ...headerAt(1, START), agvPosition: { x: 'a' } }, 'visualization').problems;
    expect(problem?.severity).toBe('breaks');
  });

  it('that is not an object at all is refused by the schema', () => {
    expect(heard([]).usable).toBeNull();
    expect(heard(null).problems[0]?.kind).toBe('wrongType');
  });

  it('never makes the check throw, and names a bounded number of problems', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('state', 'visualization', 'connection', 'factsheet'),
        (message, topic) => {
          const { problems } = heard(message, topic as HeardTopic);
          return problems.length < 25 && problems.every(({ value }) => (value?.length ?? 0) <= 120);
        },
      ),
    );
  });
});

describe('a sequence of messages', () => {
  const told = (ids: readonly number[]) => {
    const memory = createCheckMemory();
    return ids.flatMap((id) => heard(state({}, id), 'state', memory).problems);
  };

  it('has a gap for every missing header id, and a repeat for a repeated one; a restart is neither', () => {
    expect(told([1, 2, 5])).toMatchObject([{ kind: 'headerGap', params: { from: 2, to: 5, missing: 2 } }]);
    expect(told([1, 1])).toMatchObject([{ kind: 'headerRepeat' }]);
    expect(told([41, 42, 0, 1, 2])).toEqual([]);
  });

  it('counts exactly the ids left out of a rising sequence', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500), { minLength: 2 }), (some) => {
        const ids = some.toSorted((a, b) => a - b);
        const missing = told(ids).reduce((sum, { params }) => sum + Number(params['missing']), 0);
        return missing === (ids.at(-1) ?? 0) - (ids[0] ?? 0) + 1 - ids.length;
      }),
    );
  });

  it('measures the clock by the message with the shortest delay', () => {
    const memory = createCheckMemory();
    // 4.2 s ahead; the link takes between 50 and 900 ms.
    for (const [index, delay] of [400, 900, 50, 300, 700].entries())
      checkMessage(memory, 'state', state({}, index, START + 4_200), START + delay, facts);
    expect(clockAhead(memory)).toBe(4_150);
    const now = { now: START, since: START, isOnline: true, hasFactsheet: true };
    expect(findingsNow(memory, now)).toMatchObject([{ kind: 'clockOff', severity: 'note', params: { ahead: 1 } }]);
  });

  it('is too fast above ten a second over ten seconds, not in a short burst', () => {
    const at = (gap: number, count: number) => {
      const memory = createCheckMemory();
      return Array.from({ length: count }, (_, i) =>
        checkMessage(memory, 'state', state({}, i), START + i * gap, facts),
      ).some(({ problems }) => problems.some(({ kind }) => kind === 'tooMany'));
    };
    expect([at(10, 60), at(100, 300), at(80, 300)]).toEqual([false, false, true]);
  });

  it('answers an action by naming it; one that is never named blocks driving if it is a Stop', () => {
    const memory = createCheckMemory();
    const action = (actionId: string, actionType: string) => ({ actionId, actionType, blockingType: 'HARD' });
    noteSent(memory, 'instantActions', { actions: [action('s1', 'startPause'), action('q', 'stateRequest')] }, START);
    heard(state({ actionStates: [{ actionId: 'q', actionStatus: 'FINISHED' }] }), 'state', memory);
    const now = { now: START + 11_000, since: START, isOnline: false, hasFactsheet: true };
    expect(findingsNow(memory, { ...now, now: START + 9_000 })).toEqual([]);
    expect(findingsNow(memory, now)).toMatchObject([
      { kind: 'unanswered', severity: 'blocks', params: { action: 'startPause' }, count: 1 },
    ]);
  });

  it('that stops is too rare, and a robot without a factsheet or in manual mode is named', () => {
    const memory = createCheckMemory();
    heard(state({ operatingMode: 'MANUAL' }), 'state', memory);
    const found = findingsNow(memory, { now: START + 31_000, since: START, isOnline: true, hasFactsheet: false });
    expect(found.map(({ kind }) => kind)).toEqual(['notAutomatic', 'noFactsheet', 'tooRare']);
  });
});

describe('findings', () => {
  const [problem] = checkUnreadable(createCheckMemory(), 'state', START);
  if (!problem) throw new Error('no problem');

  it('count repeats, whatever the position in a list', () => {
    const store: FindingStore = new Map();
    for (const [index, path] of ['actionStates[0].a', 'actionStates[7].a'].entries())
      addFinding(store, 'state', { ...problem, kind: 'wrongType', path }, START + index, index);
    expect([...store.values()]).toMatchObject([
      { path: 'actionStates[].a', count: 2, firstAt: START, lastAt: START + 1, seq: 1 },
    ]);
  });

  it('are bounded; the one that was not seen for longest goes', () => {
    const store: FindingStore = new Map();
    for (let i = 0; i <= MOST_FINDINGS; i += 1)
      addFinding(store, 'state', { ...problem, kind: 'wrongType', path: `p${i}` }, START + i, i);
    expect([store.size, store.has('wrongType state p0'), store.has(`wrongType state p${MOST_FINDINGS}`)]).toEqual([
      MOST_FINDINGS,
      false,
      true,
    ]);
  });

  it('that can be accepted close with their rule, and with no other', () => {
    const store: FindingStore = new Map();
    for (const one of heard(state({ operatingMode: 'AUTO', errors: undefined })).problems)
      addFinding(store, 'state', one, START, 1);
    const found = [...store.values()];
    expect(found.map(acceptFor)).toEqual(
      expect.arrayContaining([
        { kind: 'operatingMode', value: 'AUTO' },
        { kind: 'missingList', value: 'errors' },
      ]),
    );
    const rule: AcceptRule = { kind: 'operatingMode', value: 'AUTO', meaning: 'AUTOMATIC' };
    expect(openFindings(found, [rule]).map(({ path }) => path)).toEqual(['errors']);
  });
});

describe('accepted deviations', () => {
  const rules: AcceptRule[] = [
    { kind: 'operatingMode', value: 'AUTO', meaning: 'AUTOMATIC' },
    { kind: 'headerFields', value: '', meaning: '' },
    { kind: 'missingList', value: 'errors', meaning: '' },
  ];

  it('make the message usable, and it is read as they say', () => {
    const bad = state({ operatingMode: 'AUTO', errors: undefined, headerId: undefined, version: undefined });
    expect(heard(bad).usable).toBeNull();
    expect(heard(bad, 'state', undefined, { accepted: rules })).toMatchObject({
      problems: [],
      usable: { operatingMode: 'AUTOMATIC', errors: [], headerId: 0 },
    });
  });

  it('change nothing that they do not name', () => {
    const header = { manufacturer: 'Acme', serialNumber: 'A-1', at: START };
    const good = state();
    expect(applyAccepted(rules, 'state', good, header)).toEqual(good);
    fc.assert(fc.property(fc.jsonValue(), (message) => applyAccepted([], 'state', message, header) === message));
  });

  it.each([
    [{ kind: 'operatingMode', value: 'MANUAL', meaning: 'AUTOMATIC' }, 'value'],
    [{ kind: 'operatingMode', value: 'AUTO', meaning: 'FAST' }, 'meaning'],
    [{ kind: 'missingList', value: 'safetyState', meaning: '' }, 'value'],
    [{ kind: 'mapName', value: 'floor_1', meaning: '' }, 'meaning'],
    [{ kind: 'operatingMode', value: 'AUTO', meaning: 'AUTOMATIC' }, null],
  ] as const)('%o: fault %s', (rule, fault) => {
    expect(faultOfAccept(rule)).toBe(fault);
  });
});

it('redaction keeps numbers and identifiers, and withholds every other text', () => {
  expect(
    redactMessage({
      mapId: 'ground',
      visitor: 'Ann',
      errors: [{ errorType: 'lost', errorDescription: 'Ann is in the way' }],
      battery: 80,
      actionParameters: [{ key: 'text', value: 'Hello Ann' }],
    }),
  ).toEqual({
    mapId: 'ground',
    visitor: '(3 withheld)',
    errors: [{ errorType: 'lost', errorDescription: '(17 withheld)' }],
    battery: 80,
    actionParameters: [{ key: 'text', value: '(9 withheld)' }],
  });
});
