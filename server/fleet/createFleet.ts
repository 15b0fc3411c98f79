/** Takes in what robots say, keeps the picture of each, and does what is due every second. */
import { join } from 'node:path';
import type { Language } from '../../contract/entities/constants.ts';
import { FEED_BEAT_MS } from '../../contract/rules/limits.ts';
import { FROM_ROBOT, parseTopic, privateEventsTopic, robotTopic, STOPS_TOPIC } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { createCaptions } from './captions.ts';
import { createDirectory } from './directory.ts';
import { createDrives } from './drives/createDrives.ts';
import { createFeed } from './feed.ts';
import { createFloods } from './floods.ts';
import type { Fleet } from './fleet.ts';
import { createInbox } from './inbox.ts';
import { createIntake } from './intake.ts';
import { createLeadership } from './leadership.ts';
import { createLeaseKeeper } from './leaseKeeper.ts';
import { createLedger } from './ledger.ts';
import type { Meetings } from './meetings.ts';
import { createMediaGrants } from './mediaGrants.ts';
import { createToRobot } from './messages.ts';
import { createPictures } from './pictures.ts';
import { createStopEnforcer } from './stopEnforcer.ts';
import { openStopJournal } from './stopJournal.ts';
import { createStops } from './stops.ts';
import { createStrays } from './strays.ts';
import { liveIn } from './words.ts';

const SAVE_EVERY_BEATS = 2;

export async function createFleet({
  settings,
  db,
  urgentDb,
  sharedDb,
  log,
  now,
  monotonicNow,
  broker,
  meetings,
}: Pick<CoreDeps, 'settings' | 'db' | 'urgentDb' | 'sharedDb' | 'log' | 'now' | 'monotonicNow'> & {
  broker: Broker;
  meetings: Meetings;
}): Promise<Fleet> {
  const directory = await createDirectory(db);
  const pictures = await createPictures(db);
  const toRobot = createToRobot(broker, now);
  const ledger = await createLedger({ db, log, now, broker, directory });
  const leadership = createLeadership({ settings, db });
  const drives = await createDrives({ db, log, now, broker, directory, pictures, toRobot, ledger, leadership });
  const stops = createStops();
  const feed = createFeed({ broker, directory, pictures, drives, stops, now, log });
  const keeper = createLeaseKeeper({ db, log, now, broker, directory, pictures, toRobot, ledger });
  const journal = await openStopJournal(join(settings.dataFolder, 'stops.journal'), log);
  const stopEnforcer = await createStopEnforcer({
    settings,
    log,
    now,
    monotonicNow,
    urgentDb,
    sharedDb,
    broker,
    directory,
    pictures,
    ledger,
    toRobot,
    stops,
    journal,
  });
  const captions = createCaptions(now);
  const mediaGrants = createMediaGrants({ db: sharedDb, log, now, broker, directory, leadership, toRobot });
  const floods = createFloods({ broker, pictures, now, known: directory.robots() });
  const intake = createIntake({
    db,
    log,
    now,
    directory,
    pictures,
    ledger,
    keeper,
    stopEnforcer,
    drives,
    leadership,
    strays: createStrays(db),
    toRobot,
    captions,
    meetings,
    floods,
  });
  const inbox = createInbox({ handle: intake.handle, log, now });
  const quietly = (what: string, doing: Promise<unknown>): void =>
    void doing.catch((error: unknown) => log.warn({ err: error }, what));

  let isClosed = false;
  broker.onRobotMessage((topic, message) => {
    if (isClosed) return;
    if (topic === STOPS_TOPIC) return stopEnforcer.announced(message);
    const parsed = parseTopic(topic);
    if (parsed?.about !== 'robot' && parsed?.about !== 'privateEvents') return;
    const { serialNumber } = parsed;
    const name = parsed.about === 'privateEvents' ? 'events' : FROM_ROBOT.find((one) => one === parsed.name);
    // The echo of driving is the browser's business.
    if (!name || name === 'teleopEcho') return;
    const robot = directory.robot(serialNumber);
    if (robot && (topic === robotTopic(robot, name) || topic === privateEventsTopic(robot)))
      inbox.take({ serialNumber, name, message });
  });

  broker.onLinksEnded((userId, clientIds) =>
    quietly('the leases of ended connections could not be ended', keeper.end(userId, clientIds)),
  );

  let wasLeader = false;
  /** Robots may have missed who steers: nobody led for a while, or the broker was away. */
  let owesTelling = false;
  broker.onUp(() => (owesTelling = true));

  let beats = 0;
  /** What other servers did, and what is due. */
  const catchUp = async (): Promise<void> => {
    beats += 1;
    floods.sweep();
    if (settings.mqtt) {
      await directory.refreshIfChanged();
      await stopEnforcer.reload();
      await ledger.reload();
      await drives.reload();
    }
    await keeper.look();
    const isLeader = leadership.isLeader();
    owesTelling ||= isLeader && !wasLeader && settings.mqtt !== undefined;
    wasLeader = isLeader;
    if (!isLeader) return;
    if (owesTelling && broker.isUp()) {
      owesTelling = false;
      await keeper.tellAll();
    }
    await ledger.sweep((serialNumber) => pictures.get(serialNumber).live.at);
    await keeper.sweep();
    await drives.tick();
    if (beats % SAVE_EVERY_BEATS === 0) await pictures.save();
  };
  let catchingUp: Promise<void> | undefined;
  const tick = (): void => {
    if (leadership.isLeader()) quietly('a beat failed', feed.beat());
    quietly('who leads could not be settled', leadership.renew());
    // A slow database must not pile these up.
    if (!catchingUp)
      quietly('a tick of the fleet failed', (catchingUp = catchUp().finally(() => (catchingUp = undefined))));
  };
  await leadership.renew();
  const timer = setInterval(tick, FEED_BEAT_MS);

  return {
    live: (serialNumber: string, language: Language) =>
      liveIn(pictures.get(serialNumber).live, language, directory, drives.of(serialNumber), stops),
    directory,
    ledger,
    drives,
    toRobot,
    captions,
    lastNodeOf: intake.lastNodeOf,
    hasOrder: (serialNumber) => pictures.get(serialNumber).live.busy,
    stop: stopEnforcer.stop,
    lifted: stopEnforcer.lifted,
    stopsOf: stops.of,
    leaseChanged: ({ serialNumber }) => keeper.changed(serialNumber),
    recheckMedia: () => mediaGrants.recheck(),
    async refresh() {
      await directory.refresh();
      await stopEnforcer.reload();
    },
    async close() {
      clearInterval(timer);
      isClosed = true;
      await mediaGrants.close();
      await catchingUp?.catch(() => undefined);
      await inbox.idle();
      await meetings.idle();
      await pictures
        .save()
        .catch((error: unknown) => log.error({ err: error }, 'the last pictures of the robots could not be saved'));
      await stopEnforcer.close();
      await leadership.resign();
    },
  };
}
