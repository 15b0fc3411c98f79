/**
 * Teleop (design 6): the robot obeys only the latest lease, only messages that prove by its own stamp that they are
 * fresh, and never drives into an obstacle. After a halt the operator has to release the inputs before the robot moves
 * again. Times of messages are the monotonic `environment.ticks`.
 */
import { TELEOP_SPEED, TELEOP_TURN_RATE, LEASE_TTL_MS } from '../../contract/rules/limits.ts';
import { isDeadmanExpired, isZero, evaluateMessage, newGate, nextStamp } from '../../contract/rules/teleop.ts';
import type { TeleopGate, TeleopVerdict } from '../../contract/rules/teleop.ts';
import type { TeleopEcho, TeleopMessage } from '../../contract/wire/actions.ts';
import type { Body } from './body.ts';
import { steer, stoppable } from './drive.ts';
import type { DriveLimits, Motion } from './drive.ts';
import type { Environment } from './environment.ts';

export type TeleopHalt = 'held' | 'emergencyStop' | null;

/** Faster than on its own, because operators expect an immediate reaction. */
const TELEOP_LIMITS: Pick<DriveLimits, 'acceleration' | 'deceleration' | 'turnAcceleration'> = {
  acceleration: 1.2,
  deceleration: 1.6,
  turnAcceleration: 4,
};
/** Minimum distance to obstacles in the direction of motion, metres. */
const MARGIN_M = 0.04;
const LOOK_M = 2.5;
const STEP_M = 0.02;

export class TeleopSession {
  readonly lease: number;
  private gate: TeleopGate;
  private wish: { readonly v: number; readonly w: number } = STILL;
  private lastVerdict: TeleopVerdict | null = null;
  private obeyed = -1;
  private halted: TeleopEcho['halted'] = null;
  /** Why the robot ignores commands until it receives a zero velocity. */
  private releaseRequiredBy: 'held' | 'lag' | 'silence' | null = null;
  /** When the broker connection was lost, ms; null while it is up. */
  private orphanedAt: number | null = null;

  constructor(lease: number) {
    this.lease = lease;
    this.gate = newGate(lease);
  }

  /** @param arrival ms of the robot's own clock */
  hear(message: TeleopMessage, arrival: number): TeleopVerdict {
    if (this.orphanedAt !== null) return 'wrongLease';
    const { verdict, gate } = evaluateMessage(this.gate, message, arrival);
    this.gate = gate;
    if (verdict !== 'oldSequence') this.lastVerdict = verdict;
    if (verdict !== 'obeyed') return verdict;
    this.obeyed = message.sequence;
    if (isZero(message)) this.releaseRequiredBy = null;
    this.wish = this.releaseRequiredBy
      ? STILL
      : { v: clamp(message.vx, TELEOP_SPEED.max), w: clamp(message.wz, TELEOP_TURN_RATE) };
    return verdict;
  }

  /**
   * The broker connection is lost: no message is obeyed until the server confirms the lease again, and then only after
   * a zero velocity.
   */
  suspend(now: number): void {
    this.orphanedAt ??= now;
    this.releaseRequiredBy = 'silence';
    this.wish = STILL;
  }

  resume(): void {
    this.orphanedAt = null;
  }

  /** The lease must have expired: the robot was disconnected for its whole TTL. */
  isLeaseExpired(now: number): boolean {
    return this.orphanedAt !== null && now - this.orphanedAt > LEASE_TTL_MS;
  }

  /** The commanded velocity in m/s and rad/s, after halts and the dead man's timeout. */
  private commanded(halt: TeleopHalt, isSilent: boolean): { v: number; w: number } {
    // Inputs held during an interruption must not move the robot again when the network is back.
    const pushes = !isZero({ vx: this.wish.v, wz: this.wish.w }) || this.lastVerdict === 'lag';
    if (halt) this.releaseRequiredBy = 'held';
    else if (isSilent && pushes) this.releaseRequiredBy ??= this.lastVerdict === 'lag' ? 'lag' : 'silence';
    if (halt || isSilent) this.wish = STILL;
    return this.wish;
  }

  /** One time step: follows the commanded velocity as far as it is fresh and the way is free. */
  step(body: Body, environment: Environment, halt: TeleopHalt, dt: number): void {
    const before = body.motion;
    // Judged at the end of this step, because nothing checks in between.
    const dead = isDeadmanExpired(this.gate, environment.ticks() + dt * 1_000);
    const wish = this.commanded(halt, dead);
    const limits = { ...body.limits, ...TELEOP_LIMITS };
    if (halt === 'emergencyStop') body.motion = { ...before, v: 0, w: 0 };
    else {
      const towards = wish.v || before.v;
      const most =
        towards === 0
          ? 0
          : Math.min(freeSpeed(body, environment, towards, limits), environment.traffic.speedTowards(body, towards));
      const held = { v: Math.sign(wish.v) * Math.min(Math.abs(wish.v), most), w: wish.w };
      const next = steer({ ...before, v: Math.sign(before.v) * Math.min(Math.abs(before.v), most) }, held, limits, dt);
      const allowed = isAllowed(body, environment, next);
      body.motion = allowed ? next : { ...before, theta: next.theta, v: 0, w: next.w };
      const hindered = wish.v !== 0 && Math.abs(body.motion.v) < 0.02 && (most < 0.05 || !allowed);
      this.halted = hindered ? 'obstacle' : null;
    }
    if (halt) this.halted = halt;
    else if (this.releaseRequiredBy) this.halted = this.releaseRequiredBy;
    else if (dead && this.gate.obeyedAt !== null) this.halted = 'silence';
  }

  /** @param now ms of the robot's own clock */
  echo({ v, w }: Motion, now: number): TeleopEcho {
    const { stamp, gate } = nextStamp(this.gate, now);
    this.gate = gate;
    const waited = gate.obeyedAt === null ? 0 : Math.max(0, Math.round(now - gate.obeyedAt));
    return { lease: this.lease, sequence: this.obeyed, stamp, waited, halted: this.halted, vx: round(v), wz: round(w) };
  }
}

const STILL = { v: 0, w: 0 } as const;
const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
const round = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** The highest speed from which it can stop before the nearest obstacle, found by moving its disc ahead. */
function freeSpeed(
  { mapId, motion, radius }: Body,
  environment: Environment,
  towards: number,
  { deceleration }: DriveLimits,
): number {
  const heading = towards > 0 ? motion.theta : motion.theta + Math.PI;
  const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
  const floor = environment.building.floor(mapId);
  let before = 0;
  let room = 0;
  while (room < LOOK_M) {
    const clearance = floor.clearance(motion.x + dx * room, motion.y + dy * room);
    // Moving away from a wall that it touches is always allowed.
    if (clearance < radius && clearance <= before) break;
    before = clearance;
    room += Math.max(STEP_M, clearance - radius);
  }
  return stoppable(room - MARGIN_M, deceleration);
}

/** Whether a position is allowed: clear of walls, robots, shut doors and shut lifts, or at least further from them. */
function isAllowed(body: Body, environment: Environment, { x, y }: Motion): boolean {
  if (x === body.motion.x && y === body.motion.y) return true;
  const floor = environment.building.floor(body.mapId);
  const clearance = floor.clearance(x, y);
  if (clearance < body.radius && clearance <= floor.clearance(body.motion.x, body.motion.y)) return false;
  if (environment.traffic.touches(body, x, y) || environment.doors.isBarred(body, x, y)) return false;
  return (
    !environment.lifts.isShut(body.mapId, x, y) || environment.lifts.isShut(body.mapId, body.motion.x, body.motion.y)
  );
}
