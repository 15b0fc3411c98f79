/**
 * A robot's alarms: what it finds at random while it works, or on demand, until it is over. What lasts and stays in
 * sight is reported again under a new id; the server merges the reports.
 */
import type { AlarmType } from '../../contract/entities/robotConstants.ts';
import { type AlarmMoment, SEVERITY_OF_EVENT } from '../../contract/rules/alarms.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import type { Chance } from '../fleet/random.ts';
import type { Body } from '../robot/body.ts';
import type { Environment } from '../robot/environment.ts';
import { ALARM_KINDS, alarmsOf } from './alarmKinds.ts';
import type { Incident } from './incidents.ts';
import { type AlarmPlace, isInSight, placeFor, type View } from './places.ts';

/** A picture that is to be taken. */
export interface AlarmPicture {
  readonly alarmId: string;
  readonly moment: AlarmMoment;
  /** Simulated time, ms since 1970. */
  readonly at: number;
  readonly view: View;
  /** What the alarm is about; null if it is not there in this picture. */
  readonly incident: Incident | null;
  /** Its frame is drawn into the picture: nothing reports where it is. */
  readonly isFramed?: boolean;
}

/** No alarms in the first seconds, so that a fresh demo starts quietly. */
const QUIET_SECONDS = 600;
/** How long a robot looks for a place that fits, s. */
const PATIENCE_SECONDS = 900;
/** Alarms of one robot at a time, besides those on demand. */
const MOST_AT_ONCE = 2;
const AGAIN_SECONDS = [110, 130] as const;
/** How long ago the robot saw the place without the alarm, s. */
const BEFORE_SECONDS = [20, 240] as const;
/** Pictures waiting to be taken. */
const MOST_PICTURES = 20;

interface Raised {
  readonly incident: Incident;
  readonly place: AlarmPlace;
  readonly onDemand: boolean;
  /** The latest report's id; empty while the robot's settings switch the alarm off. */
  alarmId: string;
  /** Simulated times, ms. */
  againAt: number;
  endsAt: number;
}

export interface AlarmWatchOptions {
  spec: DemoRobot;
  body: Body;
  environment: Environment;
  chance: Chance;
  /** Multiplies the rates of alarms; 0: none except on demand. */
  rate: number;
  /** Whether the robot's settings let it report the alarm. @param value what it measures */
  isOn: (alarm: AlarmType, value: number | undefined) => boolean;
  /** @returns the id of the event */
  tell: (event: EventMessage['event']) => string;
  /** The face of a person with a high temperature. */
  seeFace: (temperature: number, alarmId: string) => void;
}

export class AlarmWatch {
  private readonly options: AlarmWatchOptions;
  private readonly kinds: ReturnType<typeof alarmsOf>;
  private readonly raised: Raised[] = [];
  private looking: { alarm: AlarmType; seconds: number } | null = null;
  private pictures: AlarmPicture[] = [];
  private age = 0;
  private rest = 0;
  private counted = 0;

  constructor(options: AlarmWatchOptions) {
    this.options = options;
    this.kinds = alarmsOf(options.spec.kind);
  }

  /** @param alone on its own work, without a user's order or teleop */
  step(dt: number, alone: boolean): void {
    this.age += dt;
    this.rest += dt;
    if (this.rest < 1) return;
    this.rest -= 1;
    this.follow();
    if (this.options.rate > 0 && alone && this.age >= QUIET_SECONDS) this.lookAround();
  }

  /** Raises the alarm here at once and until it is switched off. */
  setOnDemand(alarm: AlarmType, on: boolean): void {
    const known = this.raised.find((one) => one.onDemand && one.incident.alarm === alarm);
    if (on === (known !== undefined)) return;
    if (known) return this.end(known);
    const place = placeFor(alarm, { ...this.search(), anywhere: true });
    if (place) this.raise(alarm, place, null);
  }

  /** Returns and clears the pictures to take. */
  takePictures(): AlarmPicture[] {
    const { pictures } = this;
    this.pictures = [];
    return pictures;
  }

  private search() {
    const { body, environment, chance } = this.options;
    const { mapId } = body;
    const { x, y, theta } = body.motion;
    return { from: { mapId, x, y, theta }, floor: environment.building.floor(mapId), chance };
  }

  private lookAround(): void {
    const { chance, rate } = this.options;
    if (!this.looking) {
      const total = this.kinds.reduce((sum, { perHour }) => sum + perHour, 0);
      if (!chance.happens(total * rate, 1)) return;
      let drawn = chance.next() * total;
      const found = this.kinds.find(({ perHour }) => (drawn -= perHour) < 0);
      if (!found || this.raised.length >= MOST_AT_ONCE) return;
      this.looking = { alarm: found.alarm, seconds: 0 };
    }
    const { looking } = this;
    if ((looking.seconds += 1) > PATIENCE_SECONDS) this.looking = null;
    const place = placeFor(looking.alarm, { ...this.search(), anywhere: false });
    if (!place || !this.isVacant(looking.alarm, place)) return;
    this.looking = null;
    this.raise(looking.alarm, place, chance.between(...ALARM_KINDS[looking.alarm].seconds));
  }

  /** Nothing else is there, and no robot that would end up in boxes that block the way. */
  private isVacant(alarm: AlarmType, { x, y, view }: AlarmPlace): boolean {
    const { environment, body } = this.options;
    return (
      environment.incidents.on(view.mapId).every((other) => Math.hypot(other.x - x, other.y - y) > 2) &&
      (alarm !== 'navigationException' ||
        environment.traffic.near(body).every(({ motion }) => Math.hypot(motion.x - x, motion.y - y) > 1.2))
    );
  }

  /** @param seconds how long it lasts; null: until it is switched off */
  private raise(alarm: AlarmType, place: AlarmPlace, seconds: number | null): void {
    const { environment, chance } = this.options;
    const { value: range, digits = 0 } = ALARM_KINDS[alarm];
    const { x, y, theta, door, view } = place;
    const now = environment.now();
    // On demand it is as strong as it can be, so that it is raised unless somebody has set a higher limit.
    const drawn = range && (seconds === null ? range[1] : chance.between(...range));
    const value = drawn === undefined ? undefined : Number(drawn.toFixed(digits));
    const alarmId = this.report(alarm, place, value);
    const incident: Incident = {
      id: `${this.options.spec.serialNumber}.i${++this.counted}`,
      alarm,
      mapId: view.mapId,
      x,
      y,
      theta,
      ...(door !== undefined && { door }),
      ...(value !== undefined && { value }),
    };
    environment.incidents.add(incident);
    this.raised.push({
      incident,
      place,
      onDemand: seconds === null,
      alarmId,
      againAt: now + chance.between(...AGAIN_SECONDS) * 1000,
      endsAt: seconds === null ? Infinity : now + seconds * 1000,
    });
    if (alarmId === '') return;
    this.firstPictures(alarmId, incident, view);
    if (alarm === 'highTemperature' && value !== undefined) this.options.seeFace(value, alarmId);
  }

  private firstPictures(alarmId: string, incident: Incident, view: View): void {
    const now = this.options.environment.now();
    const before = now - this.options.chance.between(...BEFORE_SECONDS) * 1000;
    this.picture({ alarmId, moment: 'at', at: now, view, incident });
    this.picture({ alarmId, moment: 'before', at: before, view, incident: null });
  }

  /** @returns the id of the event; empty if the robot's settings switch it off */
  private report(alarm: AlarmType, { x, y, view }: AlarmPlace, value: number | undefined): string {
    if (!this.options.isOn(alarm, value)) return '';
    return this.options.tell({
      type: 'alarm',
      alarm,
      // Towards the thing, as the robot sees it.
      pose: { mapId: view.mapId, x, y, theta: Math.atan2(Math.sin(view.theta), Math.cos(view.theta)) },
      severity: SEVERITY_OF_EVENT[alarm],
      ...(value !== undefined && { value }),
    });
  }

  private follow(): void {
    const { environment, body, chance } = this.options;
    const now = environment.now();
    for (const one of [...this.raised]) {
      const { incident, place } = one;
      if (now >= one.endsAt) this.end(one);
      else if (
        now >= one.againAt &&
        body.mapId === incident.mapId &&
        (one.onDemand || isInSight(environment.building.floor(body.mapId), body.motion, place))
      ) {
        const alarmId = this.report(incident.alarm, place, incident.value);
        if (alarmId !== '' && one.alarmId === '') this.firstPictures(alarmId, incident, place.view);
        one.alarmId = alarmId || one.alarmId;
        one.againAt = now + chance.between(...AGAIN_SECONDS) * 1000;
      }
    }
  }

  private end(one: Raised): void {
    const { environment, tell } = this.options;
    this.raised.splice(this.raised.indexOf(one), 1);
    environment.incidents.end(one.incident.id);
    if (one.alarmId === '') return;
    tell({ type: 'alarmOver', alarmId: one.alarmId });
    this.picture({
      alarmId: one.alarmId,
      moment: 'after',
      at: environment.now(),
      view: one.place.view,
      incident: null,
    });
  }

  private picture(picture: AlarmPicture): void {
    if (!this.options.spec.capabilities.video) return;
    this.pictures = [...this.pictures.slice(1 - MOST_PICTURES), picture];
  }
}
