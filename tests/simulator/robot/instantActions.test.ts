/** Instant actions other than Stop, cancel and the lease. */
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { factsheetMessage } from '../../../contract/wire/vda5050.ts';
import { pointOf } from '../../../demo/sites.ts';
import { factsheetOf } from '../../../simulator/robot/factsheet.ts';
import { HOST, PORTER, idle, setUp } from './stage.ts';

const place = (x: number, y: number, mapId = 'harbour-1f') => ({ x, y, theta: 1, mapId, lastNodeId: '' });

describe('initPosition', () => {
  it('puts the robot where it is told, floor and heading included', () => {
    const stage = setUp();
    expect(stage.status(stage.act('initPosition', place(10, 23, 'harbour-2f')))).toBe('FINISHED');
    expect(stage.state().agvPosition).toMatchObject({
      x: 10,
      y: 23,
      theta: 1,
      mapId: 'harbour-2f',
      positionInitialized: true,
    });
    stage.goTo('harbour-2f.room-203');
    stage.until(() => stage.state().nodeStates.length === 0, 120);
  });

  it('keeps the present map when none is named', () => {
    const stage = setUp();
    expect(stage.status(stage.act('initPosition', place(33, 17, '')))).toBe('FINISHED');
    expect(stage.state().agvPosition).toMatchObject({ x: 33, y: 17, mapId: 'harbour-1f' });
  });

  it('finds a lost robot again', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.gym');
    stage.until(() => stage.robot.body.motion.v > 0.3, 20);
    stage.robot.setFault('localizationLost', true);
    stage.world.step(1);
    expect(stage.state()).toMatchObject({
      driving: false,
      agvPosition: { positionInitialized: false },
      errors: [{ errorType: 'localizationLost', errorLevel: 'FATAL' }],
    });
    const { x, y } = stage.robot.body.motion;
    stage.act('initPosition', place(x, y));
    stage.world.step(0.2);
    expect(stage.state()).toMatchObject({ agvPosition: { positionInitialized: true }, errors: [] });
    stage.until(() => stage.state().nodeStates.length === 0, 120);
  });

  it.each([
    ['wrongMap', place(10, 10, 'riverside-1f')],
    ['targetOutsideMap', place(-4, 10)],
    ['targetBlocked', place(20, 30)],
    ['instantActionError', { x: 1 }],
  ])('is refused with %s for %o', (errorType, parameters) => {
    const stage = setUp();
    const before = stage.state().agvPosition;
    expect(stage.status(stage.act('initPosition', parameters))).toBe('FAILED');
    expect(stage.errors()[0]).toMatchObject({ errorType, errorHint: expect.stringMatching(/./) });
    expect(stage.state().agvPosition).toEqual(before);
  });

  it('is refused onto another robot', () => {
    const stage = setUp(idle(PORTER), idle(HOST, { pose: { x: 33, y: 17, theta: 0 } }));
    expect(stage.status(stage.act('initPosition', place(33.2, 17)))).toBe('FAILED');
    expect(stage.state().agvPosition?.x).not.toBe(33.2);
  });
});

describe('startCharging', () => {
  it('sends the robot to a free bay and ends when current flows; stopCharging ends that', () => {
    const stage = setUp();
    const action = stage.act('startCharging');
    expect(stage.status(action)).toBe('RUNNING');
    stage.until(() => stage.status(action) === 'FINISHED', 200);
    expect(stage.state().batteryState.charging).toBe(true);
    const bays = pointOf('harbour-1f.dock').chargeBase ?? [];
    expect(
      bays.some(({ x, y }) => Math.hypot(x - stage.robot.body.motion.x, y - stage.robot.body.motion.y) < 0.1),
    ).toBe(true);
    const stop = stage.act('stopCharging');
    stage.until(() => stage.status(stop) === 'FINISHED', 5);
    expect(stage.state().batteryState.charging).toBe(false);
  });

  it('is refused while an order runs', () => {
    const stage = setUp();
    stage.goTo('harbour-1f.gym');
    expect(stage.status(stage.act('startCharging'))).toBe('FAILED');
  });
});

describe('the other actions', () => {
  it('take their moment and end as finished', () => {
    const stage = setUp();
    const say = stage.act('say', { text: 'Good morning.' });
    expect(stage.status(say)).toBe('RUNNING');
    expect(stage.state().information?.find(({ infoType }) => infoType === 'saying')?.infoDescription).toBe(
      'Good morning.',
    );
    // For the log.
    expect([stage.robot.takeSaid(), stage.robot.takeSaid()]).toEqual([['Good morning.'], []]);
    const lights = stage.act('setLights', { on: true });
    expect(stage.status(lights)).toBe('FINISHED');
    const cabinet = stage.act('openCabinet', { cabinet: 1 });
    stage.world.step(5);
    expect([say, cabinet].map(stage.status)).toEqual(['FINISHED', 'FINISHED']);
    expect(stage.state().information?.find(({ infoType }) => infoType === 'settings')?.infoReferences).toContainEqual({
      referenceKey: 'lights',
      referenceValue: 'true',
    });
  });

  it.each([
    ['openCabinet', { cabinet: 9 }],
    ['setVolume', { volume: 400 }],
    ['setLights', {}],
    ['say', { text: ' ' }],
    ['setHead', { horizontal: 5, vertical: 22 }],
    ['setHead', { horizontal: 90 }],
    ['closeCabinet', { cabinet: 9 }],
    ['fly', {}],
    ['teleop', {}],
  ])('fail with a reason: %s %o', (type, parameters) => {
    const stage = setUp();
    const action = stage.act(type, parameters);
    expect(stage.state().actionStates.find(({ actionId }) => actionId === action)).toMatchObject({
      actionStatus: 'FAILED',
      resultDescription: expect.stringMatching(/./),
    });
  });

  it('are done once, however often they are sent', () => {
    const stage = setUp();
    stage.act('startPause', {}, 'same');
    stage.act('stopPause', {}, 'other');
    stage.act('startPause', {}, 'same');
    expect(stage.state().paused).toBe(false);
  });

  it('are read under the older key as well, and refused without one', () => {
    const stage = setUp();
    const message = { headerId: 1, timestamp: '', version: '1.1.0', manufacturer: 'x', serialNumber: PORTER };
    stage.robot.handleInstantActions({
      ...message,
      instantActions: [{ actionType: 'startPause', actionId: 'old', blockingType: 'NONE' }],
    });
    expect(stage.state().paused).toBe(true);
    stage.robot.handleInstantActions(message);
    expect(stage.errors()[0]).toMatchObject({ errorType: 'validationError' });
  });

  it('ask for the state and the factsheet', () => {
    const stage = setUp();
    stage.act('stateRequest');
    stage.act('factsheetRequest');
    expect([...stage.robot.takeRequestedReports()]).toEqual(['state', 'factsheet']);
    expect([...stage.robot.takeRequestedReports()]).toEqual([]);
  });
});

describe('the factsheet', () => {
  it.each([PORTER, HOST, 'D2-2401-0022'])('of %s fits the schema and announces what the robot can', (serialNumber) => {
    const { profile, spec } = setUp(idle(serialNumber)).robot;
    const header = { headerId: 0, timestamp: '', version: '2.1.0', manufacturer: 'Roundhouse', serialNumber };
    const sheet = v.parse(factsheetMessage, { ...header, ...factsheetOf(profile, spec.softwareVersion) });
    const actions = sheet.protocolFeatures?.agvActions?.map(({ actionType }) => actionType) ?? [];
    expect(actions.includes('openCabinet')).toBe(spec.capabilities.cabinets > 0);
    expect(actions.includes('audio')).toBe(spec.capabilities.microphone);
    expect(sheet.vehicleConfig?.versions).toEqual(
      spec.softwareVersion === '' ? [] : [{ key: 'softwareVersion', value: spec.softwareVersion }],
    );
  });
});
