/**
 * Assembles the fleet: handles robot messages, keeps the live state of each robot, and runs the periodic work every
 * second.
 */
import { join } from 'node:path';
import type { ScreenUpdate } from '../../contract/entities/caption.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { FEED_INTERVAL_MS } from '../../contract/rules/limits.ts';
import {
  FROM_ROBOT,
  parseTopic,
  privateEventsTopic,
  robotTopic,
  screenTopic,
  STOPS_TOPIC,
} from '../../contract/wire/topics.ts';
import type { HeardTopic } from '../../contract/rules/conformance/check.ts';
import type { Broker } from '../broker/broker.ts';
import { clearDriving } from '../db/repositories/robots.ts';
import { createConformance } from '../conformance/conformance.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { createAbilityNotices } from './abilityNotices.ts';
import { createCaptions } from './captions.ts';
import { createFleetCache } from './fleetCache.ts';
import { createDisinfections } from './disinfections/createDisinfections.ts';
import { createRouteRuns } from './routeRuns/createRouteRuns.ts';
import { createFeed } from './feed.ts';
import { createFirstDrive } from './firstDrive.ts';
import { createFloods } from './floods.ts';
import type { Fleet } from './fleet.ts';
import { createRobotMessageQueue } from './robotMessageQueue.ts';
import { createRobotMessageHandler } from './robotMessageHandler.ts';
import { createLeadership } from './leadership.ts';
import { createLeaseExpiry } from './leaseExpiry.ts';
import { createCommandLedger } from './commandLedger.ts';
import type { AlarmEvents } from './alarmEvents.ts';
import type { CallEvents } from './callEvents.ts';
import type { DeliveryEvents } from './deliveryEvents.ts';
import type { FaceEvents } from './faceEvents.ts';
import type { VisitorEvents } from './visitorEvents.ts';
import { createMediaGrants } from './mediaGrants.ts';
import { createToRobot } from './messages.ts';
import { createLiveStateStore } from './liveStateStore.ts';
import { createRobotSettings } from './robotSettings.ts';
import { createStopEnforcer } from './stopEnforcer.ts';
import { openStopJournal } from './stopJournal.ts';
import { createStops } from './stops.ts';
import { createStaleOrders } from './staleOrders.ts';
import { createTracks } from './tracks.ts';
import { toRobotLiveDto } from './presenters.ts';

const SAVE_EVERY_BEATS = 2;
/** Without a notification, changes by other servers are looked for after this number of ticks. */
const COMPARE_EVERY_BEATS = 30;
/** The topics that VDA 5050 defines for a robot's messages. */
const CHECKED = { state: true, visualization: true, connection: true, factsheet: true } satisfies Record<
  HeardTopic,
  true
>;

export async function createFleet({
  settings,
  db,
  urgentDb,
  sharedDb,
  log,
  now,
  monotonicNow,
  broker,
  visitorEvents,
  alarmEvents,
  deliveryEvents,
  faceEvents,
  callEvents,
}: Pick<CoreDeps, 'settings' | 'db' | 'urgentDb' | 'sharedDb' | 'log' | 'now' | 'monotonicNow'> & {
  broker: Broker;
  visitorEvents: VisitorEvents;
  alarmEvents: AlarmEvents;
  deliveryEvents: DeliveryEvents;
  faceEvents: FaceEvents;
  callEvents: CallEvents;
}): Promise<Fleet> {
  const fleetCache = await createFleetCache(db);
  const liveStates = await createLiveStateStore(db);
  const toRobot = createToRobot(broker, now);
  const stopConfirmed = async (serialNumber: string, at: Date): Promise<void> => {
    // Only the first Stop of a robot is of interest: the others cost no query.
    if (fleetCache.robot(serialNumber)?.drivingClearedAt !== null) return;
    await clearDriving(db, serialNumber, at);
    fleetCache.patch(serialNumber, { drivingClearedAt: at });
    // A new version, so that the feed carries it.
    liveStates.set({ ...liveStates.get(serialNumber).live, serialNumber });
  };
  const ledger = await createCommandLedger({
    db,
    log,
    now,
    broker,
    fleetCache,
    stopConfirmed,
    photoEnded: alarmEvents.photoEnded,
  });
  const leadership = createLeadership({ settings, db });
  const runs = await createRouteRuns({ db, log, now, broker, fleetCache, liveStates, toRobot, ledger, leadership });
  const disinfections = await createDisinfections({
    db,
    log,
    now,
    broker,
    fleetCache,
    liveStates,
    toRobot,
    leadership,
  });
  const stops = createStops();
  const feed = createFeed({ broker, fleetCache, liveStates, routeRuns: runs, disinfections, stops, now, log });
  const keeper = createLeaseExpiry({ db, log, now, broker, fleetCache, liveStates, toRobot, ledger });
  const journal = await openStopJournal(join(settings.dataFolder, 'stops.journal'), log);
  const stopEnforcer = await createStopEnforcer({
    settings,
    log,
    now,
    monotonicNow,
    urgentDb,
    sharedDb,
    broker,
    fleetCache,
    liveStates,
    ledger,
    toRobot,
    stops,
    journal,
  });
  const quietly = (what: string, doing: Promise<unknown>): void =>
    void doing.catch((error: unknown) => log.warn({ err: error }, what));
  // Sent by every server: with an older version beside this one, the leader may not know the topic.
  const captions = createCaptions(now, (serialNumber) => {
    const update: ScreenUpdate = { now: now(), captions: [...captions.of(serialNumber)] };
    quietly(
      'the captions of a robot could not be sent to its screen',
      broker.publish(screenTopic(serialNumber), update),
    );
  });
  const mediaGrants = createMediaGrants({ db: sharedDb, log, now, broker, fleetCache, leadership, toRobot });
  const robotSettings = createRobotSettings({ db, log, now, fleetCache, liveStates, toRobot });
  const abilityNotices = createAbilityNotices({ broker, fleetCache, now, log });
  const floods = createFloods({ broker, liveStates, now, known: fleetCache.robots() });
  const intake = createRobotMessageHandler({
    db,
    log,
    now,
    fleetCache,
    liveStates,
    ledger,
    keeper,
    stopEnforcer,
    routeRuns: runs,
    disinfections,
    leadership,
    staleOrders: createStaleOrders(db),
    toRobot,
    captions,
    visitorEvents,
    alarmEvents,
    deliveryEvents,
    faceEvents,
    callEvents,
    robotSettings,
    floods,
    abilitiesChanged: abilityNotices.changed,
  });
  const tracks = createTracks(db, now);
  const firstDrive = createFirstDrive(db, now);
  const conformance = createConformance({ now, fleetCache });
  broker.onFlood(conformance.flooded);
  const inbox = createRobotMessageQueue({ handle: intake.handle, log, now });

  let isClosed = false;
  /** The robot and topic of a message, if the robot exists and the topic is its own. */
  const addressed = (topic: string) => {
    const parsed = parseTopic(topic);
    if (parsed?.about !== 'robot' && parsed?.about !== 'privateEvents') return null;
    const name = parsed.about === 'privateEvents' ? 'events' : parsed.name;
    const robot = fleetCache.robot(parsed.serialNumber);
    return robot && name !== '+' && (topic === robotTopic(robot, name) || topic === privateEventsTopic(robot))
      ? { robot, name }
      : null;
  };
  const isChecked = (name: string): name is HeardTopic => name in CHECKED;
  broker.onRobotMessage((topic, message, payload) => {
    if (isClosed) return;
    if (topic === STOPS_TOPIC) return stopEnforcer.handleAnnouncement(message);
    const from = addressed(topic);
    if (!from) return;
    const { robot } = from;
    const { serialNumber } = robot;
    const name = FROM_ROBOT.find((one) => one === from.name);
    // Teleop echoes are for the browser only.
    if (!name || name === 'teleopEcho') return;
    if (!isChecked(name)) return inbox.take({ serialNumber, name, message });
    const { usable } = conformance.heard(robot, name, message, payload);
    inbox.take({ serialNumber, name, message, usable });
  });
  broker.onUnreadable((topic, payload) => {
    const from = addressed(topic);
    if (from && isChecked(from.name)) conformance.unreadable(from.robot, from.name, payload);
  });
  broker.onSentToRobot((topic, payload) => {
    const to = addressed(topic);
    if (to && (to.name === 'order' || to.name === 'instantActions')) conformance.sent(to.robot, to.name, payload);
  });

  broker.onLinksEnded((userId, clientIds) =>
    quietly('the leases of ended connections could not be ended', keeper.end(userId, clientIds)),
  );

  let wasLeader = false;
  /** Robots may have missed lease changes, because there was no leader for some time or the broker was unavailable. */
  let owesTelling = false;
  broker.onUp(() => (owesTelling = true));

  /** Another server may have changed what `fleetCache` holds. */
  let isStale = false;
  let beats = 0;
  /** Reads changes made by other servers, and runs the periodic work. */
  const catchUp = async (): Promise<void> => {
    beats += 1;
    floods.sweep();
    abilityNotices.send();
    if (settings.mqtt) {
      if (isStale) {
        isStale = false;
        await fleetCache.refresh().catch((error: unknown) => {
          isStale = true;
          throw error;
        });
      } else if (beats % COMPARE_EVERY_BEATS === 0) await fleetCache.refreshIfChanged();
      await stopEnforcer.reload();
      await ledger.reload();
      await runs.reload();
      await disinfections.reload();
    }
    await keeper.look();
    const isLeader = leadership.isLeader();
    owesTelling ||= isLeader && !wasLeader && settings.mqtt !== undefined;
    if (wasLeader && !isLeader) await tracks.flush();
    wasLeader = isLeader;
    if (!isLeader) return;
    if (owesTelling && broker.isUp()) {
      owesTelling = false;
      await keeper.publishAll();
    }
    await ledger.sweep((serialNumber) => liveStates.get(serialNumber).live.at);
    await keeper.sweep();
    await runs.tick();
    await disinfections.tick();
    await robotSettings.tick();
    if (beats % SAVE_EVERY_BEATS === 0) await liveStates.save();
    const live = [...fleetCache.robots()].map(({ serialNumber }) => liveStates.get(serialNumber).live);
    await firstDrive.tick(live);
    await tracks.beat(live);
  };
  let catchingUp: Promise<void> | undefined;
  const tick = (): void => {
    if (leadership.isLeader()) quietly('an update of the fleet feed failed', feed.beat());
    quietly('the leadership could not be renewed', leadership.renew());
    // Skip the tick while the previous one is running: a slow database must not queue them up.
    if (!catchingUp)
      quietly('a tick of the fleet failed', (catchingUp = catchUp().finally(() => (catchingUp = undefined))));
  };
  await leadership.renew();
  const timer = setInterval(tick, FEED_INTERVAL_MS);

  return {
    live: (serialNumber: string, language: Language) =>
      toRobotLiveDto(
        liveStates.get(serialNumber).live,
        language,
        fleetCache,
        runs.of(serialNumber),
        stops,
        disinfections.of(serialNumber),
      ),
    fleetCache,
    ledger,
    routeRuns: runs,
    disinfections,
    toRobot,
    captions,
    robotSettings,
    conformance,
    lastNodeOf: intake.lastNodeOf,
    deviceInfo: intake.deviceInfo,
    hasOrder: (serialNumber) => liveStates.get(serialNumber).live.busy,
    stop: stopEnforcer.stop,
    lifted: stopEnforcer.lifted,
    stopsOf: stops.of,
    leaseChanged: ({ serialNumber }) => keeper.changed(serialNumber),
    patchLive: (serialNumber, change) =>
      liveStates.set({ ...liveStates.get(serialNumber).live, ...change, serialNumber }),
    recheckMedia: () => mediaGrants.recheck(),
    changedElsewhere: () => void (isStale = true),
    async refresh() {
      await fleetCache.refresh();
      await stopEnforcer.reload();
    },
    async close() {
      clearInterval(timer);
      isClosed = true;
      await mediaGrants.close();
      await catchingUp?.catch(() => undefined);
      await inbox.idle();
      await visitorEvents.idle();
      await liveStates
        .save()
        .catch((error: unknown) => log.error({ err: error }, 'the last live states of the robots could not be saved'));
      await tracks
        .flush()
        .catch((error: unknown) => log.error({ err: error }, 'the last tracks of the robots could not be saved'));
      await stopEnforcer.close();
      await leadership.resign();
    },
  };
}
