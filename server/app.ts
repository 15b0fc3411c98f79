/**
 * Assembles the server. The port opens first, so that early requests get the start-up response; then the database,
 * broker, fleet and API; the simulated robots last. `close` runs in reverse order and loses no data.
 */
import { featuresOf } from './featureHandlers.ts';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { SimulatorCommand } from '../contract/wire/simulator.ts';
import { ApiError } from '../contract/wire/errors.ts';
import type { AppDeps } from './appDeps.ts';
import { createBroker } from './broker/createBroker.ts';
import { connect } from './db/connect.ts';
import { listenTo } from './db/listen.ts';
import { migrateDatabase } from './db/migrate.ts';
import { slowPool } from './db/slowPool.ts';
import { openDatabase } from './db/open.ts';
import { createTrackPartitions } from './db/repositories/tracks.ts';
import type { DemoSignIn } from './db/seed/passwords.ts';
import { writeRobotCredentials } from './db/seed/robotCredentials.ts';
import { seed } from './db/seed/seed.ts';
import { takeServerLock } from './db/serverLock.ts';
import { createAlarmFeature } from './features/alarmFeature.ts';
import { createRelayDoors } from './features/relayDoors.ts';
import { startDemoGuests } from './features/demoGuests.ts';
import { createFaceEvents } from './features/faceEvents.ts';
import { createFaceRobots, startFaceRepeats } from './features/faceRobots.ts';
import { createCallFeature } from './features/callFeature.ts';
import { createDeliveryFeature } from './features/deliveryFeature.ts';
import { type FileNeeds } from './features/files.ts';
import { createVisitorEvents } from './features/visitorEvents.ts';
import { createVisitorMessages } from './features/visitorMessages.ts';
import { withdrawDemoLinks } from './features/oneTimeLinks.ts';
import { currentSetUpCode } from './features/setUpCode.ts';
import { leftRecordingSource } from './features/videoRecordings.ts';
import { startRobotUploads } from './features/robotUploads.ts';
import { scheduleSource } from './features/schedules.ts';
import { isDemoEquipment } from './db/seed/demoEquipment.ts';
import { keptSecretOf } from './db/repositories/installation.ts';
import { createFolderStore } from './files/fileStore.ts';
import { fullStore } from './files/fullStore.ts';
import { createS3Store } from './files/s3Store.ts';
import { createTickets } from './files/tickets.ts';
import { createUploadSlots } from './files/uploadSlots.ts';
import { createFleet } from './fleet/createFleet.ts';
import { createGateway } from './gateway/gateway.ts';
import { createRelay } from './gateway/relay.ts';
import { createCalls } from './http/calls.ts';
import { createApiHandler } from './http/apiHandler.ts';
import { startListening } from './http/listener.ts';
import { createHttpServer } from './http/httpServer.ts';
import { startJobs } from './jobs/createJobs.ts';
import { migrateJobQueue } from './db/jobQueue.ts';
import { allJobKinds } from './jobs/kinds/allKinds.ts';
import { queueDemoTracks } from './jobs/kinds/demoTracks.ts';
import { queueDemoAlarmPictures } from './jobs/kinds/demoAlarmPictures.ts';
import { queueDemoPhotos } from './jobs/kinds/demoPhotos.ts';
import { queueDemoFaces } from './jobs/kinds/demoFaces.ts';
import { queueDemoSoftware } from './jobs/kinds/demoSoftware.ts';
import { queueMapPictureMove } from './jobs/kinds/mapPictures.ts';
import { queueStoredFilesMove } from './jobs/kinds/storedFiles.ts';
import { openKeyFile } from './keyFile.ts';
import { createInjectedFaults } from './injectedFaults.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createLiveRights } from './rights/liveRights.ts';
import { MIGRATIONS_FOLDER, ROOT } from './root.ts';
import { createCallLimits, type CallLimits } from './security/callLimits.ts';
import { wantsCredential, type Settings } from './settings.ts';
import { type FollowedRobots, followSimulatedRobots } from './simulatedRobots.ts';
import { hasSimulator, startSimulator, type EquipmentWish, type Simulator } from './simulator.ts';
import { startExclusiveSimulator } from './exclusiveSimulator.ts';
import { plainIceServer, robotsUrl } from './simulatorNeeds.ts';
import { renewDaily } from './renewTls.ts';
import { loadTls } from './tls.ts';

/** Grace period for work under way when the server stops, ms. */
const GRACE_MS = 10_000;
/** Delay of each connection to the database while the demo's switchboard slows it down, ms. */
const SLOW_DATABASE_MS = 1_000;

export interface ServerOptions {
  settings: Settings;
  log?: Logger;
  now?: () => number;
  limits?: CallLimits;
  /** Validates replies against the schemas of the catalogue (tests). */
  checkAnswers?: boolean;
  /** False: the simulator is not started. */
  simulate?: boolean;
  /** False: repeating jobs do not start by themselves, so that a test's clock deletes nothing. */
  repeatJobs?: boolean;
  /** Folder of the built console. */
  webFolder?: string;
}

export interface Server {
  url: string;
  deps: AppDeps;
  /** Makes a request without opening a port. */
  inject: FastifyInstance['inject'];
  /** Empty without the demo. */
  demoSignIns: readonly DemoSignIn[];
  /** Code that the first visitor needs to create the administrator; null once an administrator exists. */
  setUpCode: string | null;
  /** Resolves with the reason when this server must stop because another server holds its database. */
  mustStop: Promise<Error>;
  close(): Promise<void>;
}

export async function createServer(options: ServerOptions): Promise<Server> {
  const { settings, now = Date.now } = options;
  const log = options.log ?? createLog(settings);
  const closers: (() => void | Promise<void>)[] = [];
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeAll(closers, log));
  try {
    return { ...(await build(options, log, now, (closer) => void closers.unshift(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type OnClose = (closer: () => void | Promise<void>) => void;

async function build(
  options: ServerOptions,
  log: Logger,
  now: () => number,
  onClose: OnClose,
): Promise<Omit<Server, 'close'>> {
  const { settings } = options;
  // A test's clock serves as both clocks.
  const monotonicNow = options.now ?? (() => performance.now());
  const tls = await loadTls(settings);
  const listener = await startListening(settings, tls);
  onClose(() => listener.close(GRACE_MS));

  const {
    pool,
    urgentPool,
    sharedPool,
    jobPool,
    newClient,
    close: closeDatabase,
  } = await openDatabase({ ...settings, log });
  onClose(closeDatabase);
  // With the embedded broker, a second server on this database would split the fleet.
  const lock = settings.mqtt ? undefined : await takeServerLock(jobPool, log);
  if (lock) onClose(() => lock.release());
  await migrateDatabase(jobPool, log, MIGRATIONS_FOLDER);
  await migrateJobQueue(jobPool, log);
  const injected = settings.demo ? createInjectedFaults() : undefined;
  // Not the connections of Stop, of the control lease and of cached rights.
  if (injected) slowPool(pool, () => (injected.has('databaseSlow') ? SLOW_DATABASE_MS : 0));
  const db = connect(pool);
  const urgentDb = connect(urgentPool);
  const sharedDb = connect(sharedPool);
  await openKeyFile(sharedDb, settings, log);
  await createTrackPartitions(db, new Date(now()));
  const { robots: demoRobots, signIns: demoSignIns } = await seed(db, settings);
  if (!settings.demo) await withdrawDemoLinks(db, new Date(now()));
  const setUpCode = await currentSetUpCode(db, settings);

  const rights = await createLiveRights({ db: sharedDb, log, now, settings });
  onClose(() => rights.close());
  const broker = await createBroker({ settings, db, sharedDb, log, now, monotonicNow, rights, tls });
  onClose(() => broker.close());
  // A new session withdraws no rights, so cached authorisation answers stay valid.
  const rightsChanged = (message: string): void =>
    message === 'begun' ? void rights.refresh().catch(() => undefined) : broker.authFacts.forgetPeople();
  if (tls)
    onClose(
      renewDaily(settings, log, (next) => {
        listener.renew(next);
        broker.renewTls?.(next);
      }),
    );
  const gateway = createGateway({ settings, db, log, now, injected });
  const publicUrl = () => settings.publicUrl ?? listener.url;
  const ownStore = settings.s3
    ? createS3Store(settings.s3, { log })
    : createFolderStore(join(settings.dataFolder, 'files'));
  const store = injected ? fullStore(ownStore, () => injected.has('diskFull')) : ownStore;
  const messages = createVisitorMessages({ db, log, gateway, publicUrl });
  const visitorEvents = createVisitorEvents({ now, messages });
  const deliveries = await createDeliveryFeature({
    db,
    sharedDb,
    broker,
    log,
    now,
    messages,
    store,
    rights,
    fleet: () => fleet,
  });
  const calling = createCallFeature({ settings, db, broker, log, now, fleet: () => fleet });
  const alarms = createAlarmFeature({ broker, log, now, gateway, publicUrl, fleetCache: () => fleet.fleetCache });
  const faceRobots = createFaceRobots({ db, log, fleet: () => fleet });
  const fleet = await createFleet({
    settings,
    db,
    urgentDb,
    sharedDb,
    log,
    now,
    monotonicNow,
    broker,
    visitorEvents,
    alarmEvents: alarms.events,
    deliveryEvents: deliveries.events,
    faceEvents: createFaceEvents({ db, log, now, store, robots: faceRobots }),
    callEvents: calling.events,
  });
  onClose(() => fleet.close());
  onClose(() => deliveries.close());
  const faceRepeats = startFaceRepeats(faceRobots);
  onClose(() => faceRepeats.close());
  onClose(listenTo(newClient, { rights: rightsChanged, fleet: fleet.changedElsewhere }, log));
  const deps: AppDeps = { settings, db, urgentDb, sharedDb, log, now, monotonicNow, broker, fleet, rights, injected };
  const files: FileNeeds = {
    db,
    log,
    now,
    store,
    tickets: createTickets({ secret: () => keptSecretOf(sharedDb, 'fileSecret'), now }),
    slots: createUploadSlots(),
    poseOf: (serialNumber) => fleet.live(serialNumber, 'enUS').pose,
  };
  onClose(startRobotUploads({ ...deps, files, robotsUrl: () => settings.publicUrl ?? listener.url }));
  let simulator: Simulator | undefined;
  const jobs = await startJobs({
    ...deps,
    pool: jobPool,
    kinds: allJobKinds({
      ...deps,
      files,
      ...alarms.messages,
      drawPhoto: (wish) => simulator?.drawPhoto(wish) ?? Promise.resolve(null),
    }),
    sources: [
      ...alarms.sources,
      deliveries.source,
      calling.source,
      scheduleSource({ ...deps, store }),
      leftRecordingSource(deps),
    ],
    isAlone: lock !== undefined,
    repeats: options.repeatJobs ?? true,
  });
  onClose(() => jobs.close());
  const alarmWatch = alarms.startWatch(deps);
  onClose(() => alarmWatch.close());
  await queueMapPictureMove(db, now);
  await queueStoredFilesMove(db, now);

  const relayDoors = createRelayDoors({ ...deps, askRelay: createRelay(deps) });
  onClose(() => relayDoors.close());

  let followed: FollowedRobots | undefined;
  const canSimulate = options.simulate !== false && hasSimulator();
  const order = (message: SimulatorCommand): void => {
    if (!simulator) throw new ApiError('faultUnknown', { field: 'fault' });
    simulator.order(message);
  };
  const equipment = {
    isSimulated: (id: string): boolean => simulator !== undefined && isDemoEquipment(id),
    askBuilding: (wish: EquipmentWish): Promise<boolean> => simulator?.openEquipment(wish) ?? Promise.resolve(false),
  };
  const apiHandler = createApiHandler({
    ...deps,
    limits: options.limits ?? createCallLimits(),
    checkAnswers: options.checkAnswers ?? false,
  });
  const site = await createHttpServer({
    ...deps,
    apiHandler,
    calls: createCalls(
      featuresOf(
        {
          ...deps,
          alarmRules: alarms.rules,
          notifyAlarm: alarms.notifyAlarm,
          deliveries,
          callTeller: calling.teller,
          canSimulate,
          simulatedChanged: () => followed?.look(),
        },
        order,
        equipment,
        listener,
        files,
        tls?.caPem !== undefined,
      ),
      settings.demo,
    ),
    listener,
    files,
    notifyAlarm: alarms.notifyAlarm,
    metrics: createMetrics({ ...deps, ignoredReports: deliveries.ignoredReports }),
    caPem: tls?.caPem,
    webFolder: options.webFolder ?? join(ROOT, 'dist/web'),
  });
  await site.ready();
  if (injected) onClose(() => injected.close());
  onClose(() => site.close());
  onClose(() => simulator?.stop());
  onClose(async () => {
    void listener.refuse();
    await apiHandler.idle();
  });

  if (canSimulate) {
    const start = async (): Promise<Simulator> => {
      const credentialsFile = await writeRobotCredentials(db, demoRobots, {
        dataFolder: settings.dataFolder,
        url: robotsUrl(settings, listener),
        iceServers: settings.iceServers.filter((one) => !wantsCredential(one)).map(plainIceServer),
        ...(tls?.caPem ? { caPem: tls.caPem } : {}),
      });
      await fleet.refresh();
      const onReady = (): void => injected?.tellRobots();
      return startSimulator({ credentialsFile, robots: demoRobots.length, seed: settings.seed, log, onReady });
    };
    if (demoRobots.length > 0) {
      await queueDemoSoftware(db, now);
      await queueDemoFaces(db, now);
      await queueDemoTracks(db, now);
      if (settings.demoPhotos) {
        await queueDemoPhotos(db, now);
        await queueDemoAlarmPictures(db, now);
      }
    }
    if (demoRobots.length > 0 && settings.demoGuests) {
      const guests = startDemoGuests({ ...deps, deliveries });
      onClose(() => guests.close());
    }
    const running = async (): Promise<Simulator> =>
      (simulator ??= settings.mqtt ? startExclusiveSimulator({ pool: jobPool, log, start }) : await start());
    if (demoRobots.length > 0) await running();
    followed = followSimulatedRobots({ ...deps, simulator: running });
    onClose(() => followed?.stop());
  }
  return {
    url: settings.publicUrl ?? listener.url,
    deps,
    demoSignIns,
    setUpCode,
    inject: site.inject.bind(site) as FastifyInstance['inject'], // `bind` loses the overloads.
    mustStop: lock ? lock.lost : new Promise(() => undefined),
  };
}

async function closeAll(closers: readonly (() => void | Promise<void>)[], log: Logger): Promise<void> {
  for (const closer of closers) {
    try {
      await closer();
    } catch (error) {
      log.error({ err: error }, 'part of the server did not shut down cleanly');
    }
  }
}
