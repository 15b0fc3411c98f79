/** The page of a call: the robot and its last calls, what happened in an ended call, and its note. */
import { expect, it } from 'vitest';
import { fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type CallRecord,
  type NoteRequest,
  type RobotCallData,
  robotCallMachine,
} from '../../../src/machines/robotCall/robotCall.machine.ts';
import {
  selectDataState,
  selectNoteState,
  selectRobotCall,
  selectStopRef,
} from '../../../src/machines/robotCall/robotCall.selectors.ts';
import { endedCall } from '../../fakes/callSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start() {
  const cloud = { fails: null as Error | null, loads: [] as string[], notes: [] as NoteRequest[] };
  const answer = <Data>(data: Data): Data => {
    if (cloud.fails) throw cloud.fails;
    return data;
  };
  const { actor, toldTo } = startUnderApp(
    robotCallMachine.provide({
      actors: {
        watchCall: fromCallback<EventObject, { serialNumber: string }>(() => () => undefined),
        loadData: fromPromise<RobotCallData, { serialNumber: string }>(async ({ input }) => {
          cloud.loads.push(input.serialNumber);
          return answer({ canCall: true, hasCamera: true, hasAudio: true, timeZone: 'UTC', calls: [] });
        }),
        loadRecord: fromPromise<CallRecord, { callId: string }>(async () => answer({ call: endedCall(), lines: [] })),
        saveNote: fromPromise<Call, NoteRequest>(async ({ input }) => {
          cloud.notes.push(input);
          return answer(endedCall());
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'robotCall',
        params: {},
        query: { serialNumber: 'U1' },
        user: userOf(),
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  return { actor, cloud, toldTo, read: () => actor.getSnapshot() };
}

it('loads the robot of the URL, and another one when the URL changes', async () => {
  const { actor, cloud, read } = await start();
  expect(selectDataState(read())).toBe('ready');
  actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U2' } });
  await settle();
  expect(cloud.loads).toEqual(['U1', 'U2']);
  expect(selectRobotCall(read()).serialNumber).toBe('U2');
});

it('says why it could not be loaded, and tries again', async () => {
  const { actor, cloud, read } = await start();
  cloud.fails = new ApiError('robotForeign');
  actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U3' } });
  await settle();
  expect(selectDataState(read())).toBe('failed');
  expect(selectRobotCall(read()).failure?.code).toBe(ERRORS.robotForeign);
  cloud.fails = null;
  actor.send({ type: 'page.retry' });
  await settle();
  expect(selectDataState(read())).toBe('ready');
});

it('keeps a note of the ended call; a failed one keeps what was typed', async () => {
  const { actor, cloud, read } = await start();
  actor.send({ type: 'note.save' });
  expect(cloud.notes).toEqual([]);
  actor.send({ type: 'call.ended', callId: 'call-1' });
  await settle();
  expect(selectRobotCall(read()).record?.call.id).toBe('call-1');
  actor.send({ type: 'topic.choose', topic: 'way' });
  actor.send({ type: 'note.type', note: 'To Meeting 2' });
  cloud.fails = new ApiError('networkFailed');
  actor.send({ type: 'note.save' });
  await settle();
  expect(selectNoteState(read())).toBe('idle');
  expect(selectRobotCall(read())).toMatchObject({ note: 'To Meeting 2', topic: 'way' });
  cloud.fails = null;
  actor.send({ type: 'note.save' });
  await settle();
  expect(selectNoteState(read())).toBe('saved');
  expect(cloud.notes.at(-1)).toEqual({ callId: 'call-1', topic: 'way', note: 'To Meeting 2' });
  actor.send({ type: 'topic.choose', topic: 'way' });
  expect(selectNoteState(read())).toBe('idle');
  expect(selectRobotCall(read()).topic).toBeNull();
});

it('sends a Stop at any time', async () => {
  const { actor, toldTo, read } = await start();
  expect(selectStopRef(read())).toBeDefined();
  actor.send({ type: 'stop.press', at: 5 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'U1', at: 5 }]);
});
