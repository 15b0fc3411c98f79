/**
 * Sends Stop commands during each flood, and measures their latency to the robot, the event loop's delay, and memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/figures.ts';
import { FLOODS } from './floods.ts';
import { floodWorld, type FloodWorld } from './world.ts';

export interface FloodFigures {
  name: string;
  /** Stops requested, refused, and not received by their robot within LOST_MS. */
  asked: number;
  refused: number;
  lost: number;
  /** From the request to the robot, ms. */
  p50: number;
  p99: number;
  slowest: number;
  /** Delay of the event loop, ms. */
  lagP99: number;
  lagMax: number;
  /** MiB: during the flood, and in use some seconds after it. */
  memory: number;
  memoryAfter: number;
}

const LOST_MS = 15_000;
const PRESS_MS = 150;
/** Maximum wait after a flood; ends earlier once memory is near its idle level. */
const REST_MS = 4_000;
const LOOK_MS = 500;
/** Target, as a multiple of the idle level. */
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
 * @param seconds duration of each flood
 * @param robots number of robots stopped at the same moment
 * @param only runs the floods with this word in their names, besides the idle measurement
 * @returns the idle figures first, then those of all robots at once, then of each flood
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
      await world.figures(); // resets the event loop's statistics
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
