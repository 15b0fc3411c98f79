/** Fields of a robot's `state` message that both the server's live state and the console's faster one use. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { robotLive } from '../../../contract/entities/robot.ts';
import { reportedSpeed, reportedStateOf } from '../../../contract/rules/reportedState.ts';
import { E_STOPS, OPERATING_MODES } from '../../../contract/wire/vdaModes.ts';
import { type StateMessage, stateMessage } from '../../../contract/wire/vda5050.ts';
import { afterState, afterVisualization, unheard } from '../../../server/fleet/robotLiveState.ts';
import { withFastState } from '../../../src/machines/robotData/fastState.ts';

const figure = fc.double({ min: -1_000, max: 1_000, noNaN: true });
const velocity = fc.record({ vx: figure, vy: figure, omega: figure }, { requiredKeys: [] });
const least: StateMessage = {
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
  operatingMode: 'MANUAL',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  batteryState: { batteryCharge: 80, charging: true },
  errors: [],
  safetyState: { eStop: 'AUTOACK', fieldViolation: false },
};
/** Any fields that a robot sends or omits. */
const state: fc.Arbitrary<StateMessage> = fc
  .record(
    {
      driving: fc.boolean(),
      paused: fc.boolean(),
      operatingMode: fc.constantFrom(...OPERATING_MODES),
      agvPosition: fc.record(
        {
          x: figure,
          y: figure,
          theta: figure,
          mapId: fc.constant('ground'),
          positionInitialized: fc.boolean(),
          localizationScore: fc.double({ min: 0, max: 1, noNaN: true }),
        },
        { requiredKeys: ['x', 'y', 'theta', 'mapId', 'positionInitialized'] },
      ),
      velocity,
      batteryState: fc.record({ batteryCharge: fc.double({ min: 0, max: 100, noNaN: true }), charging: fc.boolean() }),
      safetyState: fc.record({ eStop: fc.constantFrom(...E_STOPS), fieldViolation: fc.boolean() }),
    },
    { requiredKeys: [] },
  )
  .map((sent) => ({ ...least, ...sent }));
const standing = { x: 1, y: 2, theta: 0, mapId: 'ground', positionInitialized: true };
const mapIdOf = () => 'm1';

describe('a reported state', () => {
  it('takes each field from its place in the message', () => {
    expect(
      reportedStateOf({
        ...least,
        driving: true,
        paused: true,
        agvPosition: { ...standing, localizationScore: 0.75 },
        velocity: { vx: 0.3, vy: 0.4, omega: 1 },
      }),
    ).toEqual({
      battery: 80,
      charging: true,
      driving: true,
      paused: true,
      eStop: 'AUTOACK',
      mode: 'MANUAL',
      located: true,
      localization: 0.75,
      speed: 0.5,
    });
  });
  it('has a value for every field that a robot may leave out', () => {
    expect(reportedStateOf(least)).toMatchObject({ paused: false, located: false, localization: null, speed: 0 });
    expect(reportedStateOf({ ...least, agvPosition: standing })).toMatchObject({ located: true, localization: null });
    expect(reportedStateOf({ ...least, agvPosition: { ...standing, positionInitialized: false } }).located).toBe(false);
  });
  it('is the same in the live state of the server, which rounds the speed, and in that of the console', () => {
    fc.assert(
      fc.property(state, (message) => {
        expect(v.is(stateMessage, message)).toBe(true);
        const reported = reportedStateOf(message);
        const live = afterState(unheard('s'), message, 1_000, mapIdOf);
        expect(v.is(robotLive, live)).toBe(true);
        expect(live).toMatchObject({ ...reported, speed: Math.round(reported.speed * 1_000) / 1_000 });
        expect(withFastState(unheard('s'), reported, 1_000)).toMatchObject(reported);
      }),
    );
  });
});

describe('a reported speed', () => {
  it('is the same in every direction, and unknown without a velocity', () => {
    fc.assert(
      fc.property(velocity, ({ vx, vy, omega }) => {
        const speed = reportedSpeed({ velocity: { vx, vy, omega } });
        expect(speed).toBeCloseTo(Math.sqrt((vx ?? 0) ** 2 + (vy ?? 0) ** 2), 6);
        expect(reportedSpeed({ velocity: { vx: -(vy ?? 0), vy: vx ?? 0 } })).toBeCloseTo(speed ?? 0, 6);
      }),
    );
    expect(reportedSpeed({ velocity: { omega: 2 } })).toBe(0);
    expect(reportedSpeed({})).toBeNull();
  });
  it('stays what it was where a message of the pose has no velocity', () => {
    const before = { ...unheard('s'), speed: 0.7 };
    const header = { headerId: 1, timestamp: '', version: '2.0.0', manufacturer: 'm', serialNumber: 's' };
    expect(afterVisualization(before, header, 1_000, mapIdOf).speed).toBe(0.7);
    expect(afterVisualization(before, { ...header, velocity: { vx: 0.12345 } }, 1_000, mapIdOf).speed).toBe(0.123);
  });
});
