/** One time step of a robot: battery, motion and errors. */
import { effortOf } from '../../contract/rules/battery.ts';
import { BATTERY_CRITICAL } from '../../contract/rules/limits.ts';
import { isIncident } from '../alarms/incidents.ts';
import { zoneOfMap } from '../building/siteZones.ts';
import { stepBattery } from './battery.ts';
import { isMoving } from './body.ts';
import { robotError } from './errors.ts';
import { setLease } from './messageHandlers.ts';
import { reportDisinfection } from './robotActs.ts';
import { charge, isEmergencyStopped, isOnOrder, takePhoto, tell } from './robotState.ts';
import type { RobotState } from './robotState.ts';
import { isChargeOrder } from './stateSnapshot.ts';
import { TANK } from './work/disinfectionWork.ts';

/** Per cent. Below `flat` the wheels have no power, below `own` the robot interrupts its own work. */
const CHARGE = { flat: 1, own: 20 } as const;
/** Litres. */
const TANK_FILLED_PER_SECOND = 0.05;
const LIFT_PATIENCE_SECONDS = 60;
const BLOCKED_PATIENCE_SECONDS = 10;
/** Right of way: the higher rank goes first. */
const RANK = { hand: 1000, narrow: 100, order: 50 } as const;
/** The robot stays this long after a call. */
const STANDS_AFTER_CALL_MS = 5_000;
const NARROW_M = 0.55;
/** Robots without a charger get another battery at this charge: light ones, because there are not enough for a thousand. */
const SWAP_BELOW = 15;

export function stepRobot(self: RobotState, dt: number): void {
  if (self.faults.has('die')) return;
  const { body, environment, wishes, spec, randomFaults } = self;
  const now = environment.now();
  const stopped = isEmergencyStopped(self);
  const alone = !self.hand && !isOnOrder(self) && !self.paused && self.located && !stopped && now >= wishes.stayUntil;
  if (!spec.light) randomFaults.step(dt, alone, isMoving(body));
  if (!spec.light) self.alarms.step(dt, alone);
  self.runner.step(dt, now);
  self.calls.step(dt);
  if (self.calls.isTalking) standStill(self, now);
  self.cabinets.step(dt, isMoving(body));
  if (self.sayingLeft > 0 && (self.sayingLeft -= dt) <= 0) self.settings.saying = '';
  drain(self, dt);
  photograph(self, dt);
  const isResting = Math.abs(body.motion.v) < 0.02 && !self.hand;
  if (
    self.userSettings.step(now, {
      isPatrolling: isPatrolling(self),
      isResting,
      timeZone: zoneOfMap(self.body.mapId),
    })
  )
    tell(self, self.userSettings.report());

  body.rank = rankOf(self);
  body.byHand = self.hand !== null;
  const flat = self.battery.charge < CHARGE.flat && !self.battery.charging;
  if (stopped || !self.located) body.motion = { ...body.motion, v: 0, w: 0 };
  if (self.hand?.isLeaseExpired(now)) setLease(self, 0);
  const riding = self.journey?.phase === 'riding';
  if (self.hand && !riding)
    self.hand.step(
      body,
      environment,
      stopped ? 'emergencyStop' : self.paused || flat || !self.located ? 'held' : null,
      dt,
    );
  if (!self.hand || riding || wishes.interrupted) {
    const halted = self.paused || stopped || !self.located || self.hand !== null || randomFaults.isBlocked || flat;
    self.course.next({ dt, halted, interrupted: wishes.interrupted });
  }
  self.book.sinceNode += Math.abs(body.motion.v) * dt;
  if (
    self.battery.charging &&
    (Math.abs(body.motion.v) > 0.02 || !environment.bays.at(body.mapId, body.motion.x, body.motion.y))
  )
    charge(self, false);
  reportDisinfection(self);
  // The tank is filled at the charging station.
  if (self.battery.charging) self.tank.agent = Math.min(TANK, self.tank.agent + TANK_FILLED_PER_SECOND * dt);
  updateErrors(self);
}

/** People talk through the robot: it leaves its own work, but not an order, until they have finished. */
function standStill({ wishes, task, ...self }: RobotState, now: number): void {
  if (now >= wishes.stayUntil && task !== null && !self.hand && !self.book.foreign) wishes.interrupted = true;
  wishes.stayUntil = Math.max(wishes.stayUntil, now + STANDS_AFTER_CALL_MS);
}

/**
 * On its own round, or on an order, except one that charges it or maps a floor: an order does not say whether it belongs to
 * a route, and a security robot drives for nothing else.
 */
function isPatrolling(self: RobotState): boolean {
  if (!isOnOrder(self)) return self.task?.kind === 'patrol';
  return self.spec.kind === 'security' && !isChargeOrder(self) && self.task?.kind !== 'mapping';
}

/** While patrolling, takes a photo at the interval that users have set. */
function photograph(self: RobotState, dt: number): void {
  const interval = self.userSettings.number('photoInterval');
  if (interval === 0 || !isPatrolling(self)) return;
  self.sincePhoto += dt;
  if (self.sincePhoto < interval) return;
  self.sincePhoto = 0;
  takePhoto(self, 'interval', isOnOrder(self) ? self.book.orderId : undefined);
}

function rankOf(self: RobotState): number {
  if (self.hand) return RANK.hand;
  if (self.spec.light) return 0;
  const { mapId, motion, track } = self.body;
  const narrow = track !== null && self.environment.building.floor(mapId).clearance(motion.x, motion.y) < NARROW_M;
  return (narrow ? RANK.narrow : 0) + (isOnOrder(self) ? RANK.order : 0);
}

function drain(self: RobotState, dt: number): void {
  const { body, wishes } = self;
  const before = self.battery.charge;
  self.battery = stepBattery(self.battery, effortOf(body.motion.v, body.motion.w, body.limits.speed), dt);
  if ((self.spec.light || self.spec.swapsBattery) && self.battery.charge < SWAP_BELOW)
    self.battery = { ...self.battery, charge: 95 };
  // Interrupts its own work once, when the charge falls below the limit.
  if (before >= CHARGE.own && self.battery.charge < CHARGE.own && !isOnOrder(self)) wishes.interrupted = true;
}

/** Updates the lasting errors. */
function updateErrors(self: RobotState): void {
  const { errors, faults, body, battery } = self;
  errors.hold('emergencyStop', isEmergencyStopped(self));
  errors.hold('localizationLost', !self.located);
  errors.hold('cameraUnplugged', faults.has('cameraUnplugged'));
  errors.hold('busy', faults.has('busy'));
  errors.hold('batteryLow', battery.charge < BATTERY_CRITICAL && !battery.charging);
  errors.hold('liftUnavailable', (self.journey?.waited ?? 0) > LIFT_PATIENCE_SECONDS);
  const blocked = body.blocked && body.blocked.seconds > BLOCKED_PATIENCE_SECONDS ? body.blocked : null;
  const by = blocked?.by ?? '';
  errors.hold('pathBlocked', self.randomFaults.isBlocked || (blocked !== null && !blocked.atGoal), () =>
    robotError(
      'pathBlocked',
      blocked && !isIncident(by) ? { robot: by } : {},
      blocked ? { description: isIncident(by) ? 'Boxes block the way.' : `Robot ${by} stands in the way.` } : {},
    ),
  );
  errors.hold('targetBlocked', blocked?.atGoal === true, () =>
    isIncident(by)
      ? robotError('targetBlocked', {}, { description: 'Boxes stand on the target.' })
      : robotError('targetBlocked', { robot: by }, { description: `Robot ${by} stands on the target.` }),
  );
}
