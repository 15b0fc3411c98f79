/** The browser's side of a call, in Node: answers the robot's offer, receives frames and sound, and speaks. */
import wrtc from '@roamhq/wrtc';
import type { RtcDown, RtcUp } from '../../../contract/wire/rtc.ts';

const { RTCAudioSink, RTCAudioSource, RTCVideoSink, RTCVideoSource } = wrtc.nonstandard;

export interface SeenFrame {
  width: number;
  height: number;
  /** Mean luma of nine parts of the picture. */
  luma: number[];
  /** Mean luma of sixteen parts of the lowest strip, which holds the caption. */
  caption: number[];
  at: number;
}

export class TestViewer {
  readonly frames: SeenFrame[] = [];
  readonly heard: RtcDown[] = [];
  /** Peak sample of each block. */
  readonly sound: number[] = [];
  private readonly connection = new wrtc.RTCPeerConnection();
  private readonly send: (message: RtcUp) => void;
  readonly call: string;
  private readonly voice = new RTCAudioSource();
  /** In a call: the operator's camera. */
  readonly camera = new RTCVideoSource();
  private readonly sinks: { stop(): void }[] = [];
  private speaking: NodeJS.Timeout | null = null;

  constructor(call: string, send: (message: RtcUp) => void) {
    this.call = call;
    this.send = send;
    this.connection.onicecandidate = ({ candidate }) => {
      if (candidate)
        send({
          type: 'candidate',
          call,
          candidate: {
            candidate: candidate.candidate,
            sdpMid: candidate.sdpMid,
            sdpMLineIndex: candidate.sdpMLineIndex,
          },
        });
    };
    this.connection.ontrack = ({ track }) => {
      if (track.kind === 'video') {
        const sink = new RTCVideoSink(track);
        sink.onframe = ({ frame }: { frame: { width: number; height: number; data: Uint8Array } }) =>
          this.frames.push({
            width: frame.width,
            height: frame.height,
            luma: meanLuma(frame, 3, 3, 0),
            caption: meanLuma(frame, 16, 1, frame.height - 20),
            at: Date.now(),
          });
        this.sinks.push(sink);
      } else {
        const sink = new RTCAudioSink(track);
        sink.ondata = ({ samples }: { samples: Int16Array }) =>
          this.sound.push(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
        this.sinks.push(sink);
      }
    };
  }

  get state(): string {
    return this.connection.iceConnectionState;
  }

  async hear(message: RtcDown): Promise<void> {
    if (message.call !== this.call) return;
    this.heard.push(message);
    if (message.type === 'candidate')
      await this.connection.addIceCandidate(new wrtc.RTCIceCandidate(message.candidate)).catch(() => {});
    if (message.type !== 'offer') return;
    try {
      await this.answer(message.sdp);
    } catch (error) {
      // A viewer that hangs up while the offer is processed has nothing to answer.
      if (this.connection.signalingState !== 'closed') throw error;
    }
  }

  private async answer(sdp: string): Promise<void> {
    await this.connection.setRemoteDescription(new wrtc.RTCSessionDescription({ type: 'offer', sdp }));
    const [, screen] = this.connection.getTransceivers().filter(({ receiver }) => receiver.track.kind === 'video');
    if (screen) {
      screen.direction = 'sendonly';
      await screen.sender.replaceTrack(this.camera.createTrack());
    }
    for (const transceiver of this.connection.getTransceivers()) {
      if (transceiver.receiver.track.kind !== 'audio') continue;
      transceiver.direction = 'sendrecv';
      await transceiver.sender.replaceTrack(this.voice.createTrack());
    }
    const answer = await this.connection.createAnswer();
    await this.connection.setLocalDescription(answer);
    if (this.connection.signalingState !== 'closed')
      this.send({ type: 'answer', call: this.call, sdp: answer.sdp ?? '' });
  }

  /** Plays a loud tone until it is switched off. */
  speak(on: boolean): void {
    if (this.speaking) clearInterval(this.speaking);
    if (!on) return;
    const samples = Int16Array.from({ length: 480 }, (_, i) => Math.round(12_000 * Math.sin((i / 48) * Math.PI)));
    this.speaking = setInterval(
      () => this.voice.onData({ samples, sampleRate: 48_000, bitsPerSample: 16, channelCount: 1, numberOfFrames: 480 }),
      10,
    );
  }

  close(): void {
    this.speak(false);
    for (const sink of this.sinks) sink.stop();
    this.connection.close();
  }
}

/** Mean luma of the parts of a picture from row `top` downwards. */
function meanLuma(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  across: number,
  down: number,
  top: number,
): number[] {
  const [w, h] = [width / across, (height - top) / down];
  return Array.from({ length: across * down }, (_, part) => {
    const [x0, y0] = [(part % across) * w, top + Math.floor(part / across) * h];
    let sum = 0;
    let count = 0;
    for (let y = Math.floor(y0); y < y0 + h - 1; y += 2) {
      for (let x = Math.floor(x0); x < x0 + w - 1; x += 2) {
        sum += data[y * width + x] ?? 0;
        count++;
      }
    }
    return sum / count;
  });
}
