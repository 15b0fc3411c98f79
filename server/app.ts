/**
 * Assembles the server. The port opens first, so that early requests get the start-up response; then the database,
 * broker, fleet and API; the simulated robots last. `close` runs in reverse order and loses no data.
 */
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
import { openDatabase } from './db/open.ts';
import { createTrackPartitions } from './db/repositories/tracks.ts';
import type { DemoSignIn } from './db/seed/passwords.ts';
import { writeRobotCredentials } from './db/seed/robotCredentials.ts';
import { seed } from './db/seed/seed.ts';
import { takeServerLock } from './db/serverLock.ts';
import { createAccountsHandlers } from './features/accounts.ts';
import { createAlarmCaseHandlers } from './features/alarmCases.ts';
import { createAlarmRuleHandlers } from './features/alarmRuleHandlers.ts';
import { createAlarmFeature } from './features/alarmFeature.ts';
import type { NotifyAlarm } from './features/alarmNotices.ts';
import { createAppHandlers } from './features/apps.ts';
import { createAuditHandlers } from './features/audit.ts';
import { createChangelogHandlers } from './features/changelog.ts';
import { createClaimHandlers } from './features/claims.ts';
import { createBoardHandlers } from './features/board.ts';
import { createCaptionHandlers } from './features/captions.ts';
import { createCommandHandlers } from './features/commands.ts';
import { createChecklistHandlers } from './features/checklist.ts';
import { createRobotSettingsHandlers } from './features/robotSettings.ts';
import { createConformanceHandlers } from './features/conformance.ts';
import { createControlHandlers } from './features/control.ts';
import { createRelayDoors } from './features/relayDoors.ts';
import { createResumerHandlers } from './features/resumers.ts';
import { createRouteRunHandlers } from './features/routeRuns.ts';
import { createCruiseRecordHandlers } from './features/cruiseRecords.ts';
import { createCruiseRouteHandlers } from './features/cruiseRoutes.ts';
import { createDeliveryHandlers } from './features/deliveries.ts';
import { createFaultHandlers } from './features/faults.ts';
import { createFileHandlers, type FileNeeds } from './features/files.ts';
import { createFriendHandlers } from './features/friends.ts';
import { createInquiryHandlers } from './features/inquiries.ts';
import { createJobHandlers } from './features/jobs.ts';
import { createKeyHandlers } from './features/keys.ts';
import { createFloorDrawingHandlers } from './features/floorDrawings.ts';
import { createMapFileHandlers } from './features/mapFiles.ts';
import { createMapHandlers } from './features/maps.ts';
import { createVisitorEvents } from './features/visitorEvents.ts';
import { withdrawDemoLinks } from './features/oneTimeLinks.ts';
import { createOutboxHandlers } from './features/outbox.ts';
import { createPointLabelHandlers } from './features/pointLabels.ts';
import { createPictureWalls } from './features/pictureWalls.ts';
import { createPointHandlers } from './features/points.ts';
import { createProblemHandlers } from './features/problems.ts';
import { createProfileHandlers } from './features/profile.ts';
import { createQrSignInHandlers } from './features/qrSignIn.ts';
import { createRobotFleetHandlers } from './features/robotFleet.ts';
import { createRobotHandlers } from './features/robots.ts';
import { currentSetUpCode } from './features/setUpCode.ts';
import { startRobotUploads } from './features/robotUploads.ts';
import { createScheduleHandlers, scheduleSource } from './features/schedules.ts';
import { createSessionHandlers } from './features/session.ts';
import { createVerificationHandlers } from './features/verification.ts';
import { createVisitHandlers } from './features/visits.ts';
import { createHolderOfKey } from './features/wallKeys.ts';
import { createAuthDeps } from './features/authDeps.ts';
import { isDemoEquipment } from './db/seed/demoEquipment.ts';
import { createSiteFeature, type SiteNeeds } from './features/siteFeature.ts';
import { createWeatherHandlers } from './features/weather.ts';
import { keptSecretOf } from './db/repositories/installation.ts';
import { createFolderStore } from './files/fileStore.ts';
import { startMovingToStore } from './files/moveToStore.ts';
import { createS3Store } from './files/s3Store.ts';
import { createTickets } from './files/tickets.ts';
import { createUploadSlots } from './files/uploadSlots.ts';
import { createFleet } from './fleet/createFleet.ts';
import { createGateway } from './gateway/gateway.ts';
import { createRelay } from './gateway/relay.ts';
import { createCalls, type Features } from './http/calls.ts';
import { createApiHandler } from './http/apiHandler.ts';
import { startListening, type Listener } from './http/listener.ts';
import { createHttpServer } from './http/httpServer.ts';
import { startJobs } from './jobs/createJobs.ts';
import { migrateJobQueue } from './db/jobQueue.ts';
import { allJobKinds } from './jobs/kinds/allKinds.ts';
import { queueMapPictureMove } from './jobs/kinds/mapPictures.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createLiveRights } from './rights/liveRights.ts';
import { MIGRATIONS_FOLDER, ROOT } from './root.ts';
import { createCallLimits, type CallLimits } from './security/callLimits.ts';
import { wantsCredential, type Settings } from './settings.ts';
import { hasSimulator, startSimulator, type EquipmentWish, type Simulator } from './simulator.ts';
import { startExclusiveSimulator } from './exclusiveSimulator.ts';
import { plainIceServer, robotsUrl } from './simulatorNeeds.ts';
import { renewDaily } from './renewTls.ts';
import { loadTls } from './tls.ts';

/** Grace period for work under way when the server stops, ms. */
const GRACE_MS = 10_000;

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
  const db = connect(pool);
  const urgentDb = connect(urgentPool);
  const sharedDb = connect(sharedPool);
  await createTrackPartitions(db, new Date(now()));
  const { robots: demoRobots, signIns: demoSignIns } = await seed(db, settings);
  if (!settings.demo) await withdrawDemoLinks(db, new Date(now()));
  const setUpCode = await currentSetUpCode(db, settings);

  const rights = await createLiveRights({ db: sharedDb, log, now, settings });
  onClose(() => rights.close());
  const broker = await createBroker({ settings, db, sharedDb, log, now, monotonicNow, rights, tls });
  onClose(() => broker.close());
  // A new session withdraws no rights, so cached authorisation answers stay valid.
  const rightsChanged = (words: string): void =>
    words === 'begun' ? void rights.refresh().catch(() => undefined) : broker.authFacts.forgetPeople();
  if (tls)
    onClose(
      renewDaily(settings, log, (next) => {
        listener.renew(next);
        broker.renewTls?.(next);
      }),
    );
  const gateway = createGateway({ settings, db, log, now });
  const publicUrl = () => settings.publicUrl ?? listener.url;
  const visitorEvents = createVisitorEvents({ db, log, now, gateway, publicUrl });
  const alarms = createAlarmFeature({
    broker,
    log,
    now,
    gateway,
    publicUrl,
    fleetCache: () => fleet.fleetCache,
  });
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
  });
  onClose(() => fleet.close());
  onClose(listenTo(newClient, { rights: rightsChanged, fleet: fleet.changedElsewhere }, log));
  const deps: AppDeps = { settings, db, urgentDb, sharedDb, log, now, monotonicNow, broker, fleet, rights };
  const store = settings.s3
    ? createS3Store(settings.s3, { log })
    : createFolderStore(join(settings.dataFolder, 'files'));
  const files: FileNeeds = {
    db,
    log,
    now,
    store,
    tickets: createTickets({ secret: () => keptSecretOf(sharedDb, 'fileSecret'), now }),
    slots: createUploadSlots(),
  };
  onClose(startMovingToStore(files));
  onClose(startRobotUploads({ ...deps, files, robotsUrl: () => settings.publicUrl ?? listener.url }));
  const jobs = await startJobs({
    ...deps,
    pool: jobPool,
    kinds: allJobKinds({ ...deps, files, ...alarms.messages }),
    sources: [...alarms.sources, scheduleSource({ ...deps, store })],
    isAlone: lock !== undefined,
    repeats: options.repeatJobs ?? true,
  });
  onClose(() => jobs.close());
  const alarmWatch = alarms.startWatch(deps);
  onClose(() => alarmWatch.close());
  await queueMapPictureMove(db, now);

  const relayDoors = createRelayDoors({ ...deps, askRelay: createRelay(deps) });
  onClose(() => relayDoors.close());

  let simulator: Simulator | undefined;
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
        { ...deps, notifyAlarm: alarms.notifyAlarm },
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
    metrics: createMetrics(deps),
    caPem: tls?.caPem,
    webFolder: options.webFolder ?? join(ROOT, 'dist/web'),
  });
  await site.ready();
  onClose(() => site.close());
  onClose(() => simulator?.stop());
  onClose(async () => {
    void listener.refuse();
    await apiHandler.idle();
  });

  if (demoRobots.length > 0 && options.simulate !== false && hasSimulator()) {
    const start = async (): Promise<Simulator> => {
      const credentialsFile = await writeRobotCredentials(db, demoRobots, {
        dataFolder: settings.dataFolder,
        url: robotsUrl(settings, listener),
        iceServers: settings.iceServers.filter((one) => !wantsCredential(one)).map(plainIceServer),
        ...(tls?.caPem ? { caPem: tls.caPem } : {}),
      });
      await fleet.refresh();
      return startSimulator({ credentialsFile, robots: demoRobots.length, seed: settings.seed, log });
    };
    simulator = settings.mqtt ? startExclusiveSimulator({ pool: jobPool, log, start }) : await start();
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

function featuresOf(
  deps: AppDeps & { notifyAlarm: NotifyAlarm },
  order: (message: SimulatorCommand) => void,
  equipment: Pick<SiteNeeds, 'isSimulated' | 'askBuilding'>,
  listener: Listener,
  files: FileNeeds,
  servesCa: boolean,
): Features {
  const { settings } = deps;
  const publicUrl = () => settings.publicUrl ?? listener.url;
  const mqttUrl = () => settings.mqtt?.publicUrl ?? '/mqtt';
  const holderOfKey = createHolderOfKey(deps);
  const gateway = createGateway(deps);
  const ways = createAuthDeps({ ...deps, gateway });
  const pictureWalls = createPictureWalls(files.store);
  return {
    session: createSessionHandlers({ ...deps, ...ways }),
    verification: createVerificationHandlers({ ...deps, ...ways }),
    qrSignIn: createQrSignInHandlers({ ...deps, ...ways }),
    outbox: createOutboxHandlers(deps),
    profile: createProfileHandlers({ ...deps, ...ways, files: files.store }),
    robots: createRobotHandlers({ ...deps, publicUrl, mqttUrl, servesCa }),
    robotFleet: createRobotFleetHandlers({ ...deps, publicUrl, mqttUrl, servesCa }),
    checklist: createChecklistHandlers({ ...deps, publicUrl, mqttUrl, servesCa }),
    claims: createClaimHandlers({ ...deps, publicUrl }),
    sites: createSiteFeature({ ...deps, ...equipment, pictureWalls, askRelay: createRelay(deps) }),
    maps: createMapHandlers(deps),
    mapFiles: createMapFileHandlers({ ...deps, store: files.store }),
    floorDrawings: createFloorDrawingHandlers(deps),
    points: createPointHandlers({ ...deps, pictureWalls }),
    pointLabels: createPointLabelHandlers({ ...deps, publicUrl }),
    cruiseRoutes: createCruiseRouteHandlers(deps),
    cruiseDrives: createRouteRunHandlers(deps),
    cruiseRecords: createCruiseRecordHandlers(deps),
    schedules: createScheduleHandlers({ ...deps, store: files.store }),
    commands: createCommandHandlers({ ...deps, store: files.store }),
    control: createControlHandlers(deps),
    resumers: createResumerHandlers(deps),
    faults: createFaultHandlers(deps, order),
    problems: createProblemHandlers({ ...deps, store: files.store }),
    files: createFileHandlers(files),
    changelog: createChangelogHandlers(),
    inquiries: createInquiryHandlers({ ...deps, gateway }),
    jobs: createJobHandlers(deps),
    weather: createWeatherHandlers({ ...deps, holderOfKey }),
    accounts: createAccountsHandlers(deps),
    alarmCases: createAlarmCaseHandlers(deps),
    alarmRules: createAlarmRuleHandlers({ ...deps, gateway }),
    audit: createAuditHandlers(deps),
    friends: createFriendHandlers({ ...deps, publicUrl }),
    keys: createKeyHandlers({ ...deps, publicUrl }),
    deliveries: createDeliveryHandlers(deps),
    visits: createVisitHandlers({ ...deps, ...ways }),
    captions: createCaptionHandlers({ ...deps, holderOfKey }),
    apps: createAppHandlers(deps),
    conformance: createConformanceHandlers({ ...deps, store: files.store }),
    robotSettings: createRobotSettingsHandlers({ ...deps, mqttUrl }),
    board: createBoardHandlers({ ...deps, holderOfKey }),
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
