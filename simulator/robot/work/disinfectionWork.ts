/**
 * A disinfection on order: what it covered so far, who it saw and what it reports. Survives interruptions, so that the
 * robot goes on where it was after teleop.
 */
import * as v from 'valibot';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { cellCentre, decodeRuns, encodeRuns, MOST_RUN_NUMBERS } from '../../../contract/rules/cellGrid.ts';
import { CLEAR_MS, COVERED_FROM, LANE_M, laneSpeed, REACH_M } from '../../../contract/rules/disinfection.ts';
import {
  CELL_SKIPPED,
  disinfectOrder,
  DOSE_STEPS,
  DOSE_TOP,
  MOST_PAUSES,
  type DisinfectionReport,
  type DisinfectOrder,
} from '../../../contract/wire/disinfection.ts';
import type { VdaAction } from '../../../contract/wire/vda5050.ts';
import type { Chance } from '../../fleet/random.ts';
import { parametersOf } from '../actionRunner.ts';

/** Litres. */
export const TANK = 6;
/** People who come near, per hour, and how long they stay, s. */
const PEOPLE_PER_HOUR = 5;
const STAYS_SECONDS = [15, 80] as const;
const REPORT_MS = 2_000;
/** The last report is repeated this often, for this long: a server that was away gets it. */
const REPEAT_MS = 5_000;
const REPEATED_MS = 10 * 60_000;
/** Longest coding of the cells that is sent; beyond it doses are rounded. */
const MOST_SENT = Math.min(3_000, MOST_RUN_NUMBERS);
/** Fewest cells over which what is given off spreads. */
const FEWEST_CELLS = 4;

export interface Tank {
  /** Litres. */
  agent: number;
}

/** @returns the order, or why it cannot be read */
export function readDisinfection(action: VdaAction): DisinfectOrder | string {
  const { plan } = parametersOf(action);
  try {
    const read = v.safeParse(disinfectOrder, JSON.parse(String(plan)));
    return read.success ? read.output : `disinfect needs a valid plan: ${read.issues[0].message}.`;
  } catch {
    return 'disinfect needs a plan in JSON.';
  }
}

export class DisinfectionWork {
  readonly actionId: string;
  readonly order: DisinfectOrder;
  readonly sections: DisinfectionReport['sections'];
  over: DisinfectionReport['over'] = null;
  /** The section in work. */
  at = 0;
  private readonly tank: Tank;
  private readonly people: Chance;
  private readonly cells: readonly number[][];
  private readonly centres: readonly Place[];
  /** Share of the aim in each cell. */
  private readonly given: Float32Array;
  private readonly skipped = new Set<number>();
  private pauses: DisinfectionReport['pauses'] = [];
  private personUntil = 0;
  private clearAt = 0;
  private sequence = 0;
  private sentAt = -Infinity;
  private endedAt: number | null = null;

  constructor(actionId: string, order: DisinfectOrder, tank: Tank, people: Chance) {
    this.actionId = actionId;
    this.order = order;
    this.tank = tank;
    this.people = people;
    const { grid, planned, sections } = order;
    const length = grid.columns * grid.rows;
    const values = decodeRuns(planned, length);
    this.cells = sections.map((_, i) => [...values.keys()].filter((cell) => values[cell] === i + 1));
    this.centres = Array.from({ length }, (_, cell) => cellCentre(grid, cell));
    this.given = new Float32Array(length);
    this.sections = sections.map(() => ({ state: 'waiting', seconds: 0 }));
  }

  get isOver(): boolean {
    return this.over !== null;
  }
  cellsOf(section: number): readonly number[] {
    return this.cells[section] ?? [];
  }
  placeOf(cell: number): Place {
    return this.centres[cell] ?? [0, 0];
  }
  isCovered(cell: number): boolean {
    return (this.given[cell] ?? 0) >= COVERED_FROM;
  }
  skip(cell: number): void {
    this.skipped.add(cell);
  }
  get hasAgent(): boolean {
    return this.order.mode === 'uv' || this.tank.agent > 0;
  }
  isPersonNear(now: number): boolean {
    return now < this.personUntil;
  }
  /** UV and mist wait until nobody has been seen for a while. */
  isUnsafe(now: number): boolean {
    return this.order.mode !== 'spray' && now < this.clearAt;
  }
  /** When the present pause began, ms; null while it works. */
  get pausedSince(): number | null {
    const last = this.pauses.at(-1);
    return last && last.until === null ? last.at : null;
  }

  /** A person comes near. */
  meet(now: number, seconds: number): void {
    this.personUntil = Math.max(this.personUntil, now + seconds * 1000);
    this.clearAt = this.personUntil + CLEAR_MS;
  }
  lookAround(now: number, dt: number): void {
    if (!this.isPersonNear(now) && this.people.happens(PEOPLE_PER_HOUR, dt))
      this.meet(now, this.people.between(...STAYS_SECONDS));
  }
  pause(now: number, [x, y]: Place): void {
    if (this.pausedSince !== null) return;
    const pause = { at: Math.round(now), until: null, x: milli(x), y: milli(y) };
    this.pauses = [...this.pauses, pause].slice(-MOST_PAUSES);
    this.sentAt = -Infinity;
  }
  goOn(now: number): void {
    this.pauses = this.pauses.map((pause) => ({ ...pause, until: pause.until ?? Math.round(now) }));
    this.sentAt = -Infinity;
  }

  /** Gives off around a place for `dt` seconds, over the section's cells. */
  emit(section: number, [x, y]: Place, dt: number): void {
    const aim = this.order.sections[section]?.dose ?? 1;
    const { cellM } = this.order.grid;
    const near = this.cellsOf(section).filter((cell) => {
      const [cx, cy] = this.placeOf(cell);
      return Math.hypot(cx - x, cy - y) <= REACH_M;
    });
    const amount = aim * laneSpeed(this.order.mode, aim) * LANE_M * dt;
    const each = amount / (Math.max(FEWEST_CELLS, near.length) * cellM ** 2) / aim;
    for (const cell of near) this.given[cell] = (this.given[cell] ?? 0) + each;
    this.use(amount);
  }
  /** Gives off at a point, evenly over its cells. */
  emitAtPoint(section: number, part: number): void {
    const cells = this.cellsOf(section);
    for (const cell of cells) this.given[cell] = (this.given[cell] ?? 0) + part;
    this.use((this.order.sections[section]?.dose ?? 0) * part * cells.length * this.order.grid.cellM ** 2);
  }
  private use(amount: number): void {
    if (this.order.mode !== 'uv') this.tank.agent = Math.max(0, this.tank.agent - amount / 1000);
  }

  end(over: NonNullable<DisinfectionReport['over']>): void {
    this.over ??= over;
    this.sentAt = -Infinity;
  }

  /** The report that is due; null if none is. @param hasEnded the action's state: an interruption ends the work */
  due(now: number, hasEnded: boolean): DisinfectionReport | null {
    if (hasEnded && this.over === null) this.end('interrupted');
    if (this.over !== null) {
      if (this.endedAt === null) this.goOn(now);
      this.endedAt ??= now;
    }
    if (this.isForgotten(now) || now - this.sentAt < (this.over === null ? REPORT_MS : REPEAT_MS)) return null;
    this.sentAt = now;
    return {
      runId: this.order.runId,
      sequence: this.sequence++,
      doses: this.coded(),
      sections: this.sections.map(({ state, seconds }) => ({ state, seconds: Math.round(seconds) })),
      pauses: this.pauses,
      agentLeft: this.order.mode === 'uv' ? null : Math.round(this.tank.agent * 100) / 100,
      agentFull: this.order.mode === 'uv' ? null : TANK,
      over: this.over,
    };
  }
  isForgotten(now: number): boolean {
    return this.endedAt !== null && now - this.endedAt > REPEATED_MS;
  }

  private coded(): number[] {
    const coding = (step: number): number[] =>
      encodeRuns(
        Array.from(this.given, (share, cell) =>
          this.skipped.has(cell) && share < COVERED_FROM
            ? CELL_SKIPPED
            : Math.min(DOSE_TOP, Math.round((share * DOSE_STEPS) / step) * step),
        ),
      );
    const fine = coding(1);
    if (fine.length <= MOST_SENT) return fine;
    const coarse = coding(DOSE_STEPS / 2);
    return coarse.length <= MOST_SENT ? coarse : coding(DOSE_STEPS);
  }
}

const milli = (metres: number): number => Math.round(metres * 1000) / 1000;
