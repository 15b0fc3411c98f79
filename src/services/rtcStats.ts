/** Reads RTCPeerConnection's statistics of the video: frame counts, and quality figures once per second. */
export interface Figures {
  framesPerSecond: number;
  kilobitsPerSecond: number;
  width: number;
  height: number;
  /** ms */
  roundTrip: number | null;
  /**
   * Latency from the camera to this screen as far as the browser can measure it, ms: half the round-trip time, jitter
   * buffer and decoding.
   */
  delay: number | null;
}
/** The fields that are used; browsers leave out those they do not support. */
interface VideoReport {
  framesDecoded?: number;
  bytesReceived?: number;
  frameWidth?: number;
  frameHeight?: number;
  jitterBufferDelay?: number;
  jitterBufferEmittedCount?: number;
  totalProcessingDelay?: number;
}
interface PairReport {
  state?: string;
  nominated?: boolean;
  currentRoundTripTime?: number;
}
export interface Sample {
  /** ms of a monotonic clock. */
  at: number;
  frames: number;
  bytes: number;
  width: number;
  height: number;
  /** Seconds spent in the jitter buffer, summed over all frames. */
  buffered: number;
  emitted: number;
  processed: number;
  roundTrip: number | null;
}

export function sampleOf(reports: Iterable<Record<string, unknown>>, at: number): Sample | null {
  let video: VideoReport | null = null;
  let pair: PairReport | null = null;
  for (const report of reports) {
    if (report['type'] === 'inbound-rtp' && report['kind'] === 'video') video = report as VideoReport;
    if (
      report['type'] === 'candidate-pair' &&
      report['state'] === 'succeeded' &&
      (!pair || report['nominated'] === true)
    )
      pair = report as PairReport;
  }
  if (!video) return null;
  return {
    at,
    frames: video.framesDecoded ?? 0,
    bytes: video.bytesReceived ?? 0,
    width: video.frameWidth ?? 0,
    height: video.frameHeight ?? 0,
    buffered: video.jitterBufferDelay ?? 0,
    emitted: video.jitterBufferEmittedCount ?? 0,
    processed: video.totalProcessingDelay ?? 0,
    roundTrip: pair?.currentRoundTripTime === undefined ? null : pair.currentRoundTripTime * 1_000,
  };
}

/** Figures between two samples; null if no time has passed. */
export function figuresBetween(before: Sample, after: Sample): Figures | null {
  const seconds = (after.at - before.at) / 1_000;
  if (seconds <= 0) return null;
  const frames = Math.max(0, after.frames - before.frames);
  const emitted = after.emitted - before.emitted;
  const waiting = emitted > 0 ? ((after.buffered - before.buffered) / emitted) * 1_000 : null;
  const processing = frames > 0 ? ((after.processed - before.processed) / frames) * 1_000 : 0;
  return {
    framesPerSecond: Math.round((frames / seconds) * 10) / 10,
    kilobitsPerSecond: Math.round((Math.max(0, after.bytes - before.bytes) * 8) / 1_000 / seconds),
    width: after.width,
    height: after.height,
    roundTrip: after.roundTrip === null ? null : Math.round(after.roundTrip),
    // Processing time starts at the packet's arrival, so it includes the buffer where browsers report it.
    delay: waiting === null ? null : Math.round((after.roundTrip ?? 0) / 2 + Math.max(waiting, processing)),
  };
}
