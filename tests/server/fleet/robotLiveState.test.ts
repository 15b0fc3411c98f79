import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { robotLive } from '../../../contract/entities/robot.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import {
  afterConnection,
  afterState,
  afterVisualization,
  hasOrder,
  unheard,
} from '../../../server/fleet/robotLiveState.ts';
import { capabilitiesIn, softwareVersionIn } from '../../../server/fleet/capabilities.ts';

const state: StateMessage = {
  headerId: 1,
  timestamp: '',
  version: '2.0.0',
  manufacturer: 'm',
  serialNumber: 's',
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  driving: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
};
const mapIdOf = (name: string) => (name === 'ground' ? 'm1' : null);
const after = (change: Partial<StateMessage> = {}, before = unheard('s')) =>
  afterState(before, { ...state, ...change }, 1_000, mapIdOf);
const task = (references: Record<string, string>): StateMessage['information'] => [
  {
    infoType: 'task',
    infoLevel: 'INFO',
    infoReferences: Object.entries(references).map(([referenceKey, referenceValue]) => ({
      referenceKey,
      referenceValue,
    })),
  },
];

describe('the picture of a robot', () => {
  it("puts the robot's map name into ours and keeps millimetres", () => {
    expect(
      after({ agvPosition: { x: 1.23456, y: 2, theta: 0.1, mapId: 'ground', positionInitialized: true } }).pose,
    ).toEqual({ mapId: 'm1', x: 1.235, y: 2, theta: 0.1 });
  });
  it('keeps when an emergency stop began, until it ends', () => {
    const stop = { safetyState: { eStop: 'MANUAL' as const, fieldViolation: false } };
    const first = after(stop);
    expect(first.eStopSince).toBe(1_000);
    expect(afterState(first, { ...state, ...stop }, 5_000, mapIdOf).eStopSince).toBe(1_000);
    const free = afterState(first, state, 6_000, mapIdOf);
    expect(free).not.toHaveProperty('eStopSince');
    expect(afterState(free, { ...state, ...stop }, 9_000, mapIdOf).eStopSince).toBe(9_000);
  });
  it('has the lights that are on, as the robot reports them', () => {
    const reporting = (lights: Record<string, string>) => ({
      information: [
        {
          infoType: 'settings',
          infoLevel: 'DEBUG' as const,
          infoReferences: Object.entries(lights).map(([referenceKey, referenceValue]) => ({
            referenceKey,
            referenceValue,
          })),
        },
      ],
    });
    const lit = after(reporting({ lights: 'true', chassisLight: 'false', warningLight: 'true' }));
    expect(lit.lights).toEqual(['front', 'warning']);
    expect(after(reporting({ lights: 'false' }), lit)).not.toHaveProperty('lights');
    expect(after({}, lit)).not.toHaveProperty('lights');
  });
  it('has how many watch and listen, as the robot reports them, until it reports none or is gone', () => {
    const reporting = (counts: Record<string, string>) => ({
      information: [
        {
          infoType: 'watching',
          infoLevel: 'INFO' as const,
          infoReferences: Object.entries(counts).map(([referenceKey, referenceValue]) => ({
            referenceKey,
            referenceValue,
          })),
        },
      ],
    });
    const watched = after(reporting({ viewers: '2', listening: '1' }));
    expect(watched.watching).toEqual({ viewers: 2, listening: 1 });
    expect(v.parse(robotLive, watched).watching).toEqual({ viewers: 2, listening: 1 });
    expect(after(reporting({ listening: '1' })).watching).toEqual({ viewers: 0, listening: 1 });
    expect(after(reporting({ viewers: '1e9' })).watching).toEqual({ viewers: 999, listening: 0 });
    for (const nobody of [{}, reporting({}), reporting({ viewers: '0' }), reporting({ viewers: '-1' })])
      expect(after(nobody, watched)).not.toHaveProperty('watching');
    for (const counts of [{ viewers: 'two' }, { viewers: '1.5' }, { viewers: '' }])
      expect(after(reporting(counts))).not.toHaveProperty('watching');
    expect(afterConnection(watched, 'ONLINE', 2_000).watching).toEqual({ viewers: 2, listening: 1 });
    expect(afterConnection(watched, 'CONNECTIONBROKEN', 2_000)).not.toHaveProperty('watching');
  });
  it('keeps the last place when a message has none', () => {
    const before = after({ agvPosition: { x: 1, y: 2, theta: 0, mapId: 'ground', positionInitialized: true } });
    expect(after({}, before).pose).toEqual(before.pose);
    expect(after({}, before).located).toBe(false);
  });
  it.each([
    [{}, 'standby'],
    [{ driving: true }, 'working'],
    [{ information: task({ kind: 'delivery' }) }, 'working'],
    [{ information: task({ kind: 'dock' }) }, 'standby'],
    [{ operatingMode: 'MANUAL' as const, driving: true }, 'online'],
    [{ batteryState: { batteryCharge: 10, charging: true }, driving: true }, 'charging'],
    [
      {
        safetyState: { eStop: 'MANUAL' as const, fieldViolation: false },
        batteryState: { batteryCharge: 1, charging: true },
      },
      'alarm',
    ],
    [{ errors: [{ errorType: 'x', errorLevel: 'FATAL' as const }] }, 'alarm'],
    [{ errors: [{ errorType: 'x', errorLevel: 'WARNING' as const }] }, 'standby'],
  ])('%j is shown as %s', (change, status) => expect(after(change).status).toBe(status));
  it('a lost robot is offline whatever it said before, and keeps its place', () => {
    const before = after({
      driving: true,
      safetyState: { eStop: 'MANUAL', fieldViolation: false },
      agvPosition: { x: 1, y: 2, theta: 0, mapId: 'ground', positionInitialized: true },
    });
    expect(afterConnection(before, 'CONNECTIONBROKEN', 2_000)).toMatchObject({
      status: 'offline',
      connection: 'broken',
      pose: { x: 1 },
      driving: false,
      at: 1_000,
    });
  });
  it('remembers since when a problem lasts', () => {
    const errors: StateMessage['errors'] = [
      { errorType: 'pathBlocked', errorLevel: 'WARNING', errorHint: 'Clear it.' },
    ];
    const first = after({ errors });
    expect(afterState(first, { ...state, errors }, 9_000, mapIdOf).problems).toEqual([
      { type: 'pathBlocked', level: 'WARNING', description: '', hint: 'Clear it.', since: 1_000 },
    ]);
  });
  it('draws the way from a trajectory, else from the nodes to come on this floor', () => {
    const agvPosition = { x: 0, y: 0, theta: 0, mapId: 'ground', positionInitialized: true };
    const trajectory = {
      degree: 1,
      knotVector: [0, 0, 1, 1],
      controlPoints: [
        { x: 0, y: 0 },
        { x: 3, y: 0 },
      ],
    };
    expect(
      after({ agvPosition, edgeStates: [{ edgeId: 'e', sequenceId: 1, released: true, trajectory }] }).path,
    ).toEqual([
      [0, 0],
      [3, 0],
    ]);
    const node = (x: number, mapId: string) => ({
      nodeId: `n${x}`,
      sequenceId: 2,
      released: true,
      nodePosition: { x, y: 1, mapId },
    });
    expect(after({ agvPosition, nodeStates: [node(4, 'ground'), node(5, 'first')] }).path).toEqual([
      [0, 0],
      [4, 1],
    ]);
  });
  it('reads the task and makes nothing of what it cannot read', () => {
    expect(
      after({
        information: task({
          kind: 'delivery',
          target: 'p1',
          progress: '0.5',
          toGo: '12.5',
          stops: '[{"pointId":"p1","reachedAt":5}]',
        }),
      }).task,
    ).toEqual({
      kind: 'delivery',
      target: '',
      targetId: 'p1',
      progress: 0.5,
      toGo: 12.5,
      until: null,
      stops: [{ pointId: 'p1', name: '', reachedAt: 5, expectedAt: null }],
    });
    const lift = { kind: 'lift', lift: 'lift-2', liftPhase: 'waiting', liftSince: '7' };
    expect(after({ information: task(lift) }).task?.lift).toEqual({ id: 'lift-2', isRiding: false, since: 7 });
    expect(after({ information: task({ ...lift, liftPhase: 'riding' }) }).task?.lift?.isRiding).toBe(true);
    expect(after({ information: task({ ...lift, liftPhase: 'flying' }) }).task?.lift).toBeUndefined();
    expect(after({ information: task({ kind: 'juggling', stops: 'no list', progress: 'half' }) }).task).toMatchObject({
      kind: 'other',
      stops: [],
      progress: null,
    });
  });
  it('always fits what the wire promises, whatever a robot says', () => {
    const mad = after({
      agvPosition: { x: 1e12, y: 0, theta: 0, mapId: 'ground', positionInitialized: true },
      information: task({
        kind: 'delivery',
        until: '1795258148422.33',
        stops: '[{"pointId":null,"reachedAt":1.5,"expectedAt":-3}]',
      }),
    });
    expect(v.safeParse(robotLive, { ...mad, serialNumber: 's' }).success).toBe(true);
    expect(mad).toMatchObject({
      pose: null,
      task: { until: 1795258148422, stops: [{ reachedAt: 2, expectedAt: null }] },
    });
  });
  it('stays small, however much a robot says', () => {
    const agvPosition = { x: 0, y: 0, theta: 0, mapId: 'ground', positionInitialized: true };
    const controlPoints = Array.from({ length: 5_000 }, (_, x) => ({ x, y: 0 }));
    const errors = Array.from({ length: 2_000 }, (_, n) => ({
      errorType: `e${n}`,
      errorLevel: 'WARNING' as const,
      errorDescription: 'x'.repeat(10_000),
    }));
    const stops = JSON.stringify(Array.from({ length: 1_000 }, () => ({ pointId: 'p'.repeat(1_000) })));
    const chatty = after({
      agvPosition,
      errors,
      information: task({ kind: 'delivery', stops }),
      edgeStates: [
        { edgeId: 'e', sequenceId: 1, released: true, trajectory: { degree: 1, knotVector: [], controlPoints } },
      ],
    });
    expect(JSON.stringify(chatty).length).toBeLessThan(50_000);
    expect(chatty.problems).toHaveLength(30);
  });
  it("people's orders make it busy, its own daily work does not", () => {
    const nodeStates = [{ nodeId: 'n', sequenceId: 2, released: true }];
    expect(hasOrder({ ...state, orderId: 'c1', nodeStates })).toBe(true);
    expect(hasOrder({ ...state, orderId: 'self-7', nodeStates })).toBe(false);
    expect(hasOrder({ ...state, orderId: 'c1' })).toBe(false);
  });
  it('a visualization moves it and proves nothing else', () => {
    const before = after({ driving: true });
    expect(
      afterVisualization(
        before,
        {
          agvPosition: { x: 3, y: 4, theta: 0, mapId: 'ground', positionInitialized: true },
          velocity: { vx: 0.3, vy: 0.4 },
        },
        5_000,
        mapIdOf,
      ),
    ).toEqual({ ...before, at: 5_000, pose: { mapId: 'm1', x: 3, y: 4, theta: 0 }, speed: 0.5 });
  });
});

describe('a factsheet', () => {
  const sheet = {
    headerId: 1,
    timestamp: '',
    version: '',
    manufacturer: '',
    serialNumber: '',
    typeSpecification: { seriesName: 'x' },
    physicalParameters: {},
  };
  it("that lists no actions leaves the standard's core to be offered, and none of ours", () => {
    expect(capabilitiesIn(sheet)).toMatchObject({
      navigate: true,
      pause: true,
      cancel: true,
      relocate: true,
      charge: true,
      teleop: false,
      video: false,
    });
  });
  it('that lists some is taken at its word', () => {
    const announced = {
      ...sheet,
      protocolFeatures: {
        agvActions: [
          { actionType: 'startPause', actionScopes: ['INSTANT' as const] },
          { actionType: 'video', actionScopes: ['INSTANT' as const] },
          { actionType: 'privateCommands', actionScopes: [] },
        ],
      },
    };
    expect(capabilitiesIn(announced)).toMatchObject({
      pause: true,
      cancel: false,
      relocate: false,
      video: true,
      teleop: false,
    });
  });
  it('can announce how many people may watch it', () => {
    const actions = ['video', 'privateCommands'].map((actionType) => ({ actionType, actionScopes: [] }));
    const of = (viewers: unknown) =>
      capabilitiesIn({
        ...sheet,
        protocolFeatures: { agvActions: actions },
        protocolLimits: { maxArrayLens: { 'video.viewers': viewers } },
      }).videoViewers;
    expect([3, 0, -1, 2.5, 'many', undefined].map(of)).toEqual([3, ...Array.from({ length: 5 }, () => undefined)]);
    expect(capabilitiesIn({ ...sheet, protocolLimits: { maxArrayLens: { 'video.viewers': 3 } } }).videoViewers).toBe(
      undefined,
    );
  });
  it('tells the software version where it has one', () => {
    expect(
      softwareVersionIn({ ...sheet, vehicleConfig: { versions: [{ key: 'softwareVersion', value: '2.14.3' }] } }),
    ).toBe('2.14.3');
    expect(softwareVersionIn(sheet)).toBe('');
  });
});
