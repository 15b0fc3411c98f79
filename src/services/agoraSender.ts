/**
 * What a viewer sends in an Agora channel: microphone and camera, published while they are on. One change after another,
 * because the SDK refuses a second one while the first is under way.
 */
import type { MediaKind } from '../../contract/entities/robotConstants.ts';

export type AgoraDevice = 'microphone' | 'camera';
interface LocalTrack {
  close(): void;
}
export interface AgoraPublisher {
  publish(tracks: LocalTrack | LocalTrack[]): Promise<void>;
  unpublish(tracks?: LocalTrack | LocalTrack[]): Promise<void>;
}
interface Sdk {
  createCustomAudioTrack(config: { mediaStreamTrack: MediaStreamTrack }): LocalTrack;
  createCustomVideoTrack(config: { mediaStreamTrack: MediaStreamTrack }): LocalTrack;
}
interface Listener {
  deviceRefused(device: AgoraDevice, refusal: 'forbidden' | 'failed'): void;
}
interface AgoraSender {
  /** The channel is joined; `what` may be sent in it. */
  open(what: readonly MediaKind[]): void;
  set(device: AgoraDevice, track: MediaStreamTrack | null): void;
  close(): void;
}
interface Sent {
  source: MediaStreamTrack;
  /** The SDK ends the tracks that it is given, but a device outlives the channel. */
  copy: MediaStreamTrack;
  local: LocalTrack;
}

const KIND: Readonly<Record<AgoraDevice, MediaKind>> = { microphone: 'voice', camera: 'camera' };

export function createAgoraSender(
  sdk: Sdk,
  client: AgoraPublisher,
  { voice, camera }: { voice: MediaStreamTrack | null; camera: MediaStreamTrack | null },
  listener: Listener,
): AgoraSender {
  const wanted: Record<AgoraDevice, MediaStreamTrack | null> = { microphone: voice, camera };
  const sent = new Map<AgoraDevice, Sent>();
  let allowed: readonly MediaKind[] | null = null;
  let isOver = false;
  let queue: Promise<void> = Promise.resolve();

  const release = (device: AgoraDevice): LocalTrack | null => {
    const before = sent.get(device);
    if (!before) return null;
    sent.delete(device);
    before.local.close();
    before.copy.stop();
    return before.local;
  };
  const change = async (device: AgoraDevice): Promise<void> => {
    const source = wanted[device];
    const before = sent.get(device);
    if (isOver || source === (before?.source ?? null)) return;
    if (before) {
      await client.unpublish(before.local).catch(() => {});
      release(device);
      return change(device);
    }
    if (!source) return;
    if (!allowed?.includes(KIND[device])) return listener.deviceRefused(device, 'forbidden');
    const copy = source.clone();
    const config = { mediaStreamTrack: copy };
    const local = device === 'microphone' ? sdk.createCustomAudioTrack(config) : sdk.createCustomVideoTrack(config);
    sent.set(device, { source, copy, local });
    try {
      await client.publish(local);
    } catch {
      if (isOver) return;
      release(device);
      listener.deviceRefused(device, 'failed');
    }
  };
  const follow = (device: AgoraDevice): void => {
    if (allowed !== null) queue = queue.then(() => change(device));
  };

  return {
    open(what) {
      allowed = what;
      follow('microphone');
      follow('camera');
    },
    set(device, track) {
      wanted[device] = track;
      follow(device);
    },
    close() {
      isOver = true;
      release('microphone');
      release('camera');
    },
  };
}
