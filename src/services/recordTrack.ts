/**
 * Records the picture of a media stream and uploads it while it is recorded. Parts wait here in the order of their
 * capture until the server has them; a still of its start goes with the completion. The upload address is a secret and
 * stays in here. Rejects with BaseApiError.
 */
import type { Client } from '../../contract/endpoint.ts';
import type { videoRecordings } from '../../contract/endpoints/videoRecordings.ts';
import {
  VIDEO_RECORDING_BITS_PER_SECOND,
  VIDEO_RECORDING_PART_MS,
  VIDEO_RECORDING_STILL_MAX,
} from '../../contract/rules/videoRecording.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { type ErrorDetail, BaseApiError } from '../../contract/wire/baseApiError.ts';

/** The part of a browser's MediaRecorder that is used. */
export interface RecorderLike {
  start(partMs: number): void;
  stop(): void;
  requestData(): void;
  readonly state: RecordingState;
  ondataavailable: ((event: { data: Blob }) => void) | null;
  onstop: (() => void) | null;
  onerror: (() => void) | null;
}
export interface TrackRecorderParts {
  api: Pick<Client<typeof videoRecordings>, 'start' | 'finish'>;
  /** '' for the page's origin. */
  host: string;
  fetch: typeof fetch;
  /** Types of content that the browser can record, best first. */
  types: readonly string[];
  recorder(track: MediaStreamTrack, options: MediaRecorderOptions): RecorderLike;
  after(ms: number, act: () => void): () => void;
  /** A small picture of the stream's current frame, in base64. Rejects if there is no frame. */
  still(stream: MediaStream | null): Promise<string>;
  requestTimeOut(signal: AbortSignal): AbortSignal;
}
export interface CaptureListener {
  /** A part waits to be sent. */
  captured(): void;
  /** Nothing more comes. `broken`: the browser could not go on. */
  ended(isBroken: boolean): void;
}

export interface TrackRecorder {
  /** Announces a recording. @returns the key by which it is known here @throws recordingFailed without support */
  open(serialNumber: string, signal: AbortSignal): Promise<string>;
  /** @returns a function that ends the capture, after which `ended` is called. @throws recordingFailed without a picture */
  capture(key: string, stream: MediaStream | null, listener: CaptureListener): () => void;
  /** Sends all parts that wait, or asks whether the server would take one. @returns how many it sent */
  send(key: string, signal: AbortSignal): Promise<number>;
  finish(key: string, signal: AbortSignal): Promise<{ durationMs: number }>;
  /**
   * Ends the capture, sends what waits and completes the recording in the background. Never rejects.
   * @returns false if a part did not arrive
   */
  leave(key: string): Promise<boolean>;
  /** Drops what waits, and completes the recording in the background with what the server has. Nothing is left to leave. */
  discard(key: string): void;
}

/** Content types in the order in which they are tried: VP8 costs the least. */
export const RECORDED_TYPES = ['video/webm;codecs=vp8', 'video/webm', 'video/mp4'] as const;
/** The first part is short, so that the recording counts as begun soon. */
const FIRST_PART_MS = 400;

interface Recording {
  url: string;
  waiting: Blob[];
  offset: number;
  recorder: RecorderLike | null;
  /** What it shows first, in base64; undefined until the browser has it, and if it cannot be had. */
  still: string | undefined;
  /** Resolves when the capture has given its last part. */
  ended: Promise<void>;
  sending: Promise<number>;
}

export function createTrackRecorder(parts: TrackRecorderParts): TrackRecorder {
  const recordings = new Map<string, Recording>();
  const known = (key: string): Recording => {
    const found = recordings.get(key);
    if (!found) throw new ApiError('videoSaveFailed');
    return found;
  };
  /** An empty part asks whether the server would take one. */
  const append = async (recording: Recording, part: Blob, signal: AbortSignal): Promise<void> => {
    const { offset } = recording;
    const response = await parts
      .fetch(`${parts.host}${recording.url}`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/octet-stream',
          'content-range': `bytes ${offset}-${part.size === 0 ? '' : offset + part.size - 1}/*`,
        },
        body: part,
        signal: parts.requestTimeOut(signal),
      })
      .catch(() => Promise.reject(new BaseApiError('networkFailed')));
    const reply = (await response.json().catch(() => Promise.reject(new BaseApiError('networkFailed')))) as {
      code: number;
      message: string;
      data: (ErrorDetail & { offset?: number }) | null;
    };
    // The reply to an earlier attempt was lost, and the server has the part.
    const isThere = reply.code === ERRORS.uploadOffsetWrong && reply.data?.words?.['offset'] === offset + part.size;
    if (reply.code !== 0 && !isThere) throw new BaseApiError(reply.code, reply.data ?? {}, reply.message);
    recording.offset = offset + part.size;
  };
  const sendAll = async (recording: Recording, signal: AbortSignal): Promise<number> => {
    let sent = 0;
    for (let [part] = recording.waiting; part; [part] = recording.waiting) {
      await append(recording, part, signal);
      recording.waiting.shift();
      sent += 1;
    }
    return sent;
  };
  /** One request at a time, because each continues where the last one ended. */
  const send = (recording: Recording, signal: AbortSignal): Promise<number> => {
    const before = recording.sending.catch(() => 0);
    recording.sending = before.then(() => sendAll(recording, signal));
    return recording.sending;
  };

  const finishRequest = (key: string): Parameters<typeof parts.api.finish>[0] => {
    const still = recordings.get(key)?.still;
    return still === undefined ? { fileId: key } : { fileId: key, still };
  };

  return {
    async open(serialNumber, signal) {
      if (parts.types.length === 0) throw new ApiError('recordingFailed');
      const { fileId, uploadUrl } = await parts.api.start({ serialNumber }, { signal });
      recordings.set(fileId, {
        url: uploadUrl,
        waiting: [],
        offset: 0,
        recorder: null,
        still: undefined,
        ended: Promise.resolve(),
        sending: Promise.resolve(0),
      });
      return fileId;
    },
    capture(key, stream, listener) {
      const recording = known(key);
      const track = stream?.getVideoTracks().find(({ readyState }) => readyState === 'live');
      const [mimeType] = parts.types;
      if (!track || mimeType === undefined) throw new ApiError('recordingFailed');
      const recorder = parts.recorder(track, { mimeType, videoBitsPerSecond: VIDEO_RECORDING_BITS_PER_SECOND });
      recording.recorder = recorder;
      let isBroken = false;
      const cancelFirst = parts.after(FIRST_PART_MS, () => {
        if (recorder.state === 'recording') recorder.requestData();
      });
      recorder.ondataavailable = ({ data }) => {
        if (data.size === 0) return;
        recording.waiting.push(data);
        listener.captured();
      };
      recorder.onerror = () => void (isBroken = true);
      recording.ended = new Promise((resolve) => {
        recorder.onstop = () => {
          cancelFirst();
          listener.ended(isBroken);
          resolve();
        };
      });
      recorder.start(VIDEO_RECORDING_PART_MS);
      void parts.still(stream).then(
        (still) => {
          if (still.length <= VIDEO_RECORDING_STILL_MAX) recording.still = still;
        },
        () => undefined,
      );
      return () => {
        if (recorder.state !== 'inactive') recorder.stop();
      };
    },
    async send(key, signal) {
      const recording = known(key);
      if (recording.waiting.length > 0) return send(recording, signal);
      await append(recording, new Blob(), signal);
      return 0;
    },
    async finish(key, signal) {
      const { durationMs } = await parts.api.finish(finishRequest(key), { signal });
      recordings.delete(key);
      return { durationMs };
    },
    async leave(key) {
      const recording = recordings.get(key);
      if (!recording) return true;
      const { recorder } = recording;
      if (recorder && recorder.state !== 'inactive') recorder.stop();
      await recording.ended;
      const { signal } = new AbortController();
      // What the server refuses or does not get is lost; it keeps what it has, and without this call does so later.
      const isSent = await send(recording, signal).then(
        () => true,
        () => false,
      );
      await parts.api.finish(finishRequest(key)).catch(() => undefined);
      recordings.delete(key);
      return isSent;
    },
    discard(key) {
      const recording = recordings.get(key);
      if (!recording) return;
      const request = finishRequest(key);
      recordings.delete(key);
      if (recording.recorder && recording.recorder.state !== 'inactive') recording.recorder.stop();
      // Without this call the server completes it later.
      void parts.api.finish(request).catch(() => undefined);
    },
  };
}
