/** Takes in what robots say, keeps the picture of each, and does what is due every second. */
import * as v from 'valibot';
import { eq } from 'drizzle-orm';
import type { Language } from '../../contract/entities/constants.ts';
import { FEED_BEAT_MS } from '../../contract/rules/limits.ts';
import { eventMessage } from '../../contract/wire/actions.ts';
import { parseTopic, robotTopic } from '../../contract/wire/topics.ts';
import { connectionMessage, factsheetMessage, stateMessage, visualizationMessage, type StateMessage } from '../../contract/wire/vda5050.ts';
import { newSecret } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { robotEvents, robots } from '../db/schema.ts';
import type { Parts } from '../parts.ts';
import { abilitiesIn, softwareVersionIn } from './abilities.ts';
import { createDirectory, type RobotRow } from './directory.ts';
import { createFeed } from './feed.ts';
import type { Fleet } from './fleet.ts';
import { createLeadership } from './leadership.ts';
import { createLeaseKeeper } from './leaseKeeper.ts';
import { createLedger } from './ledger.ts';
import { action, createToRobot } from './messages.ts';
import { afterConnection, afterState, afterVisualization, hasOrder, withHeld } from './picture.ts';
import { createPictures } from './pictures.ts';
import { liveIn } from './words.ts';

/** A robot that is to stand and does not say so is told again this often. */
const HOLD_AGAIN_MS = 1_000;
const SAVE_EVERY_BEATS = 2;
/** Over an outside broker another server may have changed what is kept in memory here. */
const REFRESH_EVERY_BEATS = 5;

export async function createFleet({ settings, db, log, now, broker }: Pick<Parts, 'settings' | 'db' | 'log' | 'now' | 'broker'>): Promise<Fleet> {
  const directory = await createDirectory(db);
  const pictures = await createPictures(db);
  const toRobot = createToRobot(broker, now);
  const ledger = await createLedger({ db, log, now, broker, directory });
  const feed = createFeed({ broker, directory, pictures, now, log });
  const leadership = createLeadership({ settings, db });
  const keeper = createLeaseKeeper({ db, log, now, broker, directory, pictures, toRobot, ledger });

  const lastNodes = new Map<string, string>();
  const heldAt = new Map<string, number>();
  const expired = new Set<string>();
  for (const robot of directory.robots()) {
    const { live } = pictures.get(robot.serialNumber);
    pictures.set(withHeld({ ...live, serialNumber: robot.serialNumber }, robot.held));
  }

  const quietly = (what: string, doing: Promise<unknown>): void => void doing.catch((error: unknown) => log.warn({ error }, what));

  const tellToHold = async (robot: RobotRow, commandId: string): Promise<void> => {
    heldAt.set(robot.serialNumber, now());
    await toRobot.act(robot, [action('startPause', commandId, {}, 'HARD')]);
  };
  /** First of all at every return: Stop. Then who may steer it, and what it can do when we do not know. */
  const welcomeBack = async (robot: RobotRow): Promise<void> => {
    if (!leadership.isLeader()) return;
    if (robot.held) {
      const open = ledger.openOf(robot.serialNumber).find(({ kind }) => kind === 'stop');
      await tellToHold(robot, open?.id ?? `hold-${newSecret(6)}`);
      if (open) await ledger.advance(open.id, { to: 'sent' });
    }
    if (directory.abilitiesOf(robot.serialNumber).teleop) await keeper.tell(robot);
    if (!robot.factsheet) await toRobot.act(robot, [action('factsheetRequest', `factsheet-${newSecret(6)}`)]);
  };

  const onState = async (robot: RobotRow, state: StateMessage): Promise<void> => {
    const { serialNumber } = robot;
    const { live: before } = pictures.get(serialNumber);
    pictures.set(withHeld(afterState(before, state, now(), (name) => directory.mapIdOf(serialNumber, name)), robot.held));
    lastNodes.set(serialNumber, state.lastNodeId);
    if (before.connection !== 'online') await welcomeBack(robot);
    if (leadership.isLeader()) {
      if (robot.held && !state.paused && now() - (heldAt.get(serialNumber) ?? 0) >= HOLD_AGAIN_MS) {
        const open = ledger.openOf(serialNumber).find(({ kind }) => kind === 'stop');
        await tellToHold(robot, `${open?.id ?? 'hold'}-${newSecret(4)}`);
      }
      // An order that expired and reached the robot after all must not be driven.
      if (expired.has(state.orderId) && hasOrder(state)) await toRobot.act(robot, [action('cancelOrder', `cancel-${newSecret(6)}`)]);
      if (!robot.firstHeardAt) {
        const firstHeardAt = new Date(now());
        directory.patch(serialNumber, { firstHeardAt });
        await db.update(robots).set({ firstHeardAt }).where(eq(robots.serialNumber, serialNumber));
      }
    }
    await ledger.heard(serialNumber, state, leadership.isLeader());
  };

  const onMessage = async (topic: string, message: unknown): Promise<void> => {
    const parsed = parseTopic(topic);
    if (parsed?.about !== 'robot') return;
    const robot = directory.robot(parsed.serialNumber);
    if (!robot || robotTopic(robot, 'state') !== robotTopic(parsed, 'state')) return;
    const { serialNumber } = robot;
    const read = <Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> | null => {
      const result = v.safeParse(schema, message);
      if (!result.success) log.debug({ topic, issue: v.getDotPath(result.issues[0]) }, 'a robot sent what the standard does not know');
      return result.success ? result.output : null;
    };
    switch (parsed.name) {
      case 'state': {
        const state = read(stateMessage);
        return state ? onState(robot, state) : undefined;
      }
      case 'visualization': {
        const seen = read(visualizationMessage);
        if (seen) pictures.set(afterVisualization(pictures.get(serialNumber).live, seen, now(), (name) => directory.mapIdOf(serialNumber, name)));
        return;
      }
      case 'connection': {
        const connection = read(connectionMessage);
        if (!connection) return;
        const { live: before } = pictures.get(serialNumber);
        pictures.set(afterConnection(before, connection.connectionState, now()));
        if (connection.connectionState === 'ONLINE') await welcomeBack(robot);
        return;
      }
      case 'factsheet': {
        const factsheet = read(factsheetMessage);
        if (!factsheet || !leadership.isLeader()) return;
        const known = { factsheet, abilities: abilitiesIn(factsheet), softwareVersion: softwareVersionIn(factsheet) || robot.softwareVersion };
        directory.patch(serialNumber, known);
        await db.update(robots).set(known).where(eq(robots.serialNumber, serialNumber));
        return;
      }
      case 'events': {
        const happened = read(eventMessage);
        if (!happened || !leadership.isLeader()) return;
        await db.insert(robotEvents).values({ id: happened.id, serialNumber, at: new Date(happened.at), event: happened.event }).onConflictDoNothing();
        return;
      }
      default:
        return;
    }
  };

  /** One robot's messages one after the other; different robots do not wait for each other. */
  const queues = new Map<string, Promise<void>>();
  broker.onRobotMessage((topic, message) => {
    const key = topic.slice(0, topic.lastIndexOf('/'));
    const done = (queues.get(key) ?? Promise.resolve()).then(() => onMessage(topic, message)).catch((error: unknown) => log.warn({ error, topic }, 'a robot message could not be handled'));
    queues.set(key, done);
    void done.then(() => queues.get(key) === done && queues.delete(key));
  });

  let beats = 0;
  let busy = false;
  const tick = async (): Promise<void> => {
    // A slow database must not pile ticks up; beats go on all the same, so that a slow one is not a lost link.
    quietly('a beat failed', leadership.isLeader() ? feed.beat() : Promise.resolve());
    if (busy) return;
    busy = true;
    try {
      beats += 1;
      await leadership.renew();
      if (settings.mqtt && beats % REFRESH_EVERY_BEATS === 0) await directory.refresh();
      if (settings.mqtt) await ledger.reload();
      if (!leadership.isLeader()) return;
      for (const id of await ledger.sweep((serialNumber) => pictures.get(serialNumber).live.at)) expired.add(id);
      await keeper.sweep();
      if (beats % SAVE_EVERY_BEATS === 0) await pictures.save();
    } finally {
      busy = false;
    }
  };
  await leadership.renew();
  const timer = setInterval(() => quietly('a tick of the fleet failed', tick()), FEED_BEAT_MS);

  return {
    live: (serialNumber: string, language: Language) => liveIn(pictures.get(serialNumber).live, language, directory),
    directory,
    ledger,
    toRobot,
    lastNodeOf: (serialNumber) => lastNodes.get(serialNumber) ?? '',
    async hold(serialNumber, held, commandId) {
      directory.patch(serialNumber, { held });
      pictures.set(withHeld(pictures.get(serialNumber).live, held));
      const robot = directory.robot(serialNumber);
      if (robot && held && pictures.get(serialNumber).live.connection === 'online') await tellToHold(robot, commandId);
    },
    leaseChanged: (row) => keeper.changed(row, (name) => nameIn(name, 'enUS')),
    refresh: () => directory.refresh(),
    async close() {
      clearInterval(timer);
      await Promise.allSettled(queues.values());
      await pictures.save();
      await leadership.resign();
    },
  };
}
