/**
 * Tracks: what a robot did, as chunks of a minute. A chunk is a compact binary form of samples: times in quarters of a
 * second, positions in centimetres, headings in 1/256 of a turn; each sample holds only what changed, and positions are
 * coded as the difference from a movement at constant speed. A minute of driving takes about 200 bytes.
 */
import { ROBOT_STATUSES, type RobotStatus } from '../entities/robotConstants.ts';
import { CONNECTIONS, type RobotLive } from '../entities/robot.ts';

export interface TrackSample {
  /** ms since 1970, in steps of 250 ms. */
  at: number;
  /** null until the robot has reported a position. */
  pose: RobotLive['pose'];
  status: RobotStatus;
  connection: RobotLive['connection'];
  /** Whole percent; null if unknown. */
  battery: number | null;
}

export const TRACK_CHUNK_MS = 60_000;
/** Resolution of the times. */
export const TRACK_STEP_MS = 250;

const VERSION = 1;
const CM = 100;
const TURN = 256;
/** Percent + 1, so that 0 stands for an unknown battery level. */
const BATTERY_MAX = 101;
/** Bits beside the time of a sample: what it contains. */
const POSE = 1;
const STATE = 2;
const BATTERY = 4;
const MAP = 8;
const FLAG_BITS = 4;
/** More samples than this in a chunk are damage: four a second, twice over. */
const SAMPLES_MAX = 1_000;
/** An unknown map is stored under the robot's own name for it. */
const MAP_ID_MAX_BYTES = 2_000;

/** The chunk has no valid content. */
export class TrackDamaged extends Error {
  override name = 'TrackDamaged';
}

interface Whole {
  step: number;
  /** Centimetres and 1/256 turns; null without a pose. */
  place: { x: number; y: number; heading: number } | null;
  mapId: string;
  state: number;
  battery: number;
}

const wholeOf = ({ at, pose, status, connection, battery }: TrackSample): Whole => ({
  step: Math.round(at / TRACK_STEP_MS),
  place: pose && {
    x: Math.round(pose.x * CM),
    y: Math.round(pose.y * CM),
    heading: ((Math.round((pose.theta / (2 * Math.PI)) * TURN) % TURN) + TURN) % TURN,
  },
  mapId: pose?.mapId ?? '',
  state: ROBOT_STATUSES.indexOf(status) * CONNECTIONS.length + CONNECTIONS.indexOf(connection),
  battery: battery === null ? 0 : Math.min(BATTERY_MAX, Math.max(1, Math.round(battery) + 1)),
});

/** @param samples not empty, in order of time; @returns the chunk */
export function encodeTrack(samples: readonly TrackSample[]): Uint8Array {
  const bytes: number[] = [VERSION];
  writeNumber(bytes, samples.length);
  const motion = createMotion();
  let before: Whole = { step: 0, place: null, mapId: '', state: -1, battery: -1 };
  for (const sample of samples) {
    const whole = wholeOf(sample);
    const isMoved =
      whole.place !== null &&
      (before.place === null ||
        whole.place.x !== before.place.x ||
        whole.place.y !== before.place.y ||
        whole.place.heading !== before.place.heading);
    const flags =
      (isMoved ? POSE : 0) |
      (whole.state === before.state ? 0 : STATE) |
      (whole.battery === before.battery ? 0 : BATTERY) |
      (whole.mapId === before.mapId ? 0 : MAP);
    writeNumber(bytes, Math.max(0, whole.step - before.step) * 2 ** FLAG_BITS + flags);
    if (flags & MAP) writeText(bytes, whole.mapId);
    if (isMoved && whole.place) {
      const expected = motion.next();
      writeSigned(bytes, whole.place.x - expected.x);
      writeSigned(bytes, whole.place.y - expected.y);
      writeSigned(bytes, halfTurn(whole.place.heading - (before.place?.heading ?? 0)));
    }
    if (whole.place) motion.add(whole.place);
    if (flags & STATE) writeNumber(bytes, whole.state);
    if (flags & BATTERY) writeNumber(bytes, whole.battery);
    before = whole;
  }
  return Uint8Array.from(bytes);
}

/** @throws TrackDamaged */
export function decodeTrack(chunk: Uint8Array): TrackSample[] {
  const reader = createReader(chunk);
  if (reader.number() !== VERSION) throw new TrackDamaged('unknown version');
  const count = reader.number();
  if (count > SAMPLES_MAX) throw new TrackDamaged('too many samples');
  const motion = createMotion();
  let [step, mapId, state, battery] = [0, '', 0, 0];
  let place = null as Whole['place']; // a plain annotation would be narrowed to null
  const samples: TrackSample[] = [];
  for (let n = 0; n < count; n++) {
    const head = reader.number();
    const flags = head % 2 ** FLAG_BITS;
    step += Math.floor(head / 2 ** FLAG_BITS);
    if (flags & MAP) mapId = reader.text();
    if (flags & POSE) {
      const expected = motion.next();
      place = {
        x: expected.x + reader.signed(),
        y: expected.y + reader.signed(),
        heading: ((place?.heading ?? 0) + reader.signed() + TURN) % TURN,
      };
    }
    if (place) motion.add(place);
    if (flags & STATE) state = reader.number();
    if (flags & BATTERY) battery = reader.number();
    samples.push(sampleOf({ step, place, mapId, state, battery }));
  }
  if (!reader.isAtEnd()) throw new TrackDamaged('bytes after the last sample');
  return samples;
}

function sampleOf({ step, place, mapId, state, battery }: Whole): TrackSample {
  const status = ROBOT_STATUSES[Math.floor(state / CONNECTIONS.length)];
  const connection = CONNECTIONS[state % CONNECTIONS.length];
  if (!status || !connection || battery > BATTERY_MAX) throw new TrackDamaged('a value out of range');
  return {
    at: step * TRACK_STEP_MS,
    pose: place && { mapId, x: place.x / CM, y: place.y / CM, theta: (halfTurn(place.heading) / TURN) * 2 * Math.PI },
    status,
    connection,
    battery: battery === 0 ? null : battery - 1,
  };
}

/** Predicts the next position from the last two, in centimetres. */
function createMotion() {
  let last = { x: 0, y: 0 };
  let previous = last;
  let seen = 0;
  return {
    next: (): { x: number; y: number } =>
      seen < 2 ? last : { x: 2 * last.x - previous.x, y: 2 * last.y - previous.y },
    add({ x, y }: { x: number; y: number }): void {
      previous = last;
      last = { x, y };
      seen += 1;
    },
  };
}

/** The same heading as a number from -128 to 127. */
const halfTurn = (heading: number): number => ((((heading + TURN / 2) % TURN) + TURN) % TURN) - TURN / 2;

/** Seven bits a byte, the lowest first; works beyond 32 bits, unlike bit operations. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  bytes.push(rest);
}
/** Small numbers of either sign become small numbers: 0, -1, 1, -2 … are 0, 1, 2, 3 … */
const writeSigned = (bytes: number[], value: number): void =>
  writeNumber(bytes, value < 0 ? -2 * value - 1 : 2 * value);
function writeText(bytes: number[], text: string): void {
  const encoded = new TextEncoder().encode(text);
  writeNumber(bytes, encoded.length);
  bytes.push(...encoded);
}

function createReader(bytes: Uint8Array) {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++];
      if (byte === undefined || scale > Number.MAX_SAFE_INTEGER / 0x80) throw new TrackDamaged('cut off');
      value += (byte % 0x80) * scale;
      if (byte < 0x80) return value;
    }
  };
  return {
    number,
    signed(): number {
      const value = number();
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    },
    text(): string {
      const length = number();
      if (length > MAP_ID_MAX_BYTES || at + length > bytes.length) throw new TrackDamaged('cut off');
      const text = new TextDecoder().decode(bytes.subarray(at, at + length));
      at += length;
      return text;
    },
    isAtEnd: (): boolean => at === bytes.length,
  };
}
