/** The handlers of all endpoints, with what each of them needs. */
import type { SimulatorCommand } from '../contract/wire/simulator.ts';
import type { AppDeps } from './appDeps.ts';
import { createAccountsHandlers } from './features/accounts.ts';
import { createAlarmCaseHandlers } from './features/alarmCases.ts';
import { createAlarmLinkHandlers } from './features/alarmLinks.ts';
import { createAlarmRuleHandlers } from './features/alarmRuleHandlers.ts';
import type { CaseActNeeds } from './features/alarmCaseActs.ts';
import { createAppHandlers } from './features/apps.ts';
import { createAuditHandlers } from './features/audit.ts';
import { createCallContentHandlers } from './features/callContent.ts';
import { createCallHandlers } from './features/calls.ts';
import type { CallTeller } from './features/callLife.ts';
import { createChangelogHandlers } from './features/changelog.ts';
import { createClaimHandlers } from './features/claims.ts';
import { createBoardHandlers } from './features/board.ts';
import { createCaptionHandlers } from './features/captions.ts';
import { createRobotActionHandlers } from './features/robotActions.ts';
import { createRobotActionSender } from './features/robotActionSender.ts';
import { createCommandHandlers } from './features/commands.ts';
import { createChecklistHandlers } from './features/checklist.ts';
import { createRobotSettingsHandlers } from './features/robotSettings.ts';
import { createConformanceHandlers } from './features/conformance.ts';
import { createControlHandlers } from './features/control.ts';
import { createResumerHandlers } from './features/resumers.ts';
import { createRouteRunHandlers } from './features/routeRuns.ts';
import { createCruiseRecordHandlers } from './features/cruiseRecords.ts';
import { createDisinfectionHandlers } from './features/disinfections.ts';
import { createCruiseRouteHandlers } from './features/cruiseRoutes.ts';
import { createDeliveryHandlers } from './features/deliveries.ts';
import { type DeliveryParts } from './features/deliveryFeature.ts';
import { createDownloadHandlers } from './features/downloads.ts';
import { createEventRecordHandlers } from './features/eventRecords.ts';
import { createFaceFeature } from './features/faceFeature.ts';
import { createFaultHandlers } from './features/faults.ts';
import { createFileHandlers, type FileNeeds } from './features/files.ts';
import { createFriendHandlers } from './features/friends.ts';
import { createInquiryHandlers } from './features/inquiries.ts';
import { createJobHandlers } from './features/jobs.ts';
import { createKeyHandlers } from './features/keys.ts';
import { createFloorDrawingHandlers } from './features/floorDrawings.ts';
import { createMapFileHandlers } from './features/mapFiles.ts';
import { createMapScanHandlers } from './features/mapScans.ts';
import { createMapHandlers } from './features/maps.ts';
import { createMonitoringHandlers } from './features/monitoring.ts';
import { createOutboxHandlers } from './features/outbox.ts';
import { createPhotoHandlers } from './features/photos.ts';
import { createPointLabelHandlers } from './features/pointLabels.ts';
import { createPictureWalls } from './features/pictureWalls.ts';
import { createPointHandlers } from './features/points.ts';
import { createProblemHandlers } from './features/problems.ts';
import { createProfileHandlers } from './features/profile.ts';
import { createQrSignInHandlers } from './features/qrSignIn.ts';
import { createRetentionHandlers } from './features/retentionDays.ts';
import { createRobotFleetHandlers } from './features/robotFleet.ts';
import { createRobotHandlers } from './features/robots.ts';
import { createScheduleHandlers } from './features/schedules.ts';
import { createSessionHandlers } from './features/session.ts';
import { createVerificationHandlers } from './features/verification.ts';
import { createVideoWallHandlers } from './features/videoWall.ts';
import { createVideoRecordingHandlers } from './features/videoRecordings.ts';
import { createVisitHandlers } from './features/visits.ts';
import { createHolderOfKey } from './features/wallKeys.ts';
import { createAuthDeps } from './features/authDeps.ts';
import { createSimulatedRobotHandlers, type SimulatedRobotNeeds } from './features/simulatedRobots.ts';
import { createSiteFeature, type SiteNeeds } from './features/siteFeature.ts';
import { createWeatherHandlers } from './features/weather.ts';
import { createGateway } from './gateway/gateway.ts';
import { createRelay } from './gateway/relay.ts';
import { type Features } from './http/calls.ts';
import { type Listener } from './http/listener.ts';

export function featuresOf(
  deps: AppDeps & SimulatedRobotNeeds & CaseActNeeds & { deliveries: DeliveryParts; callTeller: CallTeller },
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
  const sendAction = createRobotActionSender(deps);
  const robotSettings = createRobotSettingsHandlers({ ...deps, mqttUrl });
  return {
    session: createSessionHandlers({ ...deps, ...ways }),
    verification: createVerificationHandlers({ ...deps, ...ways }),
    qrSignIn: createQrSignInHandlers({ ...deps, ...ways }),
    outbox: createOutboxHandlers(deps),
    profile: createProfileHandlers({ ...deps, ...ways, files: files.store }),
    robots: createRobotHandlers({ ...deps, publicUrl, mqttUrl, servesCa }),
    robotFleet: createRobotFleetHandlers({ ...deps, publicUrl, mqttUrl, servesCa }),
    simulatedRobots: createSimulatedRobotHandlers(deps),
    checklist: createChecklistHandlers({ ...deps, publicUrl, mqttUrl, servesCa }),
    claims: createClaimHandlers({ ...deps, publicUrl }),
    sites: createSiteFeature({ ...deps, ...equipment, pictureWalls, askRelay: createRelay(deps) }),
    maps: createMapHandlers(deps),
    mapFiles: createMapFileHandlers({ ...deps, store: files.store }),
    mapScans: createMapScanHandlers(deps),
    floorDrawings: createFloorDrawingHandlers({ ...deps, store: files.store }),
    points: createPointHandlers({ ...deps, pictureWalls }),
    pointLabels: createPointLabelHandlers({ ...deps, publicUrl }),
    cruiseRoutes: createCruiseRouteHandlers(deps),
    routeRuns: createRouteRunHandlers(deps),
    cruiseRecords: createCruiseRecordHandlers(deps),
    schedules: createScheduleHandlers({ ...deps, store: files.store }),
    disinfections: createDisinfectionHandlers(deps),
    downloads: createDownloadHandlers({ ...deps, store: files.store }),
    eventRecords: createEventRecordHandlers(deps),
    monitoring: createMonitoringHandlers(deps),
    faces: createFaceFeature({ ...deps, files }),
    commands: createCommandHandlers({ ...deps, store: files.store }),
    robotActions: createRobotActionHandlers(sendAction),
    videoWall: createVideoWallHandlers(deps),
    control: createControlHandlers(deps),
    resumers: createResumerHandlers(deps),
    faults: createFaultHandlers(deps, order),
    problems: createProblemHandlers({ ...deps, store: files.store }),
    files: createFileHandlers(files),
    videoRecordings: createVideoRecordingHandlers(files),
    changelog: createChangelogHandlers(),
    retention: createRetentionHandlers(deps),
    inquiries: createInquiryHandlers({ ...deps, gateway }),
    jobs: createJobHandlers(deps),
    weather: createWeatherHandlers({ ...deps, holderOfKey }),
    accounts: createAccountsHandlers(deps),
    alarmCases: createAlarmCaseHandlers({ ...deps, store: files.store, sendAction }),
    alarmLinks: createAlarmLinkHandlers(deps),
    alarmRules: createAlarmRuleHandlers({ ...deps, gateway }),
    audit: createAuditHandlers(deps),
    friends: createFriendHandlers({ ...deps, publicUrl }),
    keys: createKeyHandlers({ ...deps, publicUrl }),
    deliveries: createDeliveryHandlers(deps),
    calls: createCallHandlers({ ...deps, robotFiles: { tickets: files.tickets, url: publicUrl } }),
    callContents: createCallContentHandlers(deps),
    visits: createVisitHandlers({ ...deps, ...ways }),
    captions: createCaptionHandlers({ ...deps, mqttUrl, holderOfKey }),
    apps: createAppHandlers(deps),
    conformance: createConformanceHandlers({ ...deps, store: files.store }),
    robotSettings,
    photos: createPhotoHandlers({
      ...deps,
      files,
      publicUrl,
      settings: robotSettings,
      days: deps.settings.retentionDays,
    }),
    board: createBoardHandlers({ ...deps, holderOfKey }),
  };
}
