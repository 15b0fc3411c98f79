/** All endpoints, by area. */
import { accounts } from './accounts.ts';
import { alarmCases } from './alarmCases.ts';
import { alarmLinks } from './alarmLinks.ts';
import { alarmRules } from './alarmRules.ts';
import { apps } from './apps.ts';
import { audit } from './audit.ts';
import { changelog } from './changelog.ts';
import { checklist } from './checklist.ts';
import { claims } from './claims.ts';
import { board } from './board.ts';
import { callContents } from './callContent.ts';
import { calls } from './calls.ts';
import { captions } from './captions.ts';
import { commands } from './commands.ts';
import { conformance } from './conformance.ts';
import { control } from './control.ts';
import { routeRuns } from './routeRuns.ts';
import { cruiseRecords } from './cruiseRecords.ts';
import { disinfections } from './disinfections.ts';
import { faces } from './faces.ts';
import { cruiseRoutes } from './cruiseRoutes.ts';
import { deliveries } from './deliveries.ts';
import { downloads } from './downloads.ts';
import { eventRecords } from './eventRecords.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { floorDrawings } from './floorDrawings.ts';
import { friends } from './friends.ts';
import { inquiries } from './inquiries.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { mapFiles } from './mapFiles.ts';
import { mapScans } from './mapScans.ts';
import { maps } from './maps.ts';
import { monitoring } from './monitoring.ts';
import { outbox } from './outbox.ts';
import { photos } from './photos.ts';
import { pointLabels } from './pointLabels.ts';
import { points } from './points.ts';
import { problems } from './problems.ts';
import { profile } from './profile.ts';
import { qrSignIn } from './qrSignIn.ts';
import { resumers } from './resumers.ts';
import { retention } from './retention.ts';
import { robotActions } from './robotActions.ts';
import { robotFleet } from './robotFleet.ts';
import { robotSettings } from './robotSettings.ts';
import { robots } from './robots.ts';
import { schedules } from './schedules.ts';
import { session } from './session.ts';
import { simulatedRobots } from './simulatedRobots.ts';
import { sites } from './sites.ts';
import { verification } from './verification.ts';
import { videoWall } from './videoWall.ts';
import { videoRecordings } from './videoRecordings.ts';
import { visits } from './visits.ts';
import { weather } from './weather.ts';

export const catalogue = {
  session,
  verification,
  qrSignIn,
  outbox,
  accounts,
  alarmCases,
  alarmLinks,
  alarmRules,
  audit,
  profile,
  robots,
  robotFleet,
  simulatedRobots,
  robotSettings,
  checklist,
  claims,
  sites,
  maps,
  mapFiles,
  mapScans,
  points,
  photos,
  pointLabels,
  cruiseRoutes,
  routeRuns,
  cruiseRecords,
  schedules,
  disinfections,
  downloads,
  eventRecords,
  monitoring,
  faces,
  calls,
  callContents,
  commands,
  robotActions,
  videoWall,
  control,
  resumers,
  faults,
  floorDrawings,
  friends,
  keys,
  apps,
  board,
  problems,
  files,
  changelog,
  retention,
  inquiries,
  jobs,
  weather,
  deliveries,
  videoRecordings,
  visits,
  captions,
  conformance,
};
export type CatalogueByArea = typeof catalogue;
