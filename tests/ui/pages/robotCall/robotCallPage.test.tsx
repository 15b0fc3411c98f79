/** The page of a call in jsdom: every state of the call, phrases by digit, and the note. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type AnyActorRef, fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Call } from '../../../../contract/entities/call.ts';
import { SLOW_MEASUREMENTS } from '../../../../contract/rules/videoQuality.ts';
import { BaseApiError } from '../../../../contract/wire/baseApiError.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import type { CallContent, OwnCallPicture } from '../../../../contract/entities/callContent.ts';
import {
  callContentMachine,
  type ContentSave,
  type LoadedContent,
  pictureName,
  type PictureUpload,
} from '../../../../src/machines/calls/callContent.machine.ts';
import { callMediaMachine } from '../../../../src/machines/calls/callMedia.machine.ts';
import type { CallMediaEvent, CarryInput } from '../../../../src/machines/calls/callMedia.setup.ts';
import { type CallPreviewEvent, callPreviewMachine } from '../../../../src/machines/calls/callPreview.machine.ts';
import { callsMachine } from '../../../../src/machines/calls/calls.machine.ts';
import type { ActRequest } from '../../../../src/machines/calls/calls.setup.ts';
import { connectionMachine } from '../../../../src/machines/connection/connection.machine.ts';
import { linkMachine } from '../../../../src/machines/connection/link.machine.ts';
import {
  type CallPhotoInput,
  type CallRecord,
  type NoteRequest,
  type RobotCallData,
  type RobotCallEvent,
  robotCallMachine,
} from '../../../../src/machines/robotCall/robotCall.machine.ts';
import type { SavedPhoto } from '../../../../src/machines/robotData/video.setup.ts';
import { RobotCallPage } from '../../../../src/ui/pages/robotCall/RobotCallPage.tsx';
import { connectedCall, endedCall, SAMPLE_AT, sampleCall } from '../../../fakes/callSample.ts';
import { sampleMedia } from '../../../fakes/mediaSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

async function show(
  own: Call,
  refusal: Error | null = null,
  {
    width,
    open = null,
    canCall = true,
    isAway = false,
    content = {},
    contentAway = false,
  }: {
    width?: number;
    open?: Call | null;
    canCall?: boolean;
    isAway?: boolean;
    content?: Partial<CallContent>;
    contentAway?: boolean;
  } = {},
) {
  const cloud = {
    own,
    refusal,
    acts: [] as ActRequest[],
    notes: [] as NoteRequest[],
    photos: [] as CallPhotoInput[],
    saves: [] as ContentSave[],
    contentAway,
    content: {
      siteId: 'site-1',
      version: 3,
      phrases: [],
      pictures: [],
      canChange: false,
      showsPictures: true,
      ...content,
    } as CallContent,
  };
  let preview: (event: CallPreviewEvent) => void = () => {};
  let press: (event: RobotCallEvent) => void = () => {};
  let media: (event: CallMediaEvent) => void = () => {};
  const calls = callsMachine.provide({
    actors: {
      loadCalls: fromPromise<{ calls: readonly Call[] }>(async () => ({ calls: [] })),
      start: fromPromise<Call, { serialNumber: string }>(async () => {
        if (cloud.refusal) throw cloud.refusal;
        return cloud.own;
      }),
      repeat: fromPromise<Call, { callId: string; hasMedia: boolean; roundTrip: number | null }>(async () => cloud.own),
      end: fromPromise<void, { callId: string }>(async () => {
        cloud.own = endedCall();
      }),
      actInCall: fromPromise<{ actId: string }, ActRequest>(async ({ input }) => {
        cloud.acts.push(input);
        return { actId: 'act-1' };
      }),
      watchCalls: fromCallback<EventObject>(() => () => undefined),
      media: callMediaMachine.provide({
        actors: {
          carry: fromCallback<EventObject, CarryInput>(({ sendBack }) => {
            media = sendBack as typeof media;
          }),
          openDevice: fromCallback<EventObject, { callId: string; device: 'microphone' | 'camera' }>(
            ({ input: { device }, sendBack }) => sendBack({ type: 'device.opened', device }),
          ),
        },
      }),
    },
  });
  const record: CallRecord = {
    call: endedCall({ interruptions: 1, interruptedMs: 8_000, roundTrip: 110 }),
    lines: [
      { at: SAMPLE_AT, kind: 'asked', side: 'operator', text: '', ms: null },
      { at: SAMPLE_AT + 40_000, kind: 'said', side: 'operator', text: 'Good afternoon', ms: null },
      { at: SAMPLE_AT + 256_000, kind: 'ended', side: 'operator', text: 'hungUp', ms: null },
    ],
    kept: [{ item: sampleMedia(1, { fileId: 'media-1', takenAt: SAMPLE_AT + 60_000 }), picture: '' }],
  };
  const page = robotCallMachine.provide({
    actors: {
      loadData: fromPromise<RobotCallData, { serialNumber: string }>(async () => {
        if (isAway) throw new BaseApiError('networkFailed');
        return {
          canCall,
          hasCamera: true,
          hasAudio: true,
          timeZone: 'UTC',
          calls: [endedCall({ topic: 'luggage' })],
        };
      }),
      loadRecord: fromPromise<CallRecord, { callId: string }>(async () => record),
      content: callContentMachine.provide({
        actors: {
          loadContent: fromPromise<LoadedContent, { serialNumber: string }>(async () => {
            if (cloud.contentAway) throw new BaseApiError('networkFailed');
            return { content: cloud.content, addresses: { 'file-1': '/files/read/file-1' } };
          }),
          saveContent: fromPromise<LoadedContent, ContentSave>(async ({ input }) => {
            cloud.saves.push(input);
            const { phrases, pictures, version } = input;
            cloud.content = { ...cloud.content, phrases: [...phrases], pictures: [...pictures], version: version + 1 };
            return { content: cloud.content, addresses: {} };
          }),
          addPicture: fromPromise<OwnCallPicture, PictureUpload>(async ({ input }) => ({
            fileId: 'file-2',
            name: pictureName(input.file.name),
          })),
        },
      }),
      escapeKey: fromCallback<EventObject, { first: boolean }>(({ sendBack }) => {
        press = sendBack as typeof press;
        sendBack({ type: 'escape.reaches', reaches: true });
      }),
      watchOpen: fromCallback<EventObject, { serialNumber: string }>(() => () => undefined),
      loadOpen: fromPromise<Call | null, { serialNumber: string }>(async () => open),
      preview: callPreviewMachine.provide({
        actors: {
          carry: fromCallback<EventObject, CarryInput>(({ sendBack }) => {
            preview = sendBack as typeof preview;
          }),
          watchTab: fromCallback(() => () => undefined),
        },
      }),
      savePhoto: fromPromise<SavedPhoto, CallPhotoInput>(async ({ input }) => {
        cloud.photos.push(input);
        return { place: 'library' };
      }),
      saveNote: fromPromise<Call, NoteRequest>(async ({ input }) => {
        cloud.notes.push(input);
        return endedCall();
      }),
    },
  });
  const robot = robotOf({
    serialNumber: 'U1',
    robotNickName: 'Lobby host',
    live: { watching: { viewers: 3, listening: 1 } },
  });
  const shown = await renderPage(RobotCallPage, page, {
    query: { serialNumber: 'U1' },
    ...(width === undefined ? {} : { width }),
    now: () => SAMPLE_AT + 10_000,
    live: { stream: () => null, onStream: () => () => {} },
    // Siblings get no input here.
    siblings: {
      connection: connectionMachine.provide({
        actors: { link: linkMachine.provide({ actors: { link: fromCallback(() => () => undefined) } }) },
      }),
      calls: Object.assign(Object.create(calls) as typeof calls, {
        getInitialSnapshot: (scope: Parameters<typeof calls.getInitialSnapshot>[0]) =>
          calls.getInitialSnapshot(scope, { userId: 'me' }),
      }),
    },
    contexts: {
      fleet: { robots: { U1: robot }, order: ['U1'], sites: [], serverTime: SAMPLE_AT },
      session: { user: { id: 'me' } },
      pendingStops: { entries: {} },
    },
  });
  await act(settle);
  const send = async (event: object): Promise<void> => {
    await act(async () => {
      (shown.screen.system.get('calls') as AnyActorRef).send(event as EventObject);
      await settle();
    });
  };
  return {
    ...shown,
    cloud,
    send,
    media: (event: CallMediaEvent) => act(() => media(event)),
    press: (event: RobotCallEvent) => act(() => press(event)),
    preview: (event: CallPreviewEvent) => act(() => preview(event)),
  };
}

it('calls on a press, says that it rings, and offers Stop all the time', async () => {
  const { send } = await show(sampleCall());
  expect(screen.getByRole('heading', { name: 'No call with Lobby host' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Call' }));
  await act(settle);
  expect(screen.getByRole('heading', { name: 'Lobby host is ringing' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Stop/ })).toBeTruthy();
  await send({ type: 'calls.hangUp' });
  expect(screen.getByRole('heading', { name: 'What happened' })).toBeTruthy();
});

it('says of a robot without calls why it cannot be called, and offers Stop all the time', async () => {
  await show(sampleCall(), null, { canCall: false });
  expect(screen.getByRole('heading', { name: "Lobby host can't be called" })).toBeTruthy();
  expect(screen.getByText(/doesn't support calls/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Call' })).toBeNull();
  expect(screen.getByRole('button', { name: /^Stop/ })).toBeTruthy();
});

it('has its heading also when the robot could not be read', async () => {
  await show(sampleCall(), null, { isAway: true });
  expect(screen.getByRole('heading', { level: 1, name: 'Call' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('names who talks with a busy robot, and starts nothing', async () => {
  const { send } = await show(sampleCall(), new ApiError('otherPartyBusy', { words: { by: 'Chen Yu' } }));
  await send({ type: 'calls.start', serialNumber: 'U1' });
  expect(screen.getByRole('heading', { name: 'Lobby host is in another call' })).toBeTruthy();
  expect(screen.getByText(/Chen Yu is talking there/)).toBeTruthy();
});

it('in a call: says a phrase by its digit but not while typing, shows what the robot reports, mutes', async () => {
  const { send, cloud, media } = await show(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  expect(screen.getByText('Lobby host hears and sees you')).toBeTruthy();
  expect(screen.getByRole('img', { name: '3 watching, 1 listening' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: '2' });
  await act(settle);
  expect(cloud.acts).toEqual([{ callId: 'call-1', text: "One moment please, I'm looking it up.", picture: null }]);
  const field = screen.getByRole('textbox', { name: 'Type what the robot should say' });
  fireEvent.keyDown(field, { key: '3' });
  fireEvent.change(field, { target: { value: 'Room 312' } });
  fireEvent.click(screen.getByRole('button', { name: 'Say' }));
  await act(settle);
  expect(cloud.acts.map(({ text }) => text)).toEqual(["One moment please, I'm looking it up.", 'Room 312']);
  expect(screen.getAllByText('Sent').length).toBeGreaterThan(0);
  cloud.own = connectedCall({
    screen: { shows: 'picture', picture: 'plan', imageId: '', saying: '', actId: 'act-1', frames: 9, since: SAMPLE_AT },
  });
  await send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
  expect(screen.getByRole('button', { name: 'Show Floor plan' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }));
  expect(screen.getByText("Lobby host doesn't hear you")).toBeTruthy();
});

it('the picture of a slow link says that it is lowered, and a person chooses between 720p and 360p', async () => {
  const { send, media } = await show(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  fireEvent.click(screen.getByRole('button', { name: /^720p HD\. .*Switch to 360p smooth/ }));
  fireEvent.click(screen.getByRole('button', { name: /^360p smooth\. .*Switch to 720p HD/ }));
  const figures = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 1280, height: 720, roundTrip: 20, delay: 800 };
  for (let n = 0; n < SLOW_MEASUREMENTS; n += 1) media({ type: 'media.measured', figures, at: SAMPLE_AT + n });
  const lowered = screen.getByRole('button', { name: /^360p, slow connection\. .*Switch to 720p HD/ });
  fireEvent.click(lowered);
  expect(lowered.textContent).toBe('720p, slow connection');
});

it('an interrupted call shows the age of its picture and what comes back', async () => {
  const { send, media } = await show(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT + 4_000 });
  media({ type: 'media.frozen' });
  expect(screen.getByRole('heading', { name: /Picture is 6/ })).toBeTruthy();
  expect(screen.getByText(/microphone on, camera on/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
});

it('an ended call says what happened, and keeps a note', async () => {
  const { send, cloud } = await show(endedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  await act(settle);
  expect(screen.getByText('Said "Good afternoon"')).toBeTruthy();
  expect(screen.getByText('Once, 0:08')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Luggage' }));
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Two bags' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await act(settle);
  expect(cloud.notes).toEqual([{ callId: 'call-1', topic: 'luggage', note: 'Two bags' }]);
  expect(screen.getByRole('button', { name: 'Note saved' })).toBeTruthy();
});

it('keeps a photo of the picture, and offers recording while there is a picture', async () => {
  const { send, cloud, media } = await show(connectedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  const photo = screen.getByRole('button', { name: 'Photo' });
  expect(photo.title).toBe("There's no live picture.");
  fireEvent.click(photo);
  media({ type: 'media.flowing', at: SAMPLE_AT });
  fireEvent.click(screen.getByRole('button', { name: 'Photo' }));
  await act(settle);
  expect(cloud.photos).toMatchObject([{ serialNumber: 'U1', callId: 'call-1', keep: true }]);
  expect(screen.getByText('Photo saved under Photos and recordings.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Record' }).getAttribute('aria-disabled')).toBeNull();
});

it('an ended call leads to what was kept from it', async () => {
  const { send, toldTo } = await show(endedCall());
  await send({ type: 'calls.start', serialNumber: 'U1' });
  await act(settle);
  expect(screen.getByText('Photo taken')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Photo from/ }));
  expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.go', to: '/video/photos?item=media-1' });
});

it('Stop carries the mark Esc while Escape is Stop', async () => {
  const { press, toldTo } = await show(sampleCall());
  expect(screen.getByRole('button', { name: /^Stop/ }).textContent).toContain('Esc');
  press({ type: 'escape.reaches', reaches: false });
  expect(screen.getByRole('button', { name: /^Stop/ }).textContent).not.toContain('Esc');
  press({ type: 'escape.pressed', at: 5 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'U1', at: 5 }]);
});

it('on a phone: picture, controls, phrases, End and Stop in the window, without the mark Esc', async () => {
  const { send, cloud, media, toldTo } = await show(connectedCall(), null, { width: 390 });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  media({ type: 'media.flowing', at: SAMPLE_AT });
  for (const name of ['Mute', 'Camera off', 'Speaker off', 'Photo', 'Record', 'End the call'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Stop/ }).textContent).not.toContain('Esc');
  fireEvent.click(screen.getByRole('button', { name: 'Say "A colleague is on the way."' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show Please wait' }));
  await act(settle);
  expect(cloud.acts.map(({ text, picture }) => text || picture)).toEqual(['A colleague is on the way.', 'wait']);
  fireEvent.click(screen.getByRole('button', { name: 'Robot' }));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(toldTo('navigation').slice(-2)).toEqual([
    { type: 'navigation.go', to: '/home/robot-data?serialNumber=U1' },
    { type: 'navigation.go', to: '/home' },
  ]);
  await send({ type: 'calls.hangUp' });
  expect(screen.getByRole('heading', { name: 'What happened' })).toBeTruthy();
});

it('says who talks with the robot, and lets one watch: seen, heard after a press, not heard there', async () => {
  const open = connectedCall({ operator: { id: 'chen', name: 'Chen Yu' } });
  const { preview } = await show(sampleCall(), null, { open });
  expect(screen.getByRole('heading', { name: 'Chen Yu is in a call with Lobby host' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Watch call' }));
  preview({ type: 'media.flowing', at: SAMPLE_AT + 4_000 });
  expect(screen.getByText('Chen Yu is talking. You can see, but nobody hears you')).toBeTruthy();
  expect(screen.getByRole('img', { name: '3 watching, 1 listening' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Speaker on' }));
  expect(screen.getByText('Chen Yu is talking. You can see and hear, but nobody hears you')).toBeTruthy();
  preview({ type: 'media.frozen' });
  expect(screen.getByRole('heading', { name: /Picture is 6/ })).toBeTruthy();
  preview({ type: 'media.refused', reason: 'notAllowed' });
  expect(screen.getByRole('heading', { name: "This call can't be watched" })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop watching' }));
  expect(screen.getByRole('button', { name: 'Watch call' })).toBeTruthy();
});
it('says and shows what the site keeps, before what is built in', async () => {
  const own = { phrases: ['Breakfast is until ten'], pictures: [{ fileId: 'file-1', name: 'Way to the lift' }] };
  const { send, cloud } = await show(connectedCall(), null, { content: own });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  fireEvent.keyDown(document.body, { key: '1' });
  await act(settle);
  fireEvent.click(screen.getByRole('button', { name: 'Show Way to the lift' }));
  await act(settle);
  expect(cloud.acts).toEqual([
    { callId: 'call-1', text: 'Breakfast is until ten', picture: null },
    { callId: 'call-1', text: '', picture: '', imageId: 'file-1' },
  ]);
  expect(screen.queryByRole('button', { name: 'Edit phrases and pictures' })).toBeNull();
  cloud.own = connectedCall({
    screen: {
      shows: 'picture',
      picture: '',
      imageId: 'file-1',
      saying: '',
      actId: 'act-1',
      frames: 9,
      since: SAMPLE_AT,
    },
  });
  await send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
  expect(screen.getByRole('button', { name: 'Show Way to the lift' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getAllByText('Way to the lift')).toHaveLength(1);
});
it.each([1440, 390])('says that the robot could not load a picture of the site, at %i px', async (width) => {
  const pictures = [{ fileId: 'file-1', name: 'Way to the lift' }];
  const { send, cloud } = await show(connectedCall(), null, { content: { pictures }, width });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  fireEvent.click(screen.getByRole('button', { name: 'Show Way to the lift' }));
  await act(settle);
  expect(screen.queryByText("The robot couldn't load the picture")).toBeNull();
  const report = { picture: '' as const, imageId: '', saying: '', actId: 'act-1', frames: 9, since: SAMPLE_AT };
  cloud.own = connectedCall({ screen: { shows: 'operator', ...report } });
  await send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
  expect(screen.getByText("The robot couldn't load the picture")).toBeTruthy();
});
it('a robot whose software shows no pictures of the site is not asked to', async () => {
  const pictures = [{ fileId: 'file-1', name: 'Way to the lift' }];
  const { send, cloud } = await show(connectedCall(), null, { content: { pictures, showsPictures: false } });
  await send({ type: 'calls.start', serialNumber: 'U1' });
  const button = screen.getByRole('button', { name: 'Show Way to the lift' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  await act(settle);
  expect(cloud.acts).toEqual([]);
});
it('those who may change them add, order, delete and undo; a picture has the name of its file', async () => {
  const { cloud } = await show(sampleCall(), null, { content: { phrases: ['One', 'Two'], canChange: true } });
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await act(settle);
  };
  await press('Edit phrases and pictures');
  fireEvent.change(screen.getByRole('textbox', { name: 'New phrase' }), { target: { value: ' Three ' } });
  await press('Add');
  await press('Move "Three" up');
  await press('Delete "One"');
  await press('Undo');
  const file = new File(['x'], 'Way to the lift.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Add picture'), { target: { files: [file] } });
  await act(settle);
  expect(cloud.saves.map(({ phrases, version }) => [version, ...phrases])).toEqual([
    [3, 'One', 'Two', 'Three'],
    [4, 'One', 'Three', 'Two'],
    [5, 'Three', 'Two'],
    [6, 'One', 'Three', 'Two'],
    [7, 'One', 'Three', 'Two'],
  ]);
  expect(cloud.content.pictures).toEqual([{ fileId: 'file-2', name: 'Way to the lift' }]);
  await press('Done');
  expect(screen.getByRole('button', { name: 'Show Way to the lift' })).toBeTruthy();
});
it('says that the phrases of the site could not be loaded, offers the built-in ones, and tries again', async () => {
  const { cloud } = await show(sampleCall(), null, { content: { phrases: ['One'] }, contentAway: true });
  expect(screen.getByRole('alert').textContent).toMatch(/Couldn't load your site's phrases/);
  expect(screen.getByRole('button', { name: 'Say "A colleague is on the way."' })).toBeTruthy();
  cloud.contentAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(settle);
  expect(screen.getByRole('button', { name: 'Say "One"' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
