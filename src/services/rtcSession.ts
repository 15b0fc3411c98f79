/**
 * One WebRTC session with a robot's camera: the robot offers, this browser answers, ICE candidates trickle both ways
 * (design 7). Reports the first frame, frozen video and statistics. Retries are up to the machines.
 */
import type { VideoQuality } from '../../contract/entities/robotConstants.ts';
import type { RtcDown, RtcUp } from '../../contract/wire/rtc.ts';
import { countFrames, type FrameListener } from './frameCounter.ts';

export interface ViewingParts {
  peer(configuration: RTCConfiguration): RTCPeerConnection;
  /** Monotonic ms. */
  ticks(): number;
  every(ms: number, act: () => void): () => void;
}
export interface ViewingListener extends FrameListener {
  stream(stream: MediaStream | null): void;
  refused(reason: Extract<RtcDown, { type: 'refused' }>['reason']): void;
  /** Ended by the robot or the network. */
  ended(): void;
}
export interface ViewingOptions {
  call: string;
  quality: VideoQuality;
  iceServers: readonly RTCIceServer[];
  /** Whether this user is allowed to speak through the robot. */
  talks: boolean;
  voice: MediaStreamTrack | null;
  /** In a call: the track of the operator's camera; null while it is off. */
  camera?: MediaStreamTrack | null | undefined;
  send(up: RtcUp): void;
}
export interface Viewing {
  hear(down: RtcDown): void;
  setQuality(quality: VideoQuality): void;
  /** null mutes. */
  setVoice(track: MediaStreamTrack | null): void;
  /** In a call; null shows nothing of the operator. */
  setCamera(track: MediaStreamTrack | null): void;
  close(): void;
}

export function openViewing(parts: ViewingParts, options: ViewingOptions, listener: ViewingListener): Viewing {
  const { call, iceServers, talks, send } = options;
  const isCall = options.camera !== undefined;
  let camera = options.camera ?? null;
  let voice = options.voice;
  let isOver = false;
  const early: RTCIceCandidateInit[] = [];
  const peer = parts.peer({ iceServers: [...iceServers] });
  const frames = countFrames(parts, () => peer.getStats(), listener);

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    frames.stop();
    peer.close();
    listener.stream(null);
  };
  const fail = (): void => {
    if (isOver) return;
    end();
    listener.ended();
  };
  const sender = (): RTCRtpSender | undefined =>
    peer.getTransceivers().find(({ receiver }) => receiver.track.kind === 'audio')?.sender;

  /** The second picture of an offer is the operator's. */
  const screen = (): RTCRtpTransceiver | undefined =>
    isCall ? peer.getTransceivers().filter(({ receiver }) => receiver.track.kind === 'video')[1] : undefined;

  const answer = async (sdp: string): Promise<void> => {
    await peer.setRemoteDescription({ type: 'offer', sdp });
    const audio = peer.getTransceivers().find(({ receiver }) => receiver.track.kind === 'audio');
    if (audio && talks) {
      audio.direction = 'sendrecv';
      await audio.sender.replaceTrack(voice);
    }
    const own = screen();
    if (own) {
      own.direction = 'sendonly';
      await own.sender.replaceTrack(camera);
    }
    await peer.setLocalDescription(await peer.createAnswer());
    send({ type: 'answer', call, sdp: peer.localDescription?.sdp ?? '' });
    for (const candidate of early.splice(0)) await peer.addIceCandidate(candidate);
  };

  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate && !isOver)
      send({
        type: 'candidate',
        call,
        candidate: { candidate: candidate.candidate, sdpMid: candidate.sdpMid, sdpMLineIndex: candidate.sdpMLineIndex },
      });
  });
  peer.addEventListener('track', ({ streams: [stream] }) => {
    if (stream && !isOver) listener.stream(stream);
  });
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') fail();
  });
  send({ type: 'watch', call, quality: options.quality, ...(isCall ? { camera: true } : {}) });

  return {
    hear(down) {
      // Ignore late messages of a previous session.
      if (isOver || down.call !== call) return;
      if (down.type === 'offer') answer(down.sdp).catch(fail);
      else if (down.type === 'candidate') {
        if (!peer.remoteDescription) early.push(down.candidate);
        // An invalid candidate is only one path fewer, not a failure.
        else peer.addIceCandidate(down.candidate).catch(() => {});
      } else if (down.type === 'refused') {
        end();
        listener.refused(down.reason);
      } else if (down.type === 'bye') fail();
      // A still picture belongs to no session.
      else if (down.type === 'still') return;
      // Unconfirmed: the robot has not heard from the server. The picture freezes and can resume within the same call.
      else if (down.reason === 'revoked') {
        send({ type: 'bye', call });
        end();
        listener.refused('notAllowed');
      }
    },
    setQuality: (quality) => {
      if (!isOver) send({ type: 'quality', call, quality });
    },
    setVoice(track) {
      voice = track;
      if (!isOver && talks)
        sender()
          ?.replaceTrack(track)
          .catch(() => {});
    },
    setCamera(track) {
      camera = track;
      if (!isOver)
        screen()
          ?.sender.replaceTrack(track)
          .catch(() => {});
    },
    close() {
      if (isOver) return;
      send({ type: 'bye', call });
      end();
    },
  };
}
