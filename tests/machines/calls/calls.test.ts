/** The calls of a signed-in user: rung, answered, lost to others, called, kept over interruptions, ended. */
import { describe, expect, it } from 'vitest';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  selectCallPicture,
  selectCameraState,
  selectHasMedia,
  selectIsSpeakerOn,
  selectMicrophoneState,
} from '../../../src/machines/calls/callMedia.selectors.ts';
import {
  selectCalledRobot,
  selectCallFailure,
  selectElsewhere,
  selectMediaRef,
  selectOwnCall,
  selectOwnState,
  selectPreviewRef,
  selectRinging,
  selectRingPhrases,
  selectSentAct,
} from '../../../src/machines/calls/calls.selectors.ts';
import { connectedCall, endedCall, SAMPLE_AT, sampleCall, visitorCall } from '../../fakes/callSample.ts';
import { startCalls as start } from '../../fakes/startCalls.ts';
import { settle } from '../../fakes/settle.ts';

describe('a visitor calls', () => {
  it('rings until it is declined, here only', async () => {
    const { actor, cloud, read } = await start([visitorCall()]);
    expect(selectRinging(read()).map(({ id }) => id)).toEqual(['visit-1']);
    expect(cloud.rings).toBe(1);
    actor.send({ type: 'calls.decline', callId: 'visit-1' });
    await settle();
    expect(cloud.replies).toEqual(['decline visit-1']);
    expect(selectRinging(read())).toEqual([]);
    expect(cloud.rings).toBe(0);
  });

  it('is asked to wait and rings on; a second one queues behind it', async () => {
    const { actor, cloud, read, changed } = await start([visitorCall()]);
    actor.send({ type: 'calls.askToWait', callId: 'visit-1' });
    await settle();
    expect(cloud.replies).toEqual(['askToWait visit-1']);
    cloud.rows = [visitorCall({ isAskedToWait: true }), visitorCall({ id: 'visit-2', serialNumber: 'U2' })];
    await changed('visit-2');
    expect(selectRinging(read()).map(({ id }) => id)).toEqual(['visit-1', 'visit-2']);
    expect(cloud.rings).toBe(1);
  });

  it('has a notification with the name of its own robot, for as long as it rings', async () => {
    const { actor, cloud, changed, stop } = await start([visitorCall()]);
    const second = visitorCall({ id: 'visit-2', serialNumber: 'U2', robotName: 'Porter 2' });
    cloud.rows = [visitorCall(), second];
    await changed('visit-2');
    expect(cloud.announced).toEqual(['Lobby host', 'Porter 2']);
    cloud.rows = [second];
    await changed('visit-1', { id: 'chen', name: 'Chen Yu' });
    expect([cloud.announced, cloud.rings]).toEqual([['Porter 2'], 1]);
    actor.send({ type: 'calls.decline', callId: 'visit-2' });
    await settle();
    expect([cloud.announced, cloud.rings]).toEqual([[], 0]);
    cloud.rows = [visitorCall({ id: 'visit-3' })];
    await changed('visit-3');
    stop();
    expect(cloud.announced).toEqual([]);
  });

  it('is answered with sound only: the page of the call is shown, the microphone opens and the camera does not', async () => {
    const { actor, cloud, read, devices, toldTo } = await start([visitorCall()]);
    cloud.own = connectedCall({ id: 'visit-1', origin: 'visitor' });
    actor.send({ type: 'calls.answer', callId: 'visit-1', camera: false });
    await settle();
    expect(selectOwnState(read())).toBe('inCall');
    expect(selectCalledRobot(read())).toBe('U1');
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/robot/call?serialNumber=U1' }]);
    expect(devices.map(({ device }) => device)).toEqual(['microphone']);
    expect(cloud.rings).toBe(0);
  });

  it('is answered while a robot is driven by hand: its page stays, and with it the control', async () => {
    const { actor, cloud, read, toldTo } = await start([visitorCall()], 'robotData');
    cloud.own = connectedCall({ id: 'visit-1', origin: 'visitor' });
    actor.send({ type: 'calls.answer', callId: 'visit-1', camera: true });
    await settle();
    expect(selectOwnState(read())).toBe('inCall');
    expect(toldTo('navigation')).toEqual([]);
  });

  it('is answered by somebody else: it stops ringing at once, and says who', async () => {
    const { cloud, read, clock, changed } = await start([visitorCall()]);
    cloud.rows = [];
    await changed('visit-1', { id: 'chen', name: 'Chen Yu' });
    expect(selectElsewhere(read())).toEqual({
      serialNumber: 'U1',
      robotName: 'Lobby host',
      by: 'Chen Yu',
      afterMs: 8_000,
    });
    expect(selectRinging(read())).toEqual([]);
    clock.increment(5_000);
    expect(selectElsewhere(read())).toBeNull();
  });

  it('brings the phrases of its site, read once for the robot in front, and none once nothing rings', async () => {
    const { actor, cloud, read, changed } = await start([visitorCall()]);
    expect(selectRingPhrases(read(), 'U1')).toEqual(['Hello from U1']);
    cloud.rows = [visitorCall({ isAskedToWait: true }), visitorCall({ id: 'visit-2', serialNumber: 'U2' })];
    await changed('visit-2');
    expect(cloud.phrasesOf).toEqual(['U1']);
    cloud.phrasesRefused = true;
    actor.send({ type: 'calls.decline', callId: 'visit-1' });
    await settle();
    expect(cloud.phrasesOf).toEqual(['U1', 'U2']);
    expect(selectRingPhrases(read(), 'U2')).toEqual([]);
    cloud.rows = [];
    await changed('visit-2');
    expect(read().context.phrases).toEqual({ serialNumber: '', texts: [] });
  });

  it('whose phrases could not be read rings on, and they are read again', async () => {
    const { cloud, read, clock } = await start();
    cloud.phrasesRefused = true;
    cloud.rows = [visitorCall()];
    clock.increment(15_000);
    await settle();
    expect([cloud.rings, selectRingPhrases(read(), 'U1')]).toEqual([1, []]);
    cloud.phrasesRefused = false;
    clock.increment(5_000);
    await settle();
    expect(selectRingPhrases(read(), 'U1')).toEqual(['Hello from U1']);
  });

  it('is seen while it rings: the first of two, then the other, and none once answered', async () => {
    const second = visitorCall({ id: 'visit-2', serialNumber: 'U2' });
    const { actor, cloud, read } = await start([visitorCall(), second]);
    expect(cloud.previews).toEqual(['visit-1']);
    expect(selectPreviewRef(read())).toBeDefined();
    actor.send({ type: 'calls.decline', callId: 'visit-1' });
    expect(cloud.previews).toEqual(['visit-2']);
    cloud.own = connectedCall({ id: 'visit-2', serialNumber: 'U2', origin: 'visitor' });
    cloud.rows = [];
    actor.send({ type: 'calls.answer', callId: 'visit-2', camera: true });
    expect(cloud.previews).toEqual([]);
    await settle();
    expect(selectPreviewRef(read())).toBeUndefined();
  });

  it('is not seen while this tab drives a robot, whose picture needs the bandwidth', async () => {
    const { cloud, read, show } = await start([visitorCall()], 'robotData');
    expect(selectRinging(read())).toHaveLength(1);
    expect(cloud.previews).toEqual([]);
    show('home');
    expect(cloud.previews).toEqual(['visit-1']);
    show('robotData');
    expect(cloud.previews).toEqual([]);
    expect(cloud.rings).toBe(1);
  });

  it('was taken a moment before: the loser sees why, and is free again', async () => {
    const { actor, cloud, read, toldTo } = await start([visitorCall()]);
    cloud.refusal = new ApiError('callTaken', { words: { by: 'Chen Yu' } });
    actor.send({ type: 'calls.answer', callId: 'visit-1', camera: true });
    await settle();
    expect(selectOwnState(read())).toBe('idle');
    expect(toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.callTaken } } }]);
  });
});

describe('a call of the user', () => {
  it('rings without picture or devices, then opens both when it is answered', async () => {
    const { actor, cloud, read, carried, devices } = await start();
    actor.send({ type: 'calls.start', serialNumber: 'U1' });
    await settle();
    expect(selectOwnCall(read())).toMatchObject({ state: 'ringing' });
    expect([carried.length, devices.length]).toEqual([0, 0]);
    cloud.own = connectedCall();
    actor.send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
    await settle();
    expect(devices.map(({ device }) => device)).toEqual(['microphone', 'camera']);
    expect(carried).toHaveLength(1);
  });

  it('does not begin on a robot that talks already, and can be tried again', async () => {
    const { actor, cloud, read } = await start();
    cloud.refusal = new ApiError('otherPartyBusy', { words: { by: 'Chen Yu' } });
    actor.send({ type: 'calls.start', serialNumber: 'U1' });
    await settle();
    expect(selectOwnState(read())).toBe('refused');
    expect(selectCallFailure(read())).toMatchObject({ code: ERRORS.otherPartyBusy, words: { by: 'Chen Yu' } });
    cloud.refusal = null;
    actor.send({ type: 'calls.start', serialNumber: 'U1' });
    await settle();
    expect(selectOwnState(read())).toBe('inCall');
  });

  it('keeps microphone, camera and speaker exactly as they were over an interruption', async () => {
    const { carried, devices, mediaRef, connect, repeat, cloud, clock } = await start();
    await connect();
    for (const { device, send } of devices) send({ type: 'device.opened', device: device as 'camera' });
    mediaRef().send({ type: 'camera.toggle' });
    mediaRef().send({ type: 'speaker.toggle' });
    carried[0]?.send({ type: 'media.flowing', at: SAMPLE_AT });
    carried[0]?.send({
      type: 'media.measured',
      at: SAMPLE_AT,
      figures: { framesPerSecond: 15, kilobitsPerSecond: 900, width: 1280, height: 720, roundTrip: 110, delay: 140 },
    });
    await repeat();
    expect(cloud.repeats.at(-1)).toEqual({ hasMedia: true, roundTrip: 110 });
    carried[0]?.send({ type: 'media.frozen' });
    expect(selectCallPicture(mediaRef().getSnapshot())).toBe('lost');
    await repeat();
    expect(cloud.repeats.at(-1)).toMatchObject({ hasMedia: false });
    clock.increment(5_000);
    clock.increment(1_500);
    expect(carried.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    carried[1]?.send({ type: 'media.flowing', at: SAMPLE_AT + 9_000 });
    const snapshot = mediaRef().getSnapshot();
    expect([
      selectCallPicture(snapshot),
      selectMicrophoneState(snapshot),
      selectCameraState(snapshot),
      selectIsSpeakerOn(snapshot),
    ]).toEqual(['live', 'on', 'off', false]);
    // The microphone was never closed and opened.
    expect(devices.map(({ device, isOpen }) => `${device} ${isOpen}`)).toEqual(['microphone true', 'camera false']);
  });

  it('goes on when the camera is unplugged in the middle, and takes it again on a press', async () => {
    const { devices, mediaRef, connect } = await start();
    await connect();
    const cameras = () => devices.filter(({ device }) => device === 'camera');
    cameras()[0]?.send({ type: 'device.opened', device: 'camera' });
    cameras()[0]?.send({ type: 'device.refused', device: 'camera', refusal: 'missing' });
    expect(selectCameraState(mediaRef().getSnapshot())).toBe('off');
    expect(mediaRef().getSnapshot().context.cameraRefusal).toBe('missing');
    expect(cameras().map(({ isOpen }) => isOpen)).toEqual([false]);
    expect(selectMicrophoneState(mediaRef().getSnapshot())).toBe('opening');
    mediaRef().send({ type: 'camera.toggle' });
    expect(mediaRef().getSnapshot().context.cameraRefusal).toBeNull();
    expect(cameras().map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it('goes on without a microphone', async () => {
    const { devices, mediaRef, connect } = await start();
    await connect();
    devices[0]?.send({ type: 'device.refused', device: 'microphone', refusal: 'denied' });
    const snapshot = mediaRef().getSnapshot();
    expect(selectMicrophoneState(snapshot)).toBe('off');
    expect(snapshot.context.microphoneRefusal).toBe('denied');
    expect(selectHasMedia(snapshot)).toBe(true);
    expect(selectCameraState(snapshot)).toBe('opening');
  });

  it('sends a phrase, which is only sent until the robot reports it', async () => {
    const { actor, read, cloud, connect, repeat, toldTo } = await start();
    await connect();
    actor.send({ type: 'calls.act', callId: 'call-1', text: 'Hello', picture: null });
    expect(selectSentAct(read())).toEqual({ callId: 'call-1', actId: '', text: 'Hello', picture: null });
    await settle();
    expect(selectSentAct(read())?.actId).toBe('act-1');
    cloud.refusal = new ApiError('callOver');
    actor.send({ type: 'calls.act', callId: 'call-1', text: '', picture: 'plan' });
    await settle();
    expect(selectSentAct(read())).toBeNull();
    expect(toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.callOver } } }]);
    cloud.refusal = null;
    await repeat();
    expect(selectOwnState(read())).toBe('inCall');
  });

  it.each([
    ['the robot hangs up', endedCall({ endedBy: 'visitor' })],
    ['the right is lost', endedCall({ endedBy: 'system', end: 'rightLost' })],
    [
      'nobody answers',
      sampleCall({ state: 'ended', end: 'notAnswered', endedBy: 'system', endedAt: SAMPLE_AT + 30_000 }),
    ],
  ])('ends when %s: devices and picture are closed at once', async (_, over) => {
    const { read, carried, devices, cloud, connect, changed } = await start();
    await connect();
    cloud.own = over;
    await changed('call-1');
    expect(selectOwnState(read())).toBe('ended');
    expect(selectOwnCall(read())?.end).toBe(over.end);
    expect([...carried, ...devices].every(({ isOpen }) => !isOpen)).toBe(true);
  });

  it('is hung up, shown as ended, and closed', async () => {
    const { actor, read, cloud, devices, connect } = await start();
    await connect();
    actor.send({ type: 'calls.hangUp' });
    expect(devices.every(({ isOpen }) => !isOpen)).toBe(true);
    await settle();
    expect(cloud.ended).toBe(1);
    expect(selectOwnState(read())).toBe('ended');
    actor.send({ type: 'calls.close' });
    expect(selectOwnState(read())).toBe('idle');
    expect(selectCalledRobot(read())).toBe('');
  });

  it.each([
    ['it is started', [], { type: 'calls.start', serialNumber: 'U1' }],
    ['it is answered', [visitorCall()], { type: 'calls.answer', callId: visitorCall().id, camera: false }],
  ] as const)('that is hung up while %s does not go on ringing', async (_, rows, begin) => {
    const { actor, read, cloud, carried, devices } = await start([...rows]);
    actor.send(begin);
    actor.send({ type: 'calls.hangUp' });
    expect(selectOwnState(read())).toBe('ending');
    cloud.own = endedCall();
    await settle();
    expect(cloud.ended).toBe(1);
    expect(selectOwnState(read())).toBe('ended');
    expect([...carried, ...devices]).toEqual([]);
  });

  it('that is hung up, and that the server refuses, is none', async () => {
    const { actor, read, cloud } = await start();
    cloud.refusal = new ApiError('otherPartyBusy');
    actor.send({ type: 'calls.start', serialNumber: 'U1' });
    actor.send({ type: 'calls.hangUp' });
    await settle();
    expect(cloud.ended).toBe(0);
    expect(selectOwnState(read())).toBe('idle');
  });

  it('goes on while the server does not answer', async () => {
    const { read, cloud, connect, repeat } = await start();
    await connect();
    cloud.refusal = new ApiError('networkFailed');
    await repeat();
    await repeat();
    expect(selectOwnState(read())).toBe('inCall');
    expect(selectMediaRef(read())).toBeDefined();
  });
});

describe('the list of calls', () => {
  it('is read again after notices, some time later, and after a failure; many notices are one reading', async () => {
    const { actor, clock, cloud, read } = await start();
    const reads = () => selectRinging(read()).length;
    cloud.rows = [visitorCall()];
    actor.send({ type: 'calls.reload' });
    await settle();
    expect(reads()).toBe(1);
    cloud.rows = [];
    for (let i = 0; i < 3; i += 1)
      actor.send({ type: 'calls.changed', callId: 'other', at: SAMPLE_AT, answeredBy: null });
    await settle();
    actor.send({ type: 'calls.changed', callId: 'other', at: SAMPLE_AT, answeredBy: null });
    clock.increment(2_000);
    await settle();
    expect(reads()).toBe(0);
    cloud.rows = [visitorCall()];
    clock.increment(60_000);
    await settle();
    expect(reads()).toBe(1);
  });
});

it('ends here when the person has no part in the call any more: microphone and camera too', async () => {
  const { actor, cloud, connect, devices, repeat, read, mediaRef, toldTo } = await start();
  await connect();
  mediaRef().send({ type: 'microphone.toggle' });
  await settle();
  cloud.refusal = new ApiError('networkFailed');
  await repeat();
  expect(read().hasTag('inCall')).toBe(true);
  cloud.refusal = new ApiError('robotForeign');
  await repeat();
  expect([read().hasTag('inCall'), read().hasTag('ended'), selectMediaRef(read())]).toEqual([false, true, undefined]);
  expect(devices.every(({ isOpen }) => !isOpen)).toBe(true);
  expect(toldTo('notices').at(-1)).toMatchObject({ notice: { tone: 'error' } });
  actor.send({ type: 'calls.close' });
  expect(selectOwnState(read())).toBe('idle');
});
