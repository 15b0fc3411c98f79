/**
 * One viewing or call over Agora: a separate channel, opened with a token from the server, in which the robot publishes.
 * It reports to the same listener as a session of plain WebRTC, so that the machines and their retries are the same.
 * Freezes are detected from missing frames, as with plain WebRTC; the SDK's connection state is not used for that.
 */
import type { ConnectionDisconnectedReason, ConnectionState, UID } from 'agora-rtc-sdk-ng';
import type { MediaKind, VideoQuality } from '../../contract/entities/robotConstants.ts';
import { AGORA_ACCOUNTS } from '../../contract/rules/agora.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { createAgoraSender, type AgoraDevice, type AgoraPublisher } from './agoraSender.ts';
import { countFrames, type FrameCounter, type StatsReport } from './frameCounter.ts';
import type { Viewing, ViewingListener } from './rtcSession.ts';
import { ACCESS_ENDED } from './viewingRepeat.ts';

type Media = 'audio' | 'video' | 'datachannel';
interface RemoteUser {
  uid: UID;
}
interface RemoteTrack {
  getMediaStreamTrack(): MediaStreamTrack;
  getRTCRtpTransceiver(): { receiver: { getStats(): Promise<StatsReport> } } | undefined;
}
/** The part of the SDK's published interface that is used; agoraSdk.ts compares the two. */
export interface AgoraClient extends AgoraPublisher {
  on(
    event: 'connection-state-change',
    listener: (state: ConnectionState, before: ConnectionState, reason?: ConnectionDisconnectedReason) => void,
  ): void;
  on(event: 'user-joined' | 'user-left', listener: (user: RemoteUser) => void): void;
  on(event: 'user-published' | 'user-unpublished', listener: (user: RemoteUser, media: Media) => void): void;
  on(event: 'token-privilege-will-expire' | 'token-privilege-did-expire', listener: () => void): void;
  on(event: 'exception', listener: (exception: { code: number }) => void): void;
  join(appId: string, channel: string, token: string, account: string): Promise<UID>;
  leave(): Promise<void>;
  renewToken(token: string): Promise<void>;
  subscribe(user: UID, media: 'video'): Promise<RemoteTrack>;
  subscribe(user: UID, media: 'audio'): Promise<RemoteTrack>;
  setRemoteVideoStreamType(user: UID, type: 0 | 1): Promise<void>;
}
export interface AgoraSdk {
  createClient(config: { mode: 'rtc'; codec: 'vp8' }): AgoraClient;
  createCustomAudioTrack(config: { mediaStreamTrack: MediaStreamTrack }): { close(): void };
  createCustomVideoTrack(config: { mediaStreamTrack: MediaStreamTrack }): { close(): void };
}

/** Must be set before the first client: without logs in the console, and without reports to Agora's statistics servers. */
interface AgoraSettings {
  setLogLevel(level: number): void;
  setParameter(name: 'ENABLE_EVENT_REPORT', value: boolean): void;
}

interface AgoraToken {
  appId: string;
  token: string;
  channel: string;
  account: string;
  what: readonly MediaKind[];
}
export interface AgoraParts {
  /** For a new channel if it is empty, else two more minutes for that channel. */
  token(channel: string): Promise<AgoraToken>;
  /** Ends the channel; it cannot be renewed afterwards. */
  leave(channel: string): void;
  stream(): MediaStream;
  /** Monotonic ms. */
  ticks(): number;
  every(ms: number, act: () => void): () => void;
}
export interface AgoraOptions {
  quality: VideoQuality;
  voice: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
}
export interface AgoraListener extends ViewingListener {
  /** The robot is in the channel. */
  answered(): void;
  deviceRefused(device: AgoraDevice, refusal: 'forbidden' | 'failed'): void;
}
export type OpenAgora = (parts: AgoraParts, options: AgoraOptions, listener: AgoraListener) => Viewing;

/** Interval of renewing the token until it succeeds; the SDK asks for it 30 s before the token expires. */
export const RENEW_RETRY_MS = 5_000;
/** The SDK's number for received video that cannot be decoded. */
export const VIDEO_DECODE_FAILED = 1_005;
/** The SDK's level for no logs at all. */
const NO_LOGS = 4;
/** Bans set by the owner of the Agora project: the viewer cannot join again. */
const BANS: ReadonlySet<string> = new Set<`${ConnectionDisconnectedReason}`>([
  'UID_BANNED',
  'IP_BANNED',
  'CHANNEL_BANNED',
]);

const codeOf = (error: unknown): number | null => (error instanceof BaseApiError ? error.code : null);

export function quiet<Sdk extends AgoraSettings>(sdk: Sdk): Sdk {
  sdk.setLogLevel(NO_LOGS);
  sdk.setParameter('ENABLE_EVENT_REPORT', false);
  return sdk;
}

export function openAgoraSession(
  sdk: AgoraSdk,
  parts: AgoraParts,
  options: AgoraOptions,
  listener: AgoraListener,
): Viewing {
  const client = sdk.createClient({ mode: 'rtc', codec: 'vp8' });
  const tracks: Partial<Record<Media, MediaStreamTrack>> = {};
  let { quality } = options;
  let channel = '';
  let what: readonly MediaKind[] = [];
  let isOver = false;
  let stream: MediaStream | null = null;
  let frames: FrameCounter | null = null;
  let stopRenewing = (): void => {};
  const sender = createAgoraSender(sdk, client, options, listener);

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    stopRenewing();
    frames?.stop();
    sender.close();
    client.leave().catch(() => {});
    if (channel !== '') parts.leave(channel);
    listener.stream(null);
  };
  const fail = (): void => {
    if (isOver) return;
    end();
    listener.ended();
  };
  const refuse = (reason: Parameters<ViewingListener['refused']>[0]): void => {
    if (isOver) return;
    end();
    listener.refused(reason);
  };
  /** The server's answer, or the SDK's: without access there is nothing to try again. */
  const failBecause = (error: unknown): void => {
    const code = codeOf(error);
    if (code !== null && ACCESS_ENDED.has(code)) refuse('notAllowed');
    else fail();
  };
  const join = async (): Promise<void> => {
    const found = await parts.token('');
    if (isOver) return parts.leave(found.channel);
    ({ channel, what } = found);
    await client.join(found.appId, found.channel, found.token, found.account);
    if (!isOver) sender.open(what);
  };

  const renew = (): void => {
    let isAsking = false;
    const ask = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      try {
        const { token } = await parts.token(channel);
        if (isOver) return;
        await client.renewToken(token);
        stopRenewing();
      } catch (error) {
        const code = codeOf(error);
        // Without the channel, the machine opens another one; without a connection to the server, this one goes on.
        if (code === ERRORS.notFound || (code !== null && ACCESS_ENDED.has(code))) failBecause(error);
      } finally {
        isAsking = false;
      }
    };
    stopRenewing();
    stopRenewing = parts.every(RENEW_RETRY_MS, () => void ask());
    void ask();
  };

  const setStreamType = (): void => {
    if (tracks.video)
      // A robot without a low stream sends the only one it has.
      client.setRemoteVideoStreamType(AGORA_ACCOUNTS.robot, quality === '360p' ? 1 : 0).catch(() => {});
  };
  const add = (media: 'audio' | 'video', remote: RemoteTrack): void => {
    if (isOver) return;
    remove(media);
    const isFirst = stream === null;
    stream ??= parts.stream();
    const track = (tracks[media] = remote.getMediaStreamTrack());
    stream.addTrack(track);
    if (isFirst) listener.stream(stream);
    if (media === 'audio') return;
    setStreamType();
    frames = countFrames(
      parts,
      // The SDK can replace the transceiver, so it is asked for again each time.
      async () => (await remote.getRTCRtpTransceiver()?.receiver.getStats()) ?? new Map(),
      listener,
    );
  };
  const remove = (media: 'audio' | 'video'): void => {
    const track = tracks[media];
    if (!track) return;
    delete tracks[media];
    stream?.removeTrack(track);
    if (media === 'audio') return;
    frames?.freeze();
    frames?.stop();
    frames = null;
  };

  client.on('connection-state-change', (state, _, reason) => {
    if (state !== 'DISCONNECTED') return;
    if (reason !== undefined && BANS.has(reason)) refuse('notAllowed');
    else fail();
  });
  client.on('user-joined', ({ uid }) => {
    if (uid === AGORA_ACCOUNTS.robot && !isOver) listener.answered();
  });
  client.on('user-left', ({ uid }) => {
    if (uid === AGORA_ACCOUNTS.robot) fail();
  });
  client.on('user-published', ({ uid }, media) => {
    if (uid !== AGORA_ACCOUNTS.robot || isOver) return;
    if (media === 'video' && what.includes('picture'))
      client.subscribe(uid, media).then((track) => add(media, track), fail);
    if (media === 'audio' && what.includes('sound'))
      client.subscribe(uid, media).then((track) => add(media, track), fail);
  });
  client.on('user-unpublished', ({ uid }, media) => {
    if (uid === AGORA_ACCOUNTS.robot && media !== 'datachannel' && !isOver) remove(media);
  });
  client.on('token-privilege-will-expire', () => {
    if (!isOver) renew();
  });
  client.on('token-privilege-did-expire', fail);
  // All others are about levels and rates, which the console measures itself.
  client.on('exception', ({ code }) => {
    if (code === VIDEO_DECODE_FAILED && !isOver) frames?.freeze();
  });
  join().catch(failBecause);

  return {
    /** A robot that does not join says so on the connection for signalling. */
    hear(down) {
      if (isOver || channel === '' || down.call !== channel) return;
      if (down.type === 'refused') refuse(down.reason);
      else if (down.type === 'bye') fail();
      else if (down.type === 'muted' && down.reason === 'revoked') refuse('notAllowed');
    },
    setQuality(next) {
      quality = next;
      if (!isOver) setStreamType();
    },
    setVoice: (track) => sender.set('microphone', track),
    setCamera: (track) => sender.set('camera', track),
    close: end,
  };
}
