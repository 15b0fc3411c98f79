/**
 * Face recognition of a simulated robot: only while the server allows it, and only persons of the server's list. People
 * are drawn (demo/portrait.ts).
 */
import type { FaceRecognition } from '../../contract/wire/privateCommands.ts';
import { lookOf, PASSERS_BY, simulatedFaceId } from '../../demo/people.ts';
import type { Chance } from '../fleet/random.ts';
import { randomId } from './work/people.ts';

export interface FaceSighting {
  readonly faceId: string;
  /** Of demo/portrait.ts. */
  readonly look: number;
  /** null for a stranger. */
  readonly personId: string | null;
  /** Degrees Celsius; null without a thermometer. */
  readonly temperature: number | null;
  /** Of the alarm that was raised for it; '' if there is none. */
  readonly alarmId: string;
  readonly pose: { readonly mapId: string; readonly x: number; readonly y: number; readonly theta: number };
}

/** Sightings that wait to be sent; older ones are dropped. */
const MOST = 10;
/** Share of the people who pass and are registered. */
const REGISTERED = 0.35;
/** Share of the readings that fail. */
const NO_READING = 0.05;
/** Two lists this far apart, ms, can have overtaken each other. */
const OVERTAKING_MS = 60_000;
const USUAL = { low: 36.1, high: 36.9 } as const;

export class FaceSight {
  private readonly chance: Chance;
  private readonly pose: () => FaceSighting['pose'];
  private readonly clock: () => number;
  private isOn = false;
  private listedAt = 0;
  private persons: readonly { personId: string; look: number; until: number | null }[] = [];
  private sightings: FaceSighting[] = [];

  /** @param clock of the machine, ms: consents end by it */
  constructor(chance: Chance, pose: () => FaceSighting['pose'], clock: () => number = Date.now) {
    this.chance = chance;
    this.pose = pose;
    this.clock = clock;
  }

  /** Whether the server allows it. */
  get isAllowed(): boolean {
    return this.isOn;
  }

  /** The complete list replaces the one before: who is missing is forgotten, also in what waits to be sent. */
  hear({ sentAt, isOn, persons }: FaceRecognition): void {
    // Two servers can overtake each other; a much older list is of a clock that was set back.
    if (sentAt < this.listedAt && this.listedAt - sentAt < OVERTAKING_MS) return;
    this.listedAt = sentAt;
    this.isOn = isOn;
    this.persons = persons.flatMap(({ personId, faceId, until }) => {
      const look = lookOf(faceId);
      return look === null ? [] : [{ personId, look, until }];
    });
    const known = new Set(this.persons.map(({ personId }) => personId));
    this.sightings = isOn ? this.sightings.filter(({ personId }) => personId === null || known.has(personId)) : [];
  }

  /** Somebody passes. @param temperature measured with an alarm; else drawn */
  see(temperature?: number, alarmId = ''): void {
    const { chance } = this;
    // Drawn in any case, so that switching recognition on does not change the rest of the day.
    const [who, pick, reading, degrees] = [chance.next(), chance.next(), chance.next(), chance.next()];
    const suffix = randomId(chance);
    if (!this.isOn) return;
    const now = this.clock();
    const registered = this.persons.filter(({ until }) => until === null || until > now);
    const person = who < REGISTERED ? (registered[Math.floor(pick * registered.length)] ?? null) : null;
    const look = person?.look ?? PASSERS_BY.first + Math.floor(pick * PASSERS_BY.count);
    const usual = reading < NO_READING ? null : Math.round((USUAL.low + degrees * (USUAL.high - USUAL.low)) * 10) / 10;
    this.sightings.push({
      faceId: simulatedFaceId(look, suffix),
      look,
      personId: person?.personId ?? null,
      temperature: temperature ?? usual,
      alarmId,
      pose: this.pose(),
    });
    if (this.sightings.length > MOST) this.sightings.shift();
  }

  /** Returns and clears what waits. */
  take(): FaceSighting[] {
    const { sightings } = this;
    this.sightings = [];
    return sightings;
  }

  /** Whether a sighting that was taken may still be reported: the person may have been erased meanwhile. */
  mayReport({ personId }: FaceSighting): boolean {
    return this.isOn && (personId === null || this.persons.some((one) => one.personId === personId));
  }
}
