/** A conformance report of the robot Kestrel 7, as the server gives it. */
import type { ConformanceReport, Finding, LoggedMessage } from '../../contract/entities/conformance.ts';

export const REPORT_TIME = 1_763_706_728_000;
const at = (secondsAgo: number): number => REPORT_TIME - secondsAgo * 1_000;

export const sampleMessage = (seq: number, change: Partial<LoggedMessage> = {}, body: object = {}): LoggedMessage => ({
  seq,
  at: at(200 - seq),
  topic: 'state',
  sent: false,
  bytes: 512,
  headerId: seq,
  missing: 0,
  payload: JSON.stringify({ headerId: seq, timestamp: `t${seq}`, operatingMode: 'AUTO', ...body }, null, 2),
  problems: [{ kind: 'wrongValue', path: 'operatingMode' }],
  ...change,
});

export const sampleFinding = (change: Partial<Finding> = {}): Finding => ({
  id: 'wrongValue state operatingMode',
  kind: 'wrongValue',
  severity: 'blocks',
  topic: 'state',
  path: 'operatingMode',
  value: '"AUTO"',
  allowed: ['AUTOMATIC', 'SEMIAUTOMATIC', 'MANUAL', 'SERVICE', 'TEACHIN'],
  params: {},
  count: 25,
  firstAt: at(60),
  lastAt: at(1),
  seq: 5,
  accept: {
    kind: 'operatingMode',
    value: 'AUTO',
    choices: [
      { meaning: 'AUTOMATIC', name: 'AUTOMATIC' },
      { meaning: 'MANUAL', name: 'MANUAL' },
    ],
  },
  ...change,
});

export const sampleReport = (change: Partial<ConformanceReport> = {}): ConformanceReport => ({
  source: 'server-1',
  serverTime: REPORT_TIME,
  since: at(3_600),
  robot: {
    serialNumber: 'KR7-00213',
    name: 'Kestrel 7',
    manufacturer: 'kestrel',
    model: 'K7',
    connection: 'online',
    lastAt: at(1),
    version: '2.1.0',
    stopConfirmed: false,
    drivingBlocked: true,
    held: false,
    paused: false,
    operable: true,
  },
  findings: [
    sampleFinding(),
    sampleFinding({
      id: 'headerGap state headerId',
      kind: 'headerGap',
      severity: 'breaks',
      path: 'headerId',
      value: '9',
      allowed: [],
      params: { from: 5, to: 9, missing: 3 },
      count: 1,
      accept: null,
    }),
  ],
  accepted: [
    {
      kind: 'mapName',
      value: 'floor_1',
      meaning: 'm1',
      meaningName: 'Lobby',
      by: { userId: 'u', name: 'Zhao Min' },
      at: at(600),
    },
  ],
  refused: [],
  topics: (['connection', 'factsheet', 'state', 'visualization', 'order', 'instantActions'] as const).map((topic) => ({
    topic,
    lastAt: topic === 'state' ? at(1) : null,
    total: topic === 'state' ? 12 : 0,
    arrivals: topic === 'state' ? [{ at: at(1), bad: true, gap: false }] : [],
  })),
  log: [1, 2, 3, 4, 5].map((seq) => sampleMessage(seq)),
  ...change,
});
