import { describe, expect, it } from 'vitest';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { PLACE_NODE, deriveProgress, type OpenCommand } from '../../../server/fleet/commandProgress.ts';

const idle: StateMessage = {
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
  paused: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
};
const goal = { nodeId: 'p1', sequenceId: 2, released: true };
const way = { edgeId: 'e', sequenceId: 1, released: true };
const command = (change: Partial<OpenCommand> = {}): OpenCommand => ({
  id: 'c1',
  kind: 'goTo',
  state: 'sent',
  targetId: 'p1',
  ...change,
});

describe('a goal', () => {
  it('is not accepted by silence or by another order', () => {
    expect(deriveProgress(command(), idle)).toBeNull();
    expect(deriveProgress(command(), { ...idle, orderId: 'other', nodeStates: [goal] })).toBeNull();
  });
  it('is accepted when the robot bears its order, runs when it drives, and ends at its node', () => {
    expect(deriveProgress(command(), { ...idle, orderId: 'c1', nodeStates: [goal], edgeStates: [way] })).toEqual({
      to: 'accepted',
    });
    expect(
      deriveProgress(command(), { ...idle, orderId: 'c1', nodeStates: [goal], edgeStates: [way], driving: true }),
    ).toEqual({
      to: 'running',
    });
    expect(deriveProgress(command({ state: 'running' }), { ...idle, orderId: 'c1', lastNodeId: 'p1' })).toEqual({
      to: 'finished',
    });
  });
  it('to a place that is no point ends at the place', () => {
    expect(deriveProgress(command({ targetId: null }), { ...idle, orderId: 'c1', lastNodeId: PLACE_NODE })).toEqual({
      to: 'finished',
    });
  });
  it('fails when it was cancelled on the way or another order took its place', () => {
    expect(
      deriveProgress(command({ state: 'running' }), { ...idle, orderId: 'c1', lastNodeId: 'start' }),
    ).toMatchObject({
      to: 'failed',
      reason: { type: 'cancelled' },
    });
    expect(deriveProgress(command({ state: 'running' }), { ...idle, orderId: 'c2', nodeStates: [goal] })).toMatchObject(
      {
        to: 'failed',
        reason: { type: 'replaced' },
      },
    );
  });
  it("fails with the robot's own reason and hint", () => {
    const errors: StateMessage['errors'] = [
      {
        errorType: 'targetBlocked',
        errorLevel: 'WARNING',
        errorDescription: 'Inside a wall.',
        errorHint: 'Choose another place.',
        errorReferences: [{ referenceKey: 'orderId', referenceValue: 'c1' }],
      },
    ];
    expect(deriveProgress(command(), { ...idle, errors })).toEqual({
      to: 'failed',
      reason: { type: 'targetBlocked', description: 'Inside a wall. Choose another place.' },
    });
    expect(deriveProgress(command({ id: 'c9' }), { ...idle, errors })).toBeNull();
  });
});

describe('charging', () => {
  const charge = command({ kind: 'charge', targetId: 'bay1', state: 'running' });
  it('ends when current flows, not when the bay is reached', () => {
    expect(deriveProgress(charge, { ...idle, orderId: 'c1', lastNodeId: 'bay1' })).toEqual({ to: 'running' });
    expect(
      deriveProgress(charge, {
        ...idle,
        orderId: 'c1',
        lastNodeId: 'bay1',
        batteryState: { batteryCharge: 40, charging: true },
      }),
    ).toEqual({ to: 'finished' });
  });
  it('fails when the charger does', () => {
    expect(
      deriveProgress(charge, {
        ...idle,
        orderId: 'c1',
        lastNodeId: 'bay1',
        actionStates: [{ actionId: 'c1-charge', actionStatus: 'FAILED', resultDescription: 'no contact' }],
      }),
    ).toMatchObject({ to: 'failed', reason: { description: 'no contact' } });
  });
});

describe('mapping', () => {
  const mapping = command({ kind: 'buildMap', targetId: null, state: 'running' });
  const reporting = (actionStatus: 'RUNNING' | 'FINISHED' | 'FAILED', resultDescription = '') => ({
    ...idle,
    orderId: 'c1',
    actionStates: [{ actionId: 'c1-map', actionStatus, resultDescription }],
  });
  it('ends with the file that the robot names, and only with one', () => {
    const fileId = 'c'.repeat(32);
    expect(deriveProgress(mapping, reporting('RUNNING'))).toEqual({ to: 'running' });
    expect(deriveProgress(mapping, reporting('FINISHED', fileId))).toEqual({ to: 'finished', fileId });
    expect(deriveProgress(mapping, reporting('FINISHED', '../x'))).toMatchObject({ to: 'failed' });
    expect(deriveProgress(mapping, reporting('FAILED', 'covered'))).toMatchObject({
      to: 'failed',
      reason: { description: 'covered' },
    });
  });
  it('fails when another order takes its place, not before the robot has taken it', () => {
    const other = { ...idle, orderId: 'c2' };
    expect(deriveProgress(mapping, other)).toMatchObject({ to: 'failed', reason: { type: 'replaced' } });
    expect(deriveProgress({ ...mapping, state: 'sent' }, other)).toBeNull();
  });
});

describe('Stop', () => {
  const stop = command({ kind: 'stop', targetId: null });
  it("ends only when the robot's state shows that it stands", () => {
    expect(deriveProgress(stop, { ...idle, actionStates: [{ actionId: 'c1', actionStatus: 'FINISHED' }] })).toEqual({
      to: 'accepted',
    });
    expect(deriveProgress(stop, { ...idle, paused: true })).toEqual({ to: 'finished' });
  });
  it('knows its repeats', () =>
    expect(deriveProgress(stop, { ...idle, actionStates: [{ actionId: 'c1-x7', actionStatus: 'RUNNING' }] })).toEqual({
      to: 'accepted',
    }));
});

it('Resume ends when the robot is no longer paused', () => {
  const resume = command({ kind: 'resume', targetId: null });
  const actionStates: StateMessage['actionStates'] = [{ actionId: 'c1', actionStatus: 'FINISHED' }];
  expect(deriveProgress(resume, { ...idle, paused: true, actionStates })).toEqual({ to: 'accepted' });
  expect(deriveProgress(resume, { ...idle, paused: false, actionStates })).toEqual({ to: 'finished' });
  expect(
    deriveProgress(resume, {
      ...idle,
      actionStates: [{ actionId: 'c1', actionStatus: 'FAILED', resultDescription: 'brake' }],
    }),
  ).toMatchObject({ to: 'failed', reason: { description: 'brake' } });
});

it('driving by hand is not proved by a state', () =>
  expect(deriveProgress(command({ kind: 'drive', state: 'running' }), { ...idle, driving: true })).toBeNull());

describe("a device's action", () => {
  const doing = (kind: OpenCommand['kind'], parameters: OpenCommand['parameters'] = null) =>
    command({ kind, targetId: null, parameters });
  const reported = (actionStatus: string, values: Record<string, string> = {}, resultDescription?: string) =>
    ({
      ...idle,
      actionStates: [{ actionId: 'c1', actionStatus, ...(resultDescription !== undefined && { resultDescription }) }],
      information: [
        {
          infoType: 'settings',
          infoLevel: 'DEBUG',
          infoReferences: Object.entries(values).map(([referenceKey, referenceValue]) => ({
            referenceKey,
            referenceValue,
          })),
        },
      ],
    }) as StateMessage;

  it('is not done before the robot reports it', () => {
    expect(deriveProgress(doing('say'), idle)).toBeNull();
    expect(deriveProgress(doing('say'), reported('WAITING'))).toEqual({ to: 'accepted' });
    expect(deriveProgress(doing('say'), reported('RUNNING'))).toEqual({ to: 'running' });
    expect(deriveProgress(doing('say'), reported('FINISHED'))).toEqual({ to: 'finished' });
    expect(deriveProgress(doing('say'), reported('FAILED', {}, 'no voice'))).toEqual({
      to: 'failed',
      reason: { type: 'actionFailed', description: 'no voice' },
    });
  });
  it('stays running while the reported devices show something else', () => {
    const lights = doing('setLights', { on: true });
    expect(deriveProgress(lights, reported('FINISHED', { lights: 'false' }))).toEqual({ to: 'running' });
    expect(deriveProgress(lights, reported('FINISHED', { lights: 'true' }))).toEqual({ to: 'finished' });
    expect(deriveProgress(lights, reported('FINISHED'))).toEqual({ to: 'finished' });
    const open = doing('openCabinet', { cabinet: 2 });
    expect(deriveProgress(open, reported('FINISHED', { cabinets: '2', openCabinets: '1' }))).toEqual({ to: 'running' });
    expect(deriveProgress(open, reported('FINISHED', { cabinets: '2', openCabinets: '1,2' }))).toEqual({
      to: 'finished',
    });
  });
  it('names the file of a photo, and nothing else that a robot writes', () => {
    const fileId = 'a'.repeat(32);
    expect(deriveProgress(doing('takePhoto'), reported('FINISHED', {}, fileId))).toEqual({ to: 'finished', fileId });
    expect(deriveProgress(doing('takePhoto'), reported('FINISHED', {}, '../x'))).toEqual({ to: 'finished' });
    expect(deriveProgress(doing('say'), reported('FINISHED', {}, fileId))).toEqual({ to: 'finished' });
  });
});
