/**
 * The compartments of a robot, numbered from 1. An open one closes by itself after a while, and when the robot drives
 * off.
 */

/** Seconds for which a compartment stays open, and that its door takes to open or close. */
const STAYS_OPEN = 120;
export const CABINET_DOOR_SECONDS = 1.5;

export class Cabinets {
  readonly count: number;
  /** Seconds left, by the number of the open compartment. */
  private readonly open = new Map<number, number>();

  constructor(count: number) {
    this.count = count;
  }

  has(cabinet: number): boolean {
    return Number.isInteger(cabinet) && cabinet >= 1 && cabinet <= this.count;
  }

  isOpen(cabinet: number): boolean {
    return this.open.has(cabinet);
  }

  get openOnes(): number[] {
    return [...this.open.keys()].sort((a, b) => a - b);
  }

  /** @returns false if there is no such compartment */
  setOpen(cabinet: number, isOpen: boolean): boolean {
    if (!this.has(cabinet)) return false;
    if (isOpen) this.open.set(cabinet, STAYS_OPEN);
    else this.open.delete(cabinet);
    return true;
  }

  step(dt: number, isMoving: boolean): void {
    for (const [cabinet, left] of this.open)
      if (isMoving || left <= dt) this.open.delete(cabinet);
      else this.open.set(cabinet, left - dt);
  }
}
