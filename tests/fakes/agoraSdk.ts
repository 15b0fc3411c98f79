/**
 * Agora's SDK as far as it is used, controlled by the test. src/services/agoraSdk.ts has the compiler compare the same
 * interface with the package's own types. Two sides are simulated: the robot's, and the service's.
 */
import type { AgoraClient, AgoraSdk } from '../../src/services/agoraSession.ts';

interface Listener {
  (...report: never[]): void;
}
/** A track of the browser. */
export function fakeTrack(
  kind: 'audio' | 'video',
  id: string = kind,
): MediaStreamTrack & { copies: { isStopped: boolean }[] } {
  const copies: { isStopped: boolean }[] = [];
  const track = Object.assign(new EventTarget(), {
    kind,
    id,
    copies,
    stop: () => undefined,
    clone() {
      const copy = Object.assign(new EventTarget(), {
        kind,
        id: `${id} copy`,
        isStopped: false,
        stop: () => void (copy.isStopped = true),
      });
      copies.push(copy);
      return copy;
    },
  });
  return track as unknown as MediaStreamTrack & { copies: { isStopped: boolean }[] }; // the members that are used
}

interface JoinedAgora {
  channel: string;
  token: string;
  account: string;
  hasLeft: boolean;
  /** Kinds of what is published now. */
  published: string[];
  renewed: string[];
  streamType: number | null;
  report(event: 'connection-state-change', state: string, before: string, reason?: string): void;
  report(event: 'user-joined' | 'user-left', user: { uid: string }): void;
  report(event: 'user-published' | 'user-unpublished', user: { uid: string }, media: string): void;
  report(event: 'token-privilege-will-expire' | 'token-privilege-did-expire'): void;
  report(event: 'exception', exception: { code: number; msg: string; uid: string }): void;
}

export function fakeAgora() {
  const settings: unknown[] = [];
  const clients: JoinedAgora[] = [];
  const state = {
    /** Frames decoded so far, of every video. */
    frames: 0,
    /** Whether the client refuses, by method. */
    refuses: {} as Partial<Record<'join' | 'publish' | 'subscribe' | 'renewToken' | 'setRemoteVideoStreamType', Error>>,
    /** The SDK can have no transceiver for a while. */
    hasTransceiver: true,
  };
  const refuse = (method: keyof typeof state.refuses): void => {
    const error = state.refuses[method];
    if (error) throw error;
  };
  const stats = async () =>
    new Map([
      [
        'video',
        {
          type: 'inbound-rtp',
          kind: 'video',
          framesDecoded: state.frames,
          bytesReceived: state.frames * 5_000,
          frameWidth: 640,
          frameHeight: 360,
        },
      ],
    ]);

  const createClient = (): AgoraClient => {
    const listeners = new Map<string, Listener[]>();
    const kinds = new Map<unknown, string>();
    const joined: JoinedAgora = {
      channel: '',
      token: '',
      account: '',
      hasLeft: false,
      published: [],
      renewed: [],
      streamType: null,
      report(event: string, ...report: unknown[]) {
        for (const listener of listeners.get(event) ?? []) listener(...(report as never[])); // as the SDK's overloads say
      },
    };
    clients.push(joined);
    return {
      on(event: string, listener: Listener) {
        listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      },
      async join(_, channel, token, account) {
        refuse('join');
        Object.assign(joined, { channel, token, account });
        return account;
      },
      async leave() {
        joined.hasLeft = true;
      },
      async renewToken(token) {
        refuse('renewToken');
        joined.renewed.push(token);
      },
      async subscribe(_: unknown, media: 'audio' | 'video') {
        refuse('subscribe');
        const track = fakeTrack(media);
        return {
          getMediaStreamTrack: () => track,
          getRTCRtpTransceiver: () => (state.hasTransceiver ? { receiver: { getStats: stats } } : undefined),
        };
      },
      async publish(track) {
        refuse('publish');
        const kind = kindOf(track);
        kinds.set(track, kind);
        joined.published.push(kind);
      },
      async unpublish(track) {
        joined.published = joined.published.filter((kind) => kind !== kinds.get(track));
      },
      async setRemoteVideoStreamType(_, type) {
        refuse('setRemoteVideoStreamType');
        joined.streamType = type;
      },
    };
  };
  const made = new Map<unknown, string>();
  const kindOf = (track: unknown): string => made.get(track) ?? '';
  const create =
    (kind: string) =>
    ({ mediaStreamTrack }: { mediaStreamTrack: MediaStreamTrack }): { close(): void } => {
      const track = { close: () => mediaStreamTrack.stop() };
      made.set(track, kind);
      return track;
    };
  const sdk: AgoraSdk & {
    setLogLevel(level: number): void;
    setParameter(name: string, value: unknown): void;
  } = {
    createClient() {
      settings.push('createClient');
      return createClient();
    },
    createCustomAudioTrack: create('audio'),
    createCustomVideoTrack: create('video'),
    setLogLevel: (level) => void settings.push(['setLogLevel', level]),
    setParameter: (name, value) => void settings.push(['setParameter', name, value]),
  };
  return {
    sdk,
    state,
    settings,
    clients,
    newest(): JoinedAgora {
      const client = clients.at(-1);
      if (!client) throw new Error('no client');
      return client;
    },
  };
}

/** A media stream that only has tracks. */
export function fakeStream(): MediaStream {
  const tracks = new Set<MediaStreamTrack>();
  const stream = {
    addTrack: (track: MediaStreamTrack) => void tracks.add(track),
    removeTrack: (track: MediaStreamTrack) => void tracks.delete(track),
    getTracks: () => [...tracks],
  };
  return stream as unknown as MediaStream; // the members that are used
}
