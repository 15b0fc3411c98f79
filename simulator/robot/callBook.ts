/**
 * Calls at a simulated robot: it rings, a simulated visitor answers and hangs up, it shows and says what the operator
 * wants, and visitors call by themselves now and then. Every step is reported.
 */
import { CALL_RING_MS, type CallPicture, type CallScreenKind } from '../../contract/rules/call.ts';
import { speakingSeconds } from '../../contract/rules/speaking.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { CallActCommand, CallCommand } from '../../contract/wire/calls.ts';
import type { Chance } from '../fleet/random.ts';

type Current = NonNullable<CallCommand['call']>;

export interface CallBookOptions {
  now: () => number;
  chance: Chance;
  /** Multiplies how often visitors call; 0: only on demand. */
  rate: number;
  isBusy: () => boolean;
  tell: (event: EventMessage['event']) => void;
  say: (text: string) => void;
}

/** Seconds until a visitor answers, and how long one talks. */
const ANSWERS_AFTER = [2, 5] as const;
const TALKS_FOR = [180, 360] as const;
/** Visitors that call by themselves, per hour; none soon after the start. */
const CALLS_PER_HOUR = 1;
const QUIET_MS = 900_000;
/** Without a message of the server for this time, the call is over: the server repeats it every few seconds. */
const UNCONFIRMED_MS = 75_000;
/** Interval of reports while only the count of frames changes. */
const FRAMES_EVERY_MS = 2_000;
/** The operator's picture counts as gone without a frame for this time. */
const PICTURE_GONE_MS = 3_000;

export class CallBook {
  private readonly options: CallBookOptions;
  private readonly began: number;
  private call: Current | null = null;
  private confirmedAt = 0;
  private answersAt = Infinity;
  private leavesAt = Infinity;
  /** When a visitor pressed the button; null while nobody waits for the server's answer. */
  private pressedAt: number | null = null;
  private picture: CallPicture | '' = '';
  /** A picture of the site, which the robot has fetched. */
  private imageId = '';
  private saying = '';
  private sayingUntil = 0;
  private actId = '';
  private frames = 0;
  private frameAt = -Infinity;
  private told = '';
  private toldAt = -Infinity;

  constructor(options: CallBookOptions) {
    this.options = options;
    this.began = options.now();
  }

  /** Whether people talk through the robot, which then stands. */
  get isTalking(): boolean {
    return this.call?.state === 'connected' || this.call?.state === 'reconnecting';
  }

  get current(): Current | null {
    return this.call;
  }

  handle({ call }: CallCommand): void {
    const { now, chance, isBusy, tell } = this.options;
    const before = this.call;
    this.confirmedAt = now();
    if (!call || call.state === 'ended') {
      this.forget();
      return;
    }
    this.pressedAt = null;
    if (before?.callId === call.callId) {
      this.call = call;
      if (before.state === 'ringing' && call.state === 'connected') this.begin();
      return;
    }
    this.forget();
    this.call = call;
    if (call.state !== 'ringing') return this.begin();
    if (call.origin === 'visitor') return;
    if (isBusy()) return tell({ type: 'call', callId: call.callId, what: 'busy' });
    tell({ type: 'call', callId: call.callId, what: 'rang' });
    this.answersAt = now() + 1_000 * chance.between(...ANSWERS_AFTER);
  }

  /** @param command a picture of the site has been fetched before */
  act({ callId, actId, say, show, image }: CallActCommand): void {
    if (this.call?.callId !== callId || this.actId === actId) return;
    const { now } = this.options;
    this.actId = actId;
    if (show !== null) {
      this.picture = image ? '' : show;
      this.imageId = image?.imageId ?? '';
    }
    if (say === '') return;
    this.saying = say;
    this.sayingUntil = now() + 1_000 * speakingSeconds(say);
    this.options.say(say);
  }

  /** A visitor presses the call button. */
  press(): void {
    if (this.call || this.pressedAt !== null) return;
    this.pressedAt = this.options.now();
    this.options.tell({ type: 'call', callId: '', what: 'pressed' });
  }

  /** A visitor hangs up, or gives up. */
  hangUp(): void {
    const { call } = this;
    if (!call) return;
    this.options.tell({ type: 'call', callId: call.callId, what: 'hungUp' });
  }

  /** The visitor answers now (tests). */
  answer(): void {
    if (this.call?.state === 'ringing' && this.call.origin === 'operator')
      this.options.tell({ type: 'call', callId: this.call.callId, what: 'answered' });
    this.answersAt = Infinity;
  }

  /** Frames of the operator's camera that the screen has shown so far in this viewing. */
  showFrames(count: number): void {
    if (!this.isTalking || count === this.frames) return;
    this.frames = count;
    this.frameAt = this.options.now();
  }

  step(dt: number): void {
    const { now, chance, rate } = this.options;
    const at = now();
    if (this.call && at - this.confirmedAt > UNCONFIRMED_MS) this.forget();
    if (this.pressedAt !== null && at - this.pressedAt > CALL_RING_MS) this.pressedAt = null;
    if (at >= this.answersAt) this.answer();
    if (at >= this.leavesAt) {
      this.leavesAt = Infinity;
      this.hangUp();
    }
    if (this.saying && at >= this.sayingUntil) this.saying = '';
    if (rate > 0 && at - this.began > QUIET_MS && chance.happens(CALLS_PER_HOUR * rate, dt)) this.press();
    this.report(at);
  }

  private begin(): void {
    const { now, chance } = this.options;
    this.answersAt = Infinity;
    this.leavesAt = now() + 1_000 * chance.between(...TALKS_FOR);
  }

  private forget(): void {
    this.call = null;
    this.pressedAt = null;
    this.answersAt = Infinity;
    this.leavesAt = Infinity;
    this.picture = '';
    this.imageId = '';
    this.saying = '';
    this.actId = '';
    this.frames = 0;
    this.frameAt = -Infinity;
    this.told = '';
  }

  private shows(at: number): CallScreenKind {
    if (!this.isTalking) return 'ringing';
    if (this.picture !== '' || this.imageId !== '') return 'picture';
    return at - this.frameAt < PICTURE_GONE_MS ? 'operator' : 'talking';
  }

  /** Reports the screen at each change; the count of frames alone only now and then. */
  private report(at: number): void {
    if (!this.call) return;
    const { callId } = this.call;
    const { picture, imageId, saying, actId, frames } = this;
    const shows = this.shows(at);
    const what = [callId, shows, picture, imageId, saying, actId].join('\n');
    if (what === this.told && (at - this.toldAt < FRAMES_EVERY_MS || frames === this.toldFrames)) return;
    this.told = what;
    this.toldAt = at;
    this.toldFrames = frames;
    this.options.tell({ type: 'callScreen', callId, actId, shows, picture, imageId, saying, frames });
  }
  private toldFrames = 0;
}
