/** Presses Stop under each flood, and measures what becomes of it: at the robot, on the event loop, in memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/figures.ts';
import { FLOODS } from './floods.ts';
import { floodWorld, type FloodWorld } from './world.ts';

export interface FloodFigures {
  name: string;
  /** Stops asked for, refused, and not heard by their robot in LOST_MS. */
  asked: number;
  refused: number;
  lost: number;
  /** From the press to the robot, ms. */
  p50: number;
  p99: number;
  slowest: number;
  /** Of the event loop, ms. */
  lagP99: number;
  lagMax: number;
  /** MiB: while it went on, and what is held on to some seconds after. */
  memory: number;
  memoryAfter: number;
}

const LOST_MS = 15_000;
const PRESS_MS = 150;
/** What a flood began is over in this time, or before: as soon as memory is near its level at rest again. */
const REST_MS = 4_000;
const LOOK_MS = 500;
/** What is aimed at, times the level at rest. */
const NEAR_REST = 1.5;

interface Press {
  refused: boolean;
  ms: number;
}

async function press(world: FloodWorld, serialNumber: string): Promise<Press> {
  const began = performance.now();
  const answer = await Promise.race([
    world.api.commands.stop({ serialNumber }).catch(() => null),
    sleep(LOST_MS, undefined),
  ]);
  if (answer === null) return { refused: true, ms: Number.POSITIVE_INFINITY };
  if (answer === undefined) return { refused: false, ms: Number.POSITIVE_INFINITY };
  while (performance.now() - began < LOST_MS) {
    const at = world.heardAt(answer.id);
    if (at !== undefined) return { refused: false, ms: at - began };
    await sleep(5);
  }
  return { refused: false, ms: Number.POSITIVE_INFINITY };
}

/**
 * @param seconds how long each flood goes on; @param robots how many are stopped in the same moment;
 * @param only the floods with this word in their names, beside rest
 * @returns the figures at rest first, then those of 200 at once, then of each flood
 */
export async function flood({
  seconds,
  robots,
  only = '',
  say,
}: {
  seconds: number;
  robots: number;
  only?: string;
  say: (figures: FloodFigures) => void;
}): Promise<FloodFigures[]> {
  const world = await floodWorld(robots);
  const all: FloodFigures[] = [];
  const note = async (name: string, presses: readonly Press[]): Promise<void> => {
    const { lagP99, lagMax, memory } = await world.figures();
    const level = all[0]?.memoryAfter ?? Number.POSITIVE_INFINITY;
    let memoryAfter = await world.memoryHeld();
    for (let rested = 0; rested < REST_MS && memoryAfter > NEAR_REST * level; rested += LOOK_MS) {
      await sleep(LOOK_MS);
      memoryAfter = await world.memoryHeld();
    }
    const times = presses.map(({ ms }) => ms);
    const figures = {
      name,
      asked: presses.length,
      refused: presses.filter(({ refused }) => refused).length,
      lost: presses.filter(({ refused, ms }) => !refused && ms === Number.POSITIVE_INFINITY).length,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      slowest: Math.max(...times),
      lagP99: lagP99 * 1_000,
      lagMax: lagMax * 1_000,
      memory,
      memoryAfter,
    };
    all.push(figures);
    say(figures);
  };
  try {
    let next = 0;
    for (const [name, begin] of Object.entries(FLOODS)) {
      if (name !== 'at rest' && !name.includes(only)) continue;
      await world.figures(); // begins the count of the event loop's stalls again
      const end = await begin(world);
      const presses: Promise<Press>[] = [];
      for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(PRESS_MS)) {
        next += 1;
        presses.push(press(world, world.robots[2 + (next % (world.robots.length - 2))] ?? ''));
      }
      if (name === 'the database stalled')
        presses.push(...world.robots.map((serialNumber) => press(world, serialNumber)));
      const pressed = await Promise.all(presses);
      await end();
      await note(name, pressed);
      if (name === 'at rest')
        await note(
          `${robots} at once`,
          await Promise.all(world.robots.map((serialNumber) => press(world, serialNumber))),
        );
    }
    return all;
  } finally {
    await world.close();
  }
}
