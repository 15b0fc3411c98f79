/** One viewer's WebRTC connection: the robot offers, the browser answers, ICE candidates trickle both ways. */
import { setTimeout as pause } from 'node:timers/promises';
import wrtc from '@roamhq/wrtc';
import { VIDEO_SIZE } from '../../contract/entities/robotConstants.ts';
import type { RtcDown } from '../../contract/wire/rtc.ts';
import { blackFrame } from '../camera/frame.ts';
import { CallCamera } from './callCamera.ts';
import { NO_ACCESS } from './mediaGrants.ts';
import type { MediaAccess } from './mediaGrants.ts';
import type { FromVideo, ToVideo, Watch } from './messages.ts';
import type { Watcher } from './robotStream.ts';
import { Voice } from './voice.ts';

const { RTCPeerConnection, RTCIceCandidate, RTCSessionDescription } = wrtc;
const { RTCAudioSink, RTCAudioSource, RTCVideoSource } = wrtc.nonstandard;

/** Timeout of connecting, and of recovering from a broken path, ms. */
const CONNECT_MS = 20_000;
const BROKEN_MS = 8_000;
/**
 * Bit rate at which a picture starts, kbit/s. WebRTC starts at 300, and the first frame, the largest of all, takes a
 * quarter of a second at that; the congestion control lowers it on a slow link.
 */
const START_BITRATE = 2_500;
/**
 * So long an offer waits for the addresses of this computer, ms. They are there at once, and one message with all of
 * them is less work for everybody than one for each; those that take longer follow by themselves.
 */
const GATHER_MS = 10;
/**
 * Without ICE servers, so long a path over UDP may take before those over TCP are offered too, ms. Mostly they are not
 * needed.
 */
const UDP_MS = 500;

export interface ViewingOptions {
  watch: Watch;
  iceServers: RTCIceServer[];
  say: (message: FromVideo) => void;
  /** Called once when frames can reach the browser. */
  onConnected: () => void;
  /** Called once when the connection ends other than by `close`. */
  onEnded: () => void;
}

/** The answer's SDP with the bit rate at which to start, for every codec of the picture. */
export const withStartBitrate = (sdp: string): string =>
  sdp.replace(
    /^a=rtpmap:(\d+) (?:VP8|VP9|AV1|H264)\/90000\r\n/gmu,
    (line, payload: string) => `${line}a=fmtp:${payload} x-google-start-bitrate=${START_BITRATE}\r\n`,
  );

export class Viewing implements Watcher {
  quality: Watch['quality'];
  access: MediaAccess = NO_ACCESS;
  readonly serialNumber: string;
  readonly onSound: Watcher['onSound'];
  private readonly options: ViewingOptions;
  private readonly connection: RTCPeerConnection;
  private readonly video = new RTCVideoSource();
  private readonly tracks: MediaStreamTrack[] = [];
  private readonly voice = new Voice();
  private ear: InstanceType<typeof RTCAudioSink> | null = null;
  private camera: CallCamera | null = null;
  private patience: NodeJS.Timeout;
  /** Candidates that arrive before the answer. */
  private early: RTCIceCandidateInit[] | null = [];
  private closed = false;
  private hasOffered = false;
  private triesTcp: boolean;
  private readonly overTcp: RTCIceCandidate[] = [];
  /** Frames can reach the browser. */
  private connected = false;
  private hasFrame = false;

  constructor(options: ViewingOptions) {
    const { watch, iceServers } = options;
    this.options = options;
    this.quality = watch.quality;
    this.serialNumber = watch.serialNumber;
    // A direct path over TCP can be better than one by a relay.
    this.triesTcp = iceServers.length > 0;
    // One path for picture and sound.
    this.connection = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });
    this.connection.onicecandidate = ({ candidate }) => {
      if (!candidate || !this.hasOffered) return;
      if (candidate.protocol === 'tcp' && !this.triesTcp) this.overTcp.push(candidate);
      else this.offerPath(candidate);
    };
    this.connection.oniceconnectionstatechange = () => this.follow();
    this.connection.onconnectionstatechange = () => this.connect();
    this.connection.ontrack = ({ track }) => this.listen(track);
    this.patience = setTimeout(() => this.end(), CONNECT_MS);
    this.tracks.push(this.video.createTrack());
    if (watch.sound) {
      const audio = new RTCAudioSource();
      this.tracks.push(audio.createTrack());
      this.onSound = (samples, sampleRate) =>
        audio.onData({ samples, sampleRate, bitsPerSample: 16, channelCount: 1, numberOfFrames: samples.length });
    } else this.onSound = null;
  }

  /** Creates the offer. On failure the call is refused at once, so that the browser does not wait. */
  async offer(): Promise<void> {
    const { call } = this.options.watch;
    try {
      const stream = new wrtc.MediaStream(this.tracks);
      for (const track of this.tracks) {
        const hears = track.kind === 'audio' && this.options.watch.talk;
        this.connection.addTransceiver(track, { direction: hears ? 'sendrecv' : 'sendonly', streams: [stream] });
      }
      if (this.options.watch.camera) this.connection.addTransceiver('video', { direction: 'recvonly' });
      const offer = await this.connection.createOffer();
      if (this.closed) return;
      await this.connection.setLocalDescription(offer);
      await pause(GATHER_MS);
      if (this.closed) return;
      this.hasOffered = true;
      this.tell({ type: 'offer', call, sdp: this.connection.localDescription?.sdp ?? '' });
      setTimeout(() => {
        if (!this.connected) this.tryTcp();
      }, UDP_MS);
    } catch {
      this.tell({ type: 'refused', call, reason: 'failed' });
      this.end(false);
    }
  }

  async hear(message: Extract<ToVideo, { type: 'up' }>['message']): Promise<void> {
    if (this.closed) return;
    try {
      if (message.type === 'quality') this.quality = message.quality;
      else if (message.type === 'answer') {
        const sdp = withStartBitrate(message.sdp);
        await this.connection.setRemoteDescription(new RTCSessionDescription({ type: 'answer', sdp }));
        const early = this.early ?? [];
        this.early = null;
        for (const candidate of early) await this.connection.addIceCandidate(new RTCIceCandidate(candidate));
      } else if (this.early) this.early.push(message.candidate);
      else await this.connection.addIceCandidate(new RTCIceCandidate(message.candidate));
    } catch {
      // An invalid answer ends the call; an invalid candidate is only one path fewer.
      if (message.type === 'answer') this.end();
    }
  }

  setAccess(access: MediaAccess): void {
    const { width, height } = VIDEO_SIZE[this.quality];
    // Sends black, so that the last picture does not stay on the screen of a viewer without access.
    if (this.access.picture && !access.picture) this.onFrame(blackFrame(width, height));
    this.access = access;
  }

  /** The first frame prepares the encoder. Further ones would be dropped until the browser is connected. */
  needsFrame(): boolean {
    return this.connected || !this.hasFrame;
  }

  onFrame(frame: Parameters<Watcher['onFrame']>[0]): void {
    this.hasFrame = true;
    if (!this.closed) this.video.onFrame({ width: frame.width, height: frame.height, data: frame.data as Uint8Array });
  }

  isSpeaking(): boolean {
    return this.voice.isSpeaking(Date.now());
  }

  private listen(track: MediaStreamTrack): void {
    if (track.kind === 'video' && this.options.watch.camera) {
      const { viewer } = this.options.watch;
      this.camera?.close();
      this.camera = new CallCamera(
        track,
        () => this.access.camera,
        (frames) => this.options.say({ type: 'seen', viewer, frames }),
      );
    }
    if (track.kind !== 'audio' || !this.options.watch.talk) return;
    this.ear = new RTCAudioSink(track);
    this.ear.ondata = ({ samples }: { samples: Int16Array }) => {
      if (this.access.voice) this.voice.hear(samples, Date.now());
    };
  }

  private follow(): void {
    const state = this.connection.iceConnectionState;
    clearTimeout(this.patience);
    if (state === 'failed' || state === 'closed') this.end();
    else if (state === 'disconnected') {
      this.patience = setTimeout(() => this.end(), BROKEN_MS);
      this.tryTcp();
    } else if (!this.connected || (state !== 'connected' && state !== 'completed'))
      this.patience = setTimeout(() => this.end(), CONNECT_MS);
  }

  /** ICE alone is not enough: what is sent before the keys are agreed is dropped. */
  private connect(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'failed') this.end();
    if (this.closed || this.connected || connectionState !== 'connected') return;
    this.connected = true;
    this.follow();
    this.options.onConnected();
  }

  private tryTcp(): void {
    this.triesTcp = true;
    for (const candidate of this.overTcp.splice(0)) this.offerPath(candidate);
  }

  private offerPath({ candidate, sdpMid, sdpMLineIndex }: RTCIceCandidate): void {
    this.tell({ type: 'candidate', call: this.options.watch.call, candidate: { candidate, sdpMid, sdpMLineIndex } });
  }

  private tell(message: RtcDown): void {
    if (!this.closed) this.options.say({ type: 'down', viewer: this.options.watch.viewer, message });
  }

  /** Ends the connection from this side and notifies the browser. */
  private end(bye = true): void {
    if (this.closed) return;
    if (bye) this.tell({ type: 'bye', call: this.options.watch.call });
    this.close();
    this.options.onEnded();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.patience);
    this.ear?.stop();
    this.camera?.close();
    for (const track of this.tracks) track.stop();
    this.connection.onicecandidate = null;
    this.connection.oniceconnectionstatechange = null;
    this.connection.onconnectionstatechange = null;
    this.connection.ontrack = null;
    this.connection.close();
  }
}
