/** Receives the operator's camera in a call and counts the frames that the robot's screen shows. */
import wrtc from '@roamhq/wrtc';

const { RTCVideoSink } = wrtc.nonstandard;

/** Interval at which the count is reported. */
const REPORT_MS = 500;

export class CallCamera {
  private readonly sink: InstanceType<typeof RTCVideoSink>;
  private readonly timer: NodeJS.Timeout;
  private frames = 0;
  private told = 0;

  /** @param isAllowed whether the server has granted the camera now: other frames are dropped unseen */
  constructor(track: MediaStreamTrack, isAllowed: () => boolean, report: (frames: number) => void) {
    this.sink = new RTCVideoSink(track);
    this.sink.onframe = () => {
      if (isAllowed()) this.frames += 1;
    };
    this.timer = setInterval(() => {
      if (this.frames === this.told) return;
      this.told = this.frames;
      report(this.frames);
    }, REPORT_MS);
  }

  close(): void {
    clearInterval(this.timer);
    this.sink.stop();
  }
}
