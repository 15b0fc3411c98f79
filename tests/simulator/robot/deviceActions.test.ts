/** Actions of a simulated robot's devices: what it does, reports and refuses. */
import { describe, expect, it } from 'vitest';
import { BRAKE, DEVICE_INFORMATION, deviceReportOf } from '../../../contract/rules/deviceReport.ts';
import { roster } from '../../../demo/roster.ts';
import type { PhotoRequest } from '../../../simulator/robot/photoUploads.ts';
import { HOST, idle, PORTER, setUp, type Stage } from './stage.ts';

const ROBOTS = roster(12);

const EAST = 'S2-2402-0056';
const devices = (stage: Stage) => deviceReportOf(stage.state());
const resultOf = (stage: Stage, id: string) =>
  stage.state().actionStates.find(({ actionId }) => actionId === id)?.resultDescription;
const applySettings = (stage: Stage, version: number, values: Record<string, unknown>): void =>
  stage.robot.handleInstantActions({
    headerId: 1,
    timestamp: '',
    version: '2.1.0',
    manufacturer: 'Roundhouse',
    serialNumber: stage.robot.spec.serialNumber,
    actions: [
      {
        actionType: 'applySettings',
        actionId: `settings-${version}`,
        blockingType: 'NONE',
        actionParameters: [
          { key: 'version', value: version },
          { key: 'values', value: values },
        ],
      },
    ],
  });

const brakeOf = (stage: Stage): string | undefined =>
  stage
    .state()
    .information?.find(({ infoType }) => infoType === DEVICE_INFORMATION)
    ?.infoReferences?.find(({ referenceKey }) => referenceKey === BRAKE)?.referenceValue;

describe('compartments', () => {
  it('the brake is on while one is open, and off when it drives', () => {
    const stage = setUp(idle(PORTER));
    expect(brakeOf(stage)).toBe('false');
    expect(stage.robot.setCabinetOpen(1, true)).toBe(true);
    expect(brakeOf(stage)).toBe('true');
    const { mapId, motion } = stage.robot.body;
    stage.goTo({ x: motion.x + 3, y: motion.y, mapId });
    stage.until(() => stage.state().driving && stage.robot.body.motion.v > 0, 10);
    expect(brakeOf(stage)).toBe('false');
  });

  it('open one by one, are reported, and close on command or by themselves', () => {
    const stage = setUp(idle(PORTER));
    expect(devices(stage)).toMatchObject({ cabinets: 2, openCabinets: [] });
    const [first, second] = [stage.act('openCabinet', { cabinet: 1 }), stage.act('openCabinet', { cabinet: 2 })];
    expect(stage.status(first)).toBe('RUNNING');
    expect(devices(stage).openCabinets).toEqual([]);
    stage.world.step(2);
    expect([first, second].map(stage.status)).toEqual(['FINISHED', 'FINISHED']);
    expect(devices(stage).openCabinets).toEqual([1, 2]);
    const close = stage.act('closeCabinet', { cabinet: 1 });
    stage.world.step(2);
    expect(stage.status(close)).toBe('FINISHED');
    expect(devices(stage).openCabinets).toEqual([2]);
    expect(stage.status(stage.act('openCabinet', { cabinet: 2 }))).toBe('FINISHED');
    stage.until(() => devices(stage).openCabinets?.length === 0, 130);
  });

  it('do not open while the robot is driving, and close when it drives off', () => {
    const stage = setUp(idle(PORTER));
    expect(stage.robot.setCabinetOpen(1, true)).toBe(true);
    expect(devices(stage).openCabinets).toEqual([1]);
    const { mapId, motion } = stage.robot.body;
    stage.goTo({ x: motion.x + 3, y: motion.y, mapId });
    stage.until(() => stage.state().driving, 10);
    stage.world.step(0.1);
    expect(devices(stage).openCabinets).toEqual([]);
    const refused = stage.act('openCabinet', { cabinet: 1 });
    expect(stage.status(refused)).toBe('FAILED');
    expect(resultOf(stage, refused)).toBe('The robot is driving.');
    expect(stage.robot.setCabinetOpen(1, true)).toBe(false);
    expect(stage.robot.setCabinetOpen(3, false)).toBe(false);
  });

  it('are not announced or reported by a robot that has none', () => {
    const stage = setUp(idle(HOST));
    expect(devices(stage)).toMatchObject({ cabinets: null, openCabinets: null });
    expect(stage.status(stage.act('openCabinet', { cabinet: 1 }))).toBe('FAILED');
  });
});

describe('lights, head and volume', () => {
  it('are set as asked, reported, and become the setting', () => {
    const stage = setUp(idle(EAST));
    stage.robot.handleBrokerUp();
    stage.robot.takeEvents();
    const lights = stage.act('setLights', { on: true });
    const head = stage.act('setHead', { horizontal: 120, vertical: 30 });
    const volume = stage.act('setVolume', { volume: 35 });
    stage.world.step(1.5);
    expect([lights, head, volume].map(stage.status)).toEqual(['FINISHED', 'FINISHED', 'FINISHED']);
    expect(devices(stage)).toMatchObject({ lights: true, headHorizontal: 120, headVertical: 30, volume: 35 });
    const reports = stage.robot.takeEvents().flatMap(({ event }) => (event.type === 'settings' ? [event.values] : []));
    expect(reports.at(-1)).toMatchObject({ frontLight: true, headHorizontal: 120, headVertical: 30, volume: 35 });
  });

  it('stay as a person set them for a while, though the robot moves them by itself', () => {
    const stage = setUp(idle(EAST));
    // At 8 in the morning of UTC ambient light is above the threshold, so the automatic light is off.
    applySettings(stage, 1, {
      autoShakeHead: true,
      autoFrontLight: true,
      frontLightOnBelow: 10,
      frontLightOffAbove: 20,
    });
    stage.world.step(3);
    expect(devices(stage).lights).toBe(false);
    stage.act('setHead', { horizontal: 60, vertical: 22 });
    stage.act('setLights', { on: true });
    for (let seconds = 0; seconds < 20; seconds += 5) {
      stage.world.step(5);
      expect(devices(stage)).toMatchObject({ lights: true, headHorizontal: 60 });
    }
    stage.until(() => devices(stage).headHorizontal !== 60, 120);
    stage.until(() => devices(stage).lights === false, 700);
  });
});

describe('speech', () => {
  it('is said in the requested language, and a later text is not cut off by the end of the first', () => {
    const stage = setUp(idle(HOST));
    stage.act('say', { text: 'Bonjour', language: 'fr' });
    stage.world.step(0.5);
    stage.act('say', { text: 'A longer sentence, which takes more time than the first one did.' });
    const speech = stage.robot.takeEvents().flatMap(({ event }) => (event.type === 'speech' ? [event] : []));
    expect(speech).toMatchObject([
      { text: 'Bonjour', language: 'fr' },
      { text: expect.stringContaining('longer'), language: 'en' },
    ]);
    stage.world.step(1.5);
    expect(stage.robot.saying).toContain('longer');
    stage.until(() => stage.robot.saying === '', 20);
  });
});

describe('a photo', () => {
  it('is done when its file is uploaded, and names it', () => {
    const stage = setUp(idle(HOST));
    const photo = stage.act('takePhoto');
    const [request, ...others] = stage.robot.takePhotoRequests();
    expect([request?.actionId, others, stage.robot.takePhotoRequests()]).toEqual([photo, [], []]);
    stage.world.step(2);
    expect(stage.status(photo)).toBe('RUNNING');
    if (request) stage.robot.finishPhoto(request, { fileId: 'b'.repeat(32) });
    stage.world.step(0.1);
    expect([stage.status(photo), resultOf(stage, photo)]).toEqual(['FINISHED', 'b'.repeat(32)]);
  });

  it('fails with the reason of the upload, when it takes too long, and without a camera', () => {
    const stage = setUp(idle(HOST));
    const photo = stage.act('takePhoto');
    const [request] = stage.robot.takePhotoRequests();
    if (request) stage.robot.finishPhoto(request, { fault: 'The disk is full.' });
    stage.world.step(0.1);
    expect([stage.status(photo), resultOf(stage, photo)]).toEqual(['FAILED', 'The disk is full.']);
    const late = stage.act('takePhoto');
    stage.until(() => stage.status(late) === 'FAILED', 70);
    stage.robot.setFault('cameraUnplugged', true);
    const blind = stage.act('takePhoto');
    expect([stage.status(blind), resultOf(stage, blind)]).toEqual(['FAILED', 'The camera is unplugged.']);
  });
});

describe('a photo that the robot takes by itself', () => {
  it('on a patrol at the interval that users have set, is reported with its file, the reason and the place', () => {
    const own = ROBOTS.find(({ serialNumber }) => serialNumber === EAST);
    if (!own) throw new Error('no robot');
    const stage = setUp({ ...own, battery: 90 });
    applySettings(stage, 1, { photoInterval: 5 });
    const requests: PhotoRequest[] = [];
    stage.until(() => {
      requests.push(...stage.robot.takePhotoRequests());
      return requests.length >= 2;
    }, 1_200);
    const [first, second] = requests;
    if (!first || !second) throw new Error('no photo');
    expect(first.own?.cause).toBe('interval');
    expect(second.at - first.at).toBeGreaterThanOrEqual(5_000);
    stage.robot.takeEvents();
    stage.robot.finishPhoto(first, { fileId: 'c'.repeat(32) });
    // One that could not be uploaded is given up.
    stage.robot.finishPhoto(second, { fault: 'The disk is full.' });
    expect(stage.robot.takeEvents().map(({ event }) => event)).toEqual([
      { type: 'photo', photoId: first.actionId, fileId: 'c'.repeat(32), cause: 'interval', pose: first.own?.pose },
    ]);
  });

  it('at a stop of its order, needs no answer', () => {
    const stage = setUp(idle(HOST));
    const { mapId, motion } = stage.robot.body;
    stage.goTo({ x: motion.x + 0.5, y: motion.y, mapId }, 'with-photo', [
      { actionType: 'takePhoto', actionId: 'at-stop', blockingType: 'HARD' },
    ]);
    stage.until(() => stage.status('at-stop') === 'FINISHED', 60);
    expect(stage.robot.takePhotoRequests().map(({ own }) => own?.cause)).toEqual(['task']);
  });
});
