/**
 * One simulated robot: a steppable model without clocks, timers or network. It hears messages, moves by ticks and
 * tells what it is; the fleet's shell carries that over MQTT.
 */
import * as v from 'valibot';
import type { RobotFault } from '../../contract/endpoints/faults.ts';
import { BATTERY_CRITICAL } from '../../contract/rules/limits.ts';
import { teleopMessage } from '../../contract/wire/actions.ts';
import type { EventMessage, TeleopEcho } from '../../contract/wire/actions.ts';
import type { OrderMessage } from '../../contract/wire/vda5050.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import type { Spot } from '../building/building.ts';
import { chanceOf } from '../fleet/random.ts';
import { ActionStates } from './actionStates.ts';
import { stepBattery } from './battery.ts';
import type { Battery } from './battery.ts';
import { isMoving } from './body.ts';
import type { Body, Course } from './body.ts';
import { Errors, robotError } from './errors.ts';
import { Faults } from './faults.ts';
import type { Ground } from './ground.ts';
import { Hand } from './hand.ts';
import { hearInstantActions } from './instantActions.ts';
import { life, noWishes } from './life.ts';
import type { Living } from './life.ts';
import { Mishaps } from './mishaps.ts';
import { judgeOrder } from './orderRules.ts';
import { baseEnd, emptyBook, takeNew, takeUpdate } from './orders.ts';
import { ActionRunner } from './performing.ts';
import type { Settings } from './performing.ts';
import { profileOf } from './profile.ts';
import type { Profile } from './profile.ts';
import { wayOf } from './report.ts';
import type { Told } from './report.ts';
import { toGo } from './travel.ts';
import type { Journey } from './travel.ts';
import type { Task } from './work/task.ts';

/** Per cent. Below `flat` the wheels get no current; below `orders` no order is taken; below `own` it breaks off its own work. */
const CHARGE = { flat: 1, orders: 5, own: 20 } as const;
const LIFT_PATIENCE_SECONDS = 60;
const BLOCKED_PATIENCE_SECONDS = 10;
/** Higher goes first. */
const RANK = { hand: 1000, narrow: 100, order: 50 } as const;
const NARROW_M = 0.55;
/** A light robot's pack is swapped at this charge: there are no chargers for a thousand. */
const LIGHT_SWAP = 15;

export class Robot {
  readonly spec: DemoRobot;
  readonly profile: Profile;
  readonly body: Body;
  private readonly ground: Ground;
  private readonly faults = new Faults();
  private readonly errors = new Errors();
  private readonly states = new ActionStates();
  private readonly settings: Settings = { lights: false, head: 0, volume: 60, saying: '', cabinet: 0 };
  private readonly wishes = noWishes();
  private readonly mishaps: Mishaps;
  private readonly runner: ActionRunner;
  private readonly living: Living;
  private course: Course<never>;
  private battery: Battery;
  private paused = false;
  private located = true;
  private hand: Hand | null = null;
  private journey: Journey | null = null;
  private task: Task | null = null;
  private errand: Told['errand'] = null;
  private selfOrders = 0;
  private sayingLeft = 0;
  private photos = 0;
  /** What the shell has still to send. */
  private outbox: EventMessage[] = [];
  private asked = new Set<'state' | 'factsheet'>();

  constructor(spec: DemoRobot, ground: Ground, seed: number) {
    this.spec = spec;
    this.ground = ground;
    this.profile = profileOf(spec);
    const { x, y, theta } = spec.pose;
    this.body = {
      id: spec.serialNumber, radius: this.profile.radius, limits: this.profile.limits, mapId: spec.mapId, motion: { x, y, theta, v: 0, w: 0 },
      track: null, s: 0, blocked: null, light: spec.light, rank: 0, yielding: false, asked: null,
    };
    this.battery = { charge: spec.battery, charging: false };
    this.mishaps = new Mishaps(chanceOf(seed, `${spec.serialNumber} mishaps`));
    this.runner = new ActionRunner(this.states, {
      settings: this.settings, cabinets: spec.capabilities.cabinets, charge: (on) => this.charge(on), takePhoto: () => this.takePhoto(),
    });
    this.living = this.makeLiving(seed);
    this.course = life(this.living);
  }

  /** Lives on without the robot's network, or without the robot at all. */
  get network(): 'up' | 'down' | 'dead' {
    return this.faults.has('die') ? 'dead' : this.faults.has('offline') || this.mishaps.isOffline ? 'down' : 'up';
  }

  get hasCamera(): boolean {
    return this.spec.capabilities.video && !this.faults.has('cameraUnplugged');
  }

  /** The lease it obeys; 0: nobody's. */
  get lease(): number {
    return this.hand?.lease ?? 0;
  }

  step(dt: number): void {
    if (this.faults.has('die')) return;
    const now = this.ground.now();
    const { body, errors, wishes } = this;
    const alone = !this.hand && !this.isOnOrder && !this.paused && this.located && !this.eStop && now >= wishes.stayUntil;
    if (!this.spec.light) this.mishaps.step(dt, alone, isMoving(body));
    this.runner.step(dt, now);
    if (this.sayingLeft > 0 && (this.sayingLeft -= dt) <= 0) this.settings.saying = '';
    this.stepBattery(dt);

    body.rank = this.rank();
    const flat = this.battery.charge < CHARGE.flat && !this.battery.charging;
    if (this.eStop || !this.located) body.motion = { ...body.motion, v: 0, w: 0 };
    const riding = this.journey?.phase === 'riding';
    if (this.hand && !riding) this.hand.step(body, this.ground, this.eStop ? 'emergencyStop' : this.paused || flat ? 'held' : null, now, dt);
    if (!this.hand || riding || wishes.interrupted)
      this.course.next({ dt, halted: this.paused || this.eStop || !this.located || this.hand !== null || this.mishaps.isBlocked || flat, interrupted: wishes.interrupted });
    if (this.battery.charging && (Math.abs(body.motion.v) > 0.02 || !this.ground.bays.at(body.mapId, body.motion.x, body.motion.y))) this.charge(false);

    errors.hold('emergencyStop', this.eStop);
    errors.hold('localizationLost', !this.located);
    errors.hold('cameraUnplugged', this.faults.has('cameraUnplugged'));
    errors.hold('busy', this.faults.has('busy'));
    errors.hold('batteryLow', this.battery.charge < BATTERY_CRITICAL && !this.battery.charging);
    errors.hold('liftUnavailable', (this.journey?.waited ?? 0) > LIFT_PATIENCE_SECONDS);
    const blocked = body.blocked && body.blocked.seconds > BLOCKED_PATIENCE_SECONDS ? body.blocked : null;
    errors.hold('pathBlocked', this.mishaps.isBlocked || (blocked !== null && !blocked.atGoal), () =>
      robotError('pathBlocked', blocked ? { robot: blocked.by } : {}, blocked ? { description: `Robot ${blocked.by} stands in the way.` } : {}));
    errors.hold('targetBlocked', blocked !== null && blocked.atGoal, () => robotError('targetBlocked', { robot: blocked?.by ?? '' }, { description: `Robot ${blocked?.by ?? ''} stands on the target.` }));
  }

  private get eStop(): boolean {
    return this.faults.has('emergencyStop');
  }

  private get isOnOrder(): boolean {
    return this.living.book.foreign && this.living.book.nodes.length > 0;
  }

  private rank(): number {
    if (this.hand) return RANK.hand;
    if (this.spec.light) return 0;
    const { mapId, motion, track } = this.body;
    const narrow = track !== null && this.ground.building.floor(mapId).clearance(motion.x, motion.y) < NARROW_M;
    return (narrow ? RANK.narrow : 0) + (this.isOnOrder ? RANK.order : 0);
  }

  private stepBattery(dt: number): void {
    const { body, wishes } = this;
    const effort = (Math.abs(body.motion.v) + Math.abs(body.motion.w) * 0.2) / body.limits.speed;
    const before = this.battery.charge;
    this.battery = stepBattery(this.battery, Math.min(1, effort), dt);
    if (this.spec.light && this.battery.charge < LIGHT_SWAP) this.battery = { ...this.battery, charge: 95 };
    // Falling below the mark breaks its own work off, once.
    if (before >= CHARGE.own && this.battery.charge < CHARGE.own && !this.isOnOrder) wishes.interrupted = true;
  }

  hearOrder(message: unknown): void {
    const { body, ground, wishes, living: { book } } = this;
    const verdict = judgeOrder(message, {
      orderId: book.orderId, updateId: book.updateId, active: book.nodes.length > 0 && wishes.cancelling.length === 0, foreign: book.foreign,
      baseEnd: book.foreign ? baseEnd(book) : null, refusal: this.refusal(), liftRide: this.spec.capabilities.liftRide, radius: body.radius,
      at: { mapId: body.mapId, x: body.motion.x, y: body.motion.y }, canDo: (type) => this.canDo(type),
    }, ground);
    switch (verdict.verdict) {
      case 'refused': return this.errors.refuse(verdict.error, ground.now());
      case 'repeat': return;
      case 'update': return takeUpdate(this.living, verdict.order);
      case 'new':
        if (book.foreign && wishes.cancelling.length > 0) wishes.next = verdict.order;
        else this.take(verdict.order);
    }
  }

  private refusal() {
    if (this.faults.has('busy')) return 'busy' as const;
    if (this.hand) return 'manual' as const;
    if (!this.located) return 'localizationLost' as const;
    return this.battery.charge < CHARGE.orders && !this.battery.charging ? 'batteryLow' as const : null;
  }

  private take(order: OrderMessage): void {
    takeNew(this.living, order);
    this.errand = null;
    this.wishes.interrupted = true;
    this.wishes.charging = null;
  }

  private canDo(type: string): boolean {
    return type === 'startCharging' || type === 'stopCharging' || (type !== 'controlLease' && (this.profile.actions as readonly string[]).includes(type));
  }

  hearInstantActions(message: unknown): void {
    const { states, errors, ground, body, wishes, runner } = this;
    hearInstantActions(message, {
      states, errors, ground, radius: body.radius, mapId: body.mapId,
      canDo: (type) => this.canDo(type),
      pause: () => void (this.paused = true),
      unpause: () => void (this.paused = false),
      cancel: (actionId) => {
        if (!this.isOnOrder) return false;
        wishes.cancelling.push(actionId);
        wishes.interrupted = true;
        return true;
      },
      relocate: (to, lastNodeId) => this.relocate(to, lastNodeId),
      charge: (actionId) => this.chargeAsAsked(actionId),
      lease: (lease, holder) => this.setLease(lease, holder),
      begin: (action) => runner.begin(action, ground.now()),
      tell: (what) => void this.asked.add(what),
    });
  }

  private relocate({ mapId, x, y, theta }: Spot & { theta: number }, lastNodeId: string | null): string | null {
    const { body, ground } = this;
    if (this.journey?.phase === 'riding') return 'The robot is in a lift that moves.';
    const before = { mapId: body.mapId, motion: body.motion };
    body.mapId = mapId;
    body.motion = { x, y, theta, v: 0, w: 0 };
    if (ground.traffic.near(body, body.radius * 2).length > 0) {
      Object.assign(body, before);
      return 'Another robot stands there.';
    }
    if (lastNodeId !== null) this.living.book.lastNodeId = lastNodeId;
    this.located = true;
    this.faults.clear('localizationLost');
    this.wishes.interrupted = true;
    return null;
  }

  private chargeAsAsked(actionId: string): string | null {
    if (this.hand) return 'The robot is steered by hand.';
    if (this.isOnOrder) return 'An order is being carried out.';
    if (this.battery.charging) return this.states.set(actionId, 'FINISHED', this.ground.now()), null;
    if (!this.located) return 'The robot does not know where it is.';
    this.wishes.charging = actionId;
    this.wishes.interrupted = true;
    return null;
  }

  /** Whom it lets drive it by hand; 0: nobody. An order that was going on waits and goes on afterwards. */
  private setLease(lease: number, holder: string): void {
    if (lease === this.lease) return;
    if (this.hand && lease === 0) {
      this.body.motion = { ...this.body.motion, v: 0, w: 0 };
      this.wishes.interrupted = true;
      this.wishes.stayUntil = this.ground.now() + 60_000;
    }
    this.hand = lease === 0 ? null : new Hand(lease, holder);
  }

  /** The broker is lost, and with it the hand: nobody could stop the robot any more. */
  loseHand(): void {
    this.setLease(0, '');
  }

  /** @param arrival ms, by the clock that `ground.now` follows */
  hearTeleop(message: unknown, arrival: number): void {
    const parsed = v.safeParse(teleopMessage, message);
    if (parsed.success) this.hand?.hear(parsed.output, arrival);
  }

  /** Null while nobody steers. */
  echo(): TeleopEcho | null {
    return this.hand?.echo(this.body.motion) ?? null;
  }

  hasHandNews(): boolean {
    return this.hand?.takeNews() ?? false;
  }

  setFault(fault: RobotFault, on: boolean): void {
    const charge = this.faults.set(fault, on, this.battery.charge);
    if (charge !== null) {
      this.battery = { ...this.battery, charge };
      if (on && !this.isOnOrder) this.wishes.interrupted = true;
    }
    if (fault === 'localizationLost') this.located = !on;
    if (fault === 'die') this.restart(on);
  }

  /** A robot that died stands where it was and has forgotten what it was at. */
  private restart(dead: boolean): void {
    this.body.motion = { ...this.body.motion, v: 0, w: 0 };
    this.body.track = null;
    if (dead) return;
    const { book } = this.living;
    Object.assign(book, emptyBook(book.lastNodeId));
    Object.assign(this.wishes, noWishes());
    this.states.failOrder(this.ground.now(), 'The robot restarted.');
    this.states.forgetOrder();
    this.hand = null;
    this.paused = false;
    this.errand = this.journey = this.task = null;
    this.course.return(undefined as never);
    this.course = life(this.living);
  }

  private charge(on: boolean): boolean {
    const { mapId, motion } = this.body;
    const bay = this.ground.bays.at(mapId, motion.x, motion.y);
    if (on && !bay) return false;
    if (on && bay) this.ground.bays.take(bay.id, this.body.id);
    if (!on) this.ground.bays.release(this.body.id);
    this.battery = { ...this.battery, charging: on };
    return true;
  }

  private takePhoto(): void {
    const { body, ground } = this;
    const photoId = `${this.spec.serialNumber}.${ground.now()}.${++this.photos}`.slice(0, 64);
    this.outbox.push({ id: photoId, at: Math.round(ground.now()), event: { type: 'photo', photoId } });
    void body;
  }

  /** What happened since it was last asked. */
  takeEvents(): EventMessage[] {
    const events = this.outbox;
    this.outbox = [];
    return events;
  }

  /** What a message asked it to tell at once. */
  takeAsked(): ReadonlySet<'state' | 'factsheet'> {
    const { asked } = this;
    this.asked = new Set();
    return asked;
  }

  told(): Told {
    const { ground, body, living: { book }, journey, battery } = this;
    const now = ground.now();
    const waitsForLift = journey !== null && journey.phase !== 'driving';
    return {
      now, body, book, errand: this.errand, battery, paused: this.paused, byHand: this.hand !== null, located: this.located, eStop: this.eStop,
      fieldViolation: this.mishaps.isBlocked, task: this.taskTold(waitsForLift),
      // What is about to be left is not told as if it belonged to what was just asked.
      way: this.wishes.interrupted ? [] : wayOf(body), toGo: journey && !this.wishes.interrupted ? toGo(body, journey) : null, settings: this.settings,
      actionStates: this.states.list(now), errors: this.errors.now(now),
    };
  }

  private taskTold(waitsForLift: boolean): Task | null {
    const { book } = this.living;
    const none = { progress: null, until: null, stops: [] };
    if (this.hand) return { kind: 'manual', target: '', ...none };
    const target = book.nodes.at(-1)?.nodeId ?? '';
    const task: Task | null = this.isOnOrder ? { kind: this.isChargeOrder() ? 'charge' : 'goTo', target, ...none, progress: this.progress() } : this.task;
    return task && waitsForLift ? { ...task, kind: 'lift' } : task;
  }

  private isChargeOrder(): boolean {
    return this.living.book.nodes.some(({ actions }) => actions.some(({ actionType }) => actionType === 'startCharging'));
  }

  /** How much of an order's way is done. */
  private progress(): number | null {
    const { journey, body, living: { book } } = this;
    if (!journey) return null;
    const left = toGo(body, journey);
    book.way = Math.max(book.way, left);
    return book.way > 0 ? 1 - left / book.way : null;
  }

  private makeLiving(seed: number): Living {
    const robot = this;
    return {
      spec: this.spec, body: this.body, ground: this.ground, chance: chanceOf(seed, this.spec.serialNumber),
      states: this.states, errors: this.errors, wishes: this.wishes, book: emptyBook(this.spec.homePointId),
      get battery() {
        return robot.battery;
      },
      journey: (journey) => void (this.journey = journey),
      setTask: (task) => void (this.task = task),
      setErrand: (target) => {
        this.errand = target;
        if (target) Object.assign(this.living.book, { orderId: `self-${++this.selfOrders}`, updateId: 0, foreign: false, nodes: [], edges: [] });
      },
      reached: (nodeId) => void Object.assign(this.living.book, { lastNodeId: nodeId, lastNodeSequenceId: 2 }),
      say: (text) => {
        this.settings.saying = text;
        this.sayingLeft = Math.max(2, text.length / 4);
      },
      charge: (on) => this.charge(on),
      begin: (action) => this.runner.begin(action, this.ground.now()),
      take: (order) => this.take(order),
    };
  }
}
