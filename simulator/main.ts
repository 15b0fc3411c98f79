/**
 * The simulator: `node simulator.js <credentials file> [--robots N] [--seed S] [--alarms R]`. Started by the server, it
 * obeys orders over the process channel; it also runs standalone. R multiplies the rates of alarms; 0: none.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { robotCredentials, simulatorCommand } from '../contract/wire/simulator.ts';
import type { RobotCredentials, SimulatorReport } from '../contract/wire/simulator.ts';
import { roster, WAITING } from '../demo/roster.ts';
import { createAddedRobots } from './fleet/addedRobots.ts';
import { startFleet } from './fleet/fleet.ts';
import { createLog } from './log.ts';

const USAGE = 'usage: simulator <credentials file> [--robots N] [--seed S] [--alarms R]';
/** Limit before `ready` is sent to the server, ms; the remaining robots connect later. */
const READY_MS = 10_000;

const log = createLog(process.env.LOG_LEVEL ?? 'info');

const whole = (least: number) => v.pipe(v.string(), v.regex(/^\d+$/u), v.transform(Number), v.minValue(least));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { robots: { type: 'string' }, seed: { type: 'string' }, alarms: { type: 'string' } },
});
const settings = v.safeParse(
  v.object({
    file: v.string(USAGE),
    robots: v.optional(whole(0)),
    seed: v.optional(whole(0), '1'),
    alarms: v.optional(whole(0), '1'),
  }),
  { file: positionals[0], ...values },
);
if (!settings.success) {
  process.stderr.write(`${v.summarize(settings.issues)}\n${USAGE}\n`);
  process.exit(2);
}
const { file, robots: wanted, seed, alarms: alarmRate } = settings.output;

async function readCredentials(path: string): Promise<RobotCredentials> {
  try {
    return v.parse(robotCredentials, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const why =
      error instanceof v.ValiError ? v.summarize(error.issues) : error instanceof Error ? error.message : String(error);
    process.stderr.write(`${path} is not a credentials file: ${why}\n`);
    process.exit(2);
  }
}
const credentials = await readCredentials(file);
const count = Math.min(wanted ?? credentials.robots.length, credentials.robots.length);
const chosen = new Set(credentials.robots.slice(0, count).map(({ serialNumber }) => serialNumber));
const robots = [...roster(credentials.robots.length, seed), WAITING].filter(({ serialNumber }) =>
  chosen.has(serialNumber),
);
if (robots.length < count)
  log.warn({ known: robots.length, asked: count }, 'the credentials file has robots that are not part of the demo');

const fleet = startFleet({ credentials, robots, seed, log, alarmRate });
const added = createAddedRobots({ broker: credentials, seed, log });

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await Promise.all([fleet.close(), added.close()]);
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
// The server is gone, and nothing else would stop this process.
process.on('disconnect', () => void end());
process.on('message', (message) => {
  const order = v.safeParse(simulatorCommand, message);
  if (!order.success) log.warn({ issues: v.flatten(order.issues) }, 'ignored an unreadable message from the server');
  else if (order.output.type === 'stop') void end();
  else if (order.output.type === 'sites') void added.follow(order.output.sites);
  else if (order.output.type === 'equipment') {
    const { requestId } = order.output;
    fleet.world.openEquipment(order.output, (opened) => {
      process.send?.({ type: 'equipment', requestId, opened } satisfies SimulatorReport);
    });
  } else if (order.output.type === 'photo') {
    const { requestId } = order.output;
    void fleet.photoOf(order.output).then((photo) => {
      const jpeg = photo === null ? null : Buffer.from(photo).toString('base64');
      process.send?.({ type: 'photo', requestId, jpeg } satisfies SimulatorReport);
    });
  } else if (!added.obey(order.output)) fleet.obey(order.output);
});

const connected = await fleet.connected(READY_MS);
log.info({ connected, robots: robots.length, seed }, 'the fleet is running');
if (robots.length > 0) fleet.warmUp();
process.send?.({ type: 'ready', robots: connected } satisfies SimulatorReport);
