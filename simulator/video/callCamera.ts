/** Receives the operator's camera in a call and counts the frames that the robot's screen shows. */
import wrtc from '@roamhq/wrtc';

const { RTCVideoSink } = wrtc.nonstandard;

/** Shortest interval between reports of the count. */
const REPORT_MS = 500;

export class CallCamera {
  private readonly sink: InstanceType<typeof RTCVideoSink>;
  private frames = 0;
  private reportedAt = -Infinity;

  /**
   * @param isAllowed whether the server has granted the camera now: other frames are dropped unseen
   * @param report takes the count at the first frame, and then with frames at most every 500 ms
   */
  constructor(track: MediaStreamTrack, isAllowed: () => boolean, report: (frames: number) => void) {
    this.sink = new RTCVideoSink(track);
    this.sink.onframe = () => {
      if (!isAllowed()) return;
      this.frames += 1;
      const now = performance.now();
      if (now - this.reportedAt < REPORT_MS) return;
      this.reportedAt = now;
      report(this.frames);
    };
  }

  close(): void {
    this.sink.stop();
  }
}
