/**
 * Driving by hand (design 6): the robot obeys only the lease it was last told of, only fresh messages, and never
 * into anything. A hand that was stopped has to let go first before it drives again.
 */
import { DRIVE_SPEED, DRIVE_TURN_RATE, LEASE_TTL_MS } from '../../contract/rules/limits.ts';
import { isDead, judge, newGate } from '../../contract/rules/teleop.ts';
import type { TeleopGate, TeleopVerdict } from '../../contract/rules/teleop.ts';
import type { TeleopEcho, TeleopMessage } from '../../contract/wire/actions.ts';
import type { Body } from './body.ts';
import { steer, stoppable } from './drive.ts';
import type { DriveLimits, Motion } from './drive.ts';
import type { Ground } from './ground.ts';

export type HandHalt = 'held' | 'emergencyStop' | null;

/** Quicker than on its own: a hand expects the wheels to follow. */
const HAND: Pick<DriveLimits, 'acceleration' | 'deceleration' | 'turnAcceleration'> = { acceleration: 1.2, deceleration: 1.6, turnAcceleration: 4 };
/** Kept between the robot and what it is driven towards, metres. */
const MARGIN_M = 0.04;
const LOOK_M = 2.5;
const STEP_M = 0.02;

export class Hand {
  readonly lease: number;
  private gate: TeleopGate;
  private wish = { v: 0, w: 0 };
  private lastVerdict: TeleopVerdict | null = null;
  private obeyed = -1;
  private halted: TeleopEcho['halted'] = null;
  private mustLetGo = false;
  /** ms since the broker was lost, and with it the hand; null while it is there. */
  private orphanedAt: number | null = null;
  /** Of a new wish: heard, then in the wheels, and news from then on until it was echoed. */
  private news: 'heard' | 'driven' | null = null;

  constructor(lease: number) {
    this.lease = lease;
    this.gate = newGate(lease);
  }

  /** @param arrival ms, the robot's clock */
  hear(message: TeleopMessage, arrival: number): TeleopVerdict {
    if (this.orphanedAt !== null) return 'wrongLease';
    const { verdict, gate } = judge(this.gate, message, arrival);
    this.gate = gate;
    if (verdict !== 'oldSequence') this.lastVerdict = verdict;
    if (verdict !== 'obeyed') return verdict;
    this.obeyed = message.sequence;
    const isZero = message.vx === 0 && message.wz === 0;
    if (this.mustLetGo && isZero) this.mustLetGo = false;
    const wish = this.mustLetGo ? { v: 0, w: 0 } : { v: clamp(message.vx, DRIVE_SPEED.max), w: clamp(message.wz, DRIVE_TURN_RATE) };
    if (wish.v !== this.wish.v || wish.w !== this.wish.w) this.news = 'heard';
    this.wish = wish;
    return verdict;
  }

  /** The broker is lost: nobody is obeyed until the server names the lease again, and then only who has let go first. */
  orphan(now: number): void {
    this.orphanedAt ??= now;
    this.mustLetGo = true;
    this.wish = { v: 0, w: 0 };
  }

  adopt(): void {
    this.orphanedAt = null;
  }

  /** Its lease cannot live any more: nobody renewed it through this robot's eyes. */
  isForsaken(now: number): boolean {
    return this.orphanedAt !== null && now - this.orphanedAt > LEASE_TTL_MS;
  }

  /** One moment of wheels: what the hand wishes, as far as it is fresh and the way is free. */
  step(body: Body, ground: Ground, halt: HandHalt, now: number, dt: number): void {
    const before = body.motion;
    if (this.news === 'heard') this.news = 'driven';
    if (halt) {
      this.mustLetGo = true;
      this.wish = { v: 0, w: 0 };
    }
    const dead = isDead(this.gate, now);
    const wish = halt || dead ? { v: 0, w: 0 } : this.wish;
    const limits = { ...body.limits, ...HAND };
    if (halt === 'emergencyStop') body.motion = { ...before, v: 0, w: 0 };
    else {
      const towards = wish.v || before.v;
      const most = towards === 0 ? 0 : Math.min(freeSpeed(body, ground, towards, limits), ground.traffic.speedTowards(body, towards));
      const held = { v: Math.sign(wish.v) * Math.min(Math.abs(wish.v), most), w: wish.w };
      const next = steer({ ...before, v: Math.sign(before.v) * Math.min(Math.abs(before.v), most) }, held, limits, dt);
      const allowed = isAllowed(body, ground, next);
      body.motion = allowed ? next : { ...before, theta: next.theta, v: 0, w: next.w };
      const hindered = wish.v !== 0 && Math.abs(body.motion.v) < 0.02 && (most < 0.05 || !allowed);
      this.halted = hindered ? 'obstacle' : null;
    }
    if (halt) this.halted = halt;
    else if (dead && this.gate.obeyedAt !== null) this.halted = this.lastVerdict === 'lag' ? 'lag' : 'silence';
    else if (dead && this.lastVerdict === 'lag') this.halted = 'lag';
    else if (this.mustLetGo) this.halted = 'held';
  }

  echo({ v, w }: Motion): TeleopEcho {
    return { lease: this.lease, sequence: this.obeyed, halted: this.halted, vx: round(v), wz: round(w) };
  }

  /** Whether the wheels began to follow a changed wish that was not echoed yet; asking takes it. */
  takeNews(): boolean {
    if (this.news !== 'driven') return false;
    this.news = null;
    return true;
  }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
const round = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** The speed at which it can still stop before the nearest thing in its way: the whole disc is moved ahead in thought. */
function freeSpeed({ mapId, motion, radius }: Body, ground: Ground, towards: number, { deceleration }: DriveLimits): number {
  const heading = towards > 0 ? motion.theta : motion.theta + Math.PI;
  const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
  const floor = ground.building.floor(mapId);
  let before = 0;
  let room = 0;
  while (room < LOOK_M) {
    const clearance = floor.clearance(motion.x + dx * room, motion.y + dy * room);
    // Coming away from a wall that it touches is always allowed.
    if (clearance < radius && clearance <= before) break;
    before = clearance;
    room += Math.max(STEP_M, clearance - radius);
  }
  return stoppable(room - MARGIN_M, deceleration);
}

/** Whether it may stand there: clear of walls, of others, of a door and a lift that are shut; or at least further from them than now. */
function isAllowed(body: Body, ground: Ground, { x, y }: Motion): boolean {
  if (x === body.motion.x && y === body.motion.y) return true;
  const floor = ground.building.floor(body.mapId);
  const clearance = floor.clearance(x, y);
  if (clearance < body.radius && clearance <= floor.clearance(body.motion.x, body.motion.y)) return false;
  if (ground.traffic.touches(body, x, y) || ground.doors.isBarred(body, x, y)) return false;
  return !ground.lifts.isShut(body.mapId, x, y) || ground.lifts.isShut(body.mapId, body.motion.x, body.motion.y);
}
