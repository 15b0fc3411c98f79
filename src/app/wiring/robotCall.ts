/** Wires the page of a call to the API, the key of Stop, and what is kept from the call's picture. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import {
  type CallPhotoInput,
  type CallRecord,
  type NoteRequest,
  type RobotCallData,
  robotCallMachine,
} from '../../machines/robotCall/robotCall.machine.ts';
import { callStreamKey } from '../../machines/calls/callMedia.setup.ts';
import type { Services } from '../services.ts';
import { loadCallRecord } from './callRecord.ts';
import { wireCallContent } from './callContent.ts';
import { wireCallPreview } from './calls.ts';
import { escapeKey } from './robotData/inputDevices.ts';
import { robotNeedsOf } from './robotData/robotNeeds.ts';
import { takePhoto, uploadsOf } from './robotData/viewing.ts';
import { wireVideoRecording } from './videoRecording.ts';

/** The calls beside an ended one. */
const LAST_CALLS = 10;

export function wireRobotCall(services: Services) {
  const needs = robotNeedsOf(services);
  const { api } = needs;
  const readRecord = loadCallRecord(services);
  return robotCallMachine.provide({
    actors: {
      loadData: fromPromise<RobotCallData, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
        const [{ abilities, siteId }, { rows }, { sites }] = await Promise.all([
          api.robots.detail({ serialNumber }, { signal }),
          api.calls.list({ serialNumberStr: serialNumber, limit: LAST_CALLS }, { signal }),
          api.maps.ofSites({}, { signal }),
        ]);
        return {
          canCall: abilities.actions.includes('calls'),
          hasCamera: abilities.video,
          hasAudio: abilities.audio,
          timeZone: sites.find(({ id }) => id === siteId)?.timeZone ?? '',
          calls: rows,
        };
      }),
      loadRecord: fromPromise<CallRecord, { callId: string }>(({ input, signal }) => readRecord(input.callId, signal)),
      saveNote: fromPromise<Call, NoteRequest>(({ input: { callId, ...note } }) =>
        api.calls.note({ callingRequestId: callId, ...note }),
      ),
      loadOpen: fromPromise<Call | null, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
        const { rows } = await api.calls.list({ serialNumberStr: serialNumber, limit: 1 }, { signal });
        return rows.find(({ state }) => state !== 'ended') ?? null;
      }),
      watchOpen: fromCallback<EventObject, { serialNumber: string }>(({ input: { serialNumber }, sendBack }) =>
        services.present().feed.onNotice((notice) => {
          if (notice.type === 'callChanged' && notice.serialNumber === serialNumber) sendBack({ type: 'call.changed' });
        }),
      ),
      content: wireCallContent(services),
      preview: wireCallPreview(services),
      escapeKey: escapeKey(needs),
      savePhoto: takePhoto<CallPhotoInput>(needs, uploadsOf(services), ({ callId }) => callStreamKey(callId)),
      videoRecording: wireVideoRecording(services),
    },
  });
}
