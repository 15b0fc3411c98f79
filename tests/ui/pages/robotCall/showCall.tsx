/** The page of a call in jsdom, with a call of this tab, for its tests. */
import { act } from '@testing-library/react';
import { type AnyActorRef, fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Call } from '../../../../contract/entities/call.ts';
import { BaseApiError } from '../../../../contract/wire/baseApiError.ts';
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
import { endedCall, SAMPLE_AT } from '../../../fakes/callSample.ts';
import { sampleMedia } from '../../../fakes/mediaSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

export async function showCall(
  own: Call,
  refusal: Error | null = null,
  {
    width,
    open = null,
    canCall = true,
    isAway = false,
    content = {},
    contentAway = false,
    hasAudio = true,
    isQuick = false,
  }: {
    width?: number;
    open?: Call | null;
    canCall?: boolean;
    isAway?: boolean;
    content?: Partial<CallContent>;
    contentAway?: boolean;
    hasAudio?: boolean;
    /** The times of the calls pass at once. */
    isQuick?: boolean;
  } = {},
) {
  const cloud = {
    own,
    refusal,
    /** Repeats get no answer. */
    isAway: false,
    /** Microphone and camera that are open. */
    devices: [] as string[],
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
    ...(isQuick && { delays: { repeat: 20, linkLost: 60 } }),
    actors: {
      loadCalls: fromPromise<{ calls: readonly Call[] }>(async () => ({ calls: [] })),
      start: fromPromise<Call, { serialNumber: string }>(async () => {
        if (cloud.refusal) throw cloud.refusal;
        return cloud.own;
      }),
      repeat: fromPromise<Call, { callId: string; hasMedia: boolean; roundTrip: number | null }>(async () => {
        if (cloud.isAway) throw new BaseApiError('networkFailed');
        return cloud.own;
      }),
      end: fromPromise<void, { callId: string }>(async () => {
        if (cloud.isAway) throw new BaseApiError('networkFailed');
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
            ({ input: { device }, sendBack }) => {
              cloud.devices.push(device);
              sendBack({ type: 'device.opened', device });
              return () => void cloud.devices.splice(cloud.devices.indexOf(device), 1);
            },
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
          hasAudio,
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
