/** Wires the page of a call to the API. */
import { fromPromise } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import {
  type CallRecord,
  type NoteRequest,
  type RobotCallData,
  robotCallMachine,
} from '../../machines/robotCall/robotCall.machine.ts';
import type { Services } from '../services.ts';

/** The calls beside an ended one. */
const LAST_CALLS = 10;

export function wireRobotCall({ present }: Services) {
  const { api } = present();
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
      loadRecord: fromPromise<CallRecord, { callId: string }>(({ input, signal }) =>
        api.calls.details({ callingRequestId: input.callId }, { signal }),
      ),
      saveNote: fromPromise<Call, NoteRequest>(({ input: { callId, ...note } }) =>
        api.calls.note({ callingRequestId: callId, ...note }),
      ),
    },
  });
}
