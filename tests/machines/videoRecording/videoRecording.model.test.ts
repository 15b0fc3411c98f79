/**
 * Requirement (design 25): a recording counts from the first stored part, survives a broken connection, and keeps what
 * there is whatever ends it.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import {
  VIDEO_RECORDING_MS_MAX,
  VIDEO_RECORDING_PARTS_WAITING,
  VIDEO_RECORDING_SILENT_MS,
} from '../../../contract/rules/videoRecording.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  RECORDING_PROBE_MS,
  RECORDING_RETRY_MS,
  RECORDING_TRIES,
} from '../../../src/machines/videoRecording/videoRecording.machine.ts';
import { selectIsStranded } from '../../../src/machines/videoRecording/videoRecording.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startVideoRecording } from '../../fakes/startVideoRecording.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'started'
  | 'refused'
  | 'no picture'
  | 'first part stored'
  | 'connection lost'
  | 'connection back'
  | 'stopped'
  | 'picture lost'
  | 'half an hour over'
  | 'disk full'
  | 'right lost'
  | 'right lost without a part'
  | 'reply to the completion lost'
  | '8 s pass';

const over = {
  stopped: 'saved',
  'picture lost': 'saved',
  'half an hour over': 'saved',
  'disk full': 'saved',
  'right lost': 'saved',
  'right lost without a part': 'saved',
} as const;
const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'idle',
  states: {
    idle: { on: { started: 'opening', refused: 'failed' } },
    failed: { on: { started: 'openingAgain' } },
    openingAgain: {},
    opening: { on: { 'first part stored': 'recording', 'no picture': 'noPicture' } },
    noPicture: {},
    recording: { on: { ...over, 'connection lost': 'behind', 'reply to the completion lost': 'saving' } },
    behind: { on: { 'connection back': 'recordingAgain', stopped: 'waitingToSave' } },
    waitingToSave: { on: { 'connection back': 'savedLater' } },
    recordingAgain: { on: { stopped: 'savedAgain' } },
    saving: { on: { 'connection back': 'savedOnce' } },
    saved: { on: { '8 s pass': 'idleAgain' } },
    savedAgain: {},
    savedLater: {},
    savedOnce: {},
    idleAgain: {},
  },
});

describe('a recording', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, clock, world, state, part, report } = startVideoRecording();
      const saved = (): void => {
        expect(state()).toBe('saved');
        expect(world.captures).toBe(0);
        expect(world.finished).toBe(1);
      };
      const failed = (): void => {
        expect(state()).toBe('failed');
        expect(world.captures).toBe(0);
        expect(actor.getSnapshot().context.failure).not.toBeNull();
      };
      await walk(
        path,
        { model: 'videoRecording', actor },
        {
          events: {
            started: async () => {
              world.refuses = null;
              actor.send({ type: 'recording.start' });
              await settle();
            },
            refused: async () => {
              world.refuses = 'siteQuotaReached';
              actor.send({ type: 'recording.start' });
              await settle();
            },
            'no picture': () =>
              report({ type: 'capture.refused', failure: { code: ERRORS.recordingFailed, said: '' } }),
            'first part stored': async () => {
              part();
              await settle();
            },
            'connection lost': async () => {
              world.sending = 'networkFailed';
              part();
              await settle();
            },
            'connection back': async () => {
              world.sending = null;
              world.finishing = null;
              clock.increment(RECORDING_RETRY_MS);
              await settle();
            },
            stopped: async () => {
              actor.send({ type: 'recording.stop' });
              await settle();
            },
            'picture lost': async () => {
              report({ type: 'capture.ended', isBroken: false });
              await settle();
            },
            'half an hour over': async () => {
              for (let passed = 0; passed < VIDEO_RECORDING_MS_MAX; passed += 60_000) {
                clock.increment(60_000);
                await settle();
                if (state() === 'recording') part();
                await settle();
              }
            },
            'disk full': async () => {
              world.sending = 'diskFull';
              part();
              await settle();
            },
            'right lost': async () => {
              world.sending = 'recordingRightLost';
              part();
              await settle();
            },
            // The picture has stopped, and gives no more parts.
            'right lost without a part': async () => {
              world.sending = 'recordingRightLost';
              clock.increment(RECORDING_PROBE_MS);
              await settle();
            },
            'reply to the completion lost': async () => {
              world.finishing = 'networkFailed';
              actor.send({ type: 'recording.stop' });
              await settle();
            },
            '8 s pass': () => void clock.increment(8_000),
          },
          states: {
            idle: () => expect(state()).toBe('idle'),
            idleAgain: () => expect(state()).toBe('idle'),
            opening: () => expect([state(), actor.getSnapshot().context.startedAt]).toEqual(['opening', null]),
            openingAgain: () => expect(state()).toBe('opening'),
            failed,
            noPicture: failed,
            recording: () => {
              expect(state()).toBe('recording');
              expect(actor.getSnapshot().context.startedAt).not.toBeNull();
            },
            recordingAgain: () => {
              expect(state()).toBe('recording');
              expect(world.stored).toBe(2);
            },
            behind: () => expect([state(), world.stored]).toEqual(['behind', 1]),
            waitingToSave: () => expect([state(), world.finished]).toEqual(['saving', 0]),
            saving: () => expect([state(), world.finished]).toEqual(['saving', 0]),
            saved,
            savedAgain: saved,
            savedLater: () => {
              saved();
              expect(world.stored).toBe(3);
            },
            savedOnce: saved,
          },
        },
      );
    });
  }

  it('that falls too far behind ends, and waits for the person if the connection stays away', async () => {
    const { actor, clock, world, state, part } = startVideoRecording();
    actor.send({ type: 'recording.start' });
    await settle();
    part();
    await settle();
    world.sending = 'networkFailed';
    for (let parts = 0; parts < VIDEO_RECORDING_PARTS_WAITING; parts += 1) part();
    expect(world.stops).toBe(0);
    part();
    await settle();
    expect([world.stops, state(), actor.getSnapshot().context.end]).toEqual([1, 'saving', 'linkLost']);
    for (let tries = 0; tries < RECORDING_TRIES; tries += 1) {
      clock.increment(RECORDING_RETRY_MS);
      await settle();
    }
    const isStranded = () => selectIsStranded(actor.getSnapshot());
    expect([state(), isStranded(), world.captures]).toEqual(['failed', true, 1]);
    actor.send({ type: 'recording.retry' });
    expect([state(), isStranded()]).toEqual(['saving', false]);
    await settle();
    expect([state(), isStranded(), world.finished]).toEqual(['failed', true, 0]);
    world.sending = null;
    actor.send({ type: 'recording.retry' });
    await settle();
    expect([state(), world.captures, world.finished, world.waiting]).toEqual(['saved', 0, 1, 0]);
    expect(actor.getSnapshot().context).toMatchObject({ end: null, failure: null, isCutShort: false });
  });

  describe('that waits for the person', () => {
    const started = startVideoRecording;
    /** Stopped by the person; its last part is not sent, or only its completion fails. */
    const strand = async ({ actor, clock, world, state, part }: ReturnType<typeof started>, isSent = false) => {
      Object.assign(world, { sending: null, finishing: null });
      actor.send({ type: 'recording.start' });
      await settle();
      part();
      await settle();
      Object.assign(world, isSent ? { finishing: 'networkFailed' } : { sending: 'networkFailed' });
      actor.send({ type: 'recording.stop' });
      await settle();
      for (let tries = 0; tries < RECORDING_TRIES; tries += 1) {
        clock.increment(RECORDING_RETRY_MS);
        await settle();
      }
      expect([state(), world.captures]).toEqual(['failed', 1]);
    };
    const retried = async ({ actor, clock, world }: ReturnType<typeof started>, after: number) => {
      clock.increment(after);
      Object.assign(world, { sending: null, finishing: null });
      actor.send({ type: 'recording.retry' });
      await settle();
      return actor.getSnapshot().context;
    };

    it('keeps why it ended, and drops what waits before it is left if it is discarded', async () => {
      const test = started();
      await strand(test);
      expect(test.actor.getSnapshot().context.end).toBe('asked');
      test.actor.send({ type: 'recording.discard' });
      expect([test.state(), test.world.captures, test.world.dropped]).toEqual(['idle', 0, 1]);
      expect(test.actor.getSnapshot().context).toMatchObject({ fileId: null, failure: null });
    });

    it('is saved whole if it is sent again while the server waits', async () => {
      const test = started();
      await strand(test);
      const waited = VIDEO_RECORDING_SILENT_MS - RECORDING_TRIES * RECORDING_RETRY_MS - 1_000;
      expect(await retried(test, waited)).toMatchObject({ end: 'asked', failure: null, isCutShort: false });
      expect([test.state(), test.world.stored]).toEqual(['saved', 2]);
    });

    it('is saved without its last part, and says so, if the server has completed it', async () => {
      const test = started();
      await strand(test);
      expect(await retried(test, VIDEO_RECORDING_SILENT_MS)).toMatchObject({ failure: null, isCutShort: true });
      expect([test.state(), test.world.stored]).toEqual(['saved', 1]);
    });

    it('lacks nothing if only its completion failed', async () => {
      const test = started();
      await strand(test, true);
      expect(await retried(test, VIDEO_RECORDING_SILENT_MS)).toMatchObject({ failure: null, isCutShort: false });
      expect([test.state(), test.world.finished]).toEqual(['saved', 1]);
    });
  });

  it('ends within 5 s of losing the right, says so, and keeps what was recorded', async () => {
    const { actor, clock, world, state, part } = startVideoRecording();
    actor.send({ type: 'recording.start' });
    await settle();
    clock.increment(RECORDING_PROBE_MS);
    await settle();
    expect([state(), actor.getSnapshot().context.startedAt]).toEqual(['opening', null]);
    part();
    await settle();
    world.sending = 'recordingRightLost';
    clock.increment(5_000);
    await settle();
    expect([state(), world.stops, world.finished]).toEqual(['saved', 1, 1]);
    expect(actor.getSnapshot().context.failure?.code).toBe(ERRORS.recordingRightLost);
  });

  it('says why it ended', async () => {
    const { actor, clock, part } = startVideoRecording();
    actor.send({ type: 'recording.start' });
    await settle();
    part();
    clock.increment(VIDEO_RECORDING_MS_MAX);
    await settle();
    expect(actor.getSnapshot().context.end).toBe('tooLong');
  });
});

it('stopped before the server has announced it, records nothing and can be started again', async () => {
  const { actor, world, state } = startVideoRecording();
  actor.send({ type: 'recording.start' });
  actor.send({ type: 'recording.stop' });
  await settle();
  expect([state(), world.captures]).toEqual(['idle', 0]);
  actor.send({ type: 'recording.start' });
  await settle();
  expect([state(), world.captures]).toEqual(['opening', 1]);
});
