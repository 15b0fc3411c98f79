/** Labels of audit actions, of their areas, and of recorded fields. */
import type { AuditAct, AuditArea } from '../../../../contract/rules/auditActs.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';

/** Compiles only if every action has a text under its own name. texts: audit.act.* */
export const actKey = (act: AuditAct): Key => `audit.act.${act}`;

/** Action areas (the part before the dot), used as a filter. */
export const AREA_KEYS = {
  account: 'routes.accounts',
  key: 'shared.apiKeys',
  app: 'shared.apps',
  alarm: 'routes.alarms',
  delivery: 'routes.deliveries',
  monitoring: 'routes.monitoring',
  session: 'shared.sessions',
  robot: 'common.robots',
  friend: 'shared.robotMembers',
  lease: 'audit.area.lease',
  media: 'routes.photos',
  site: 'shared.sites',
  lift: 'shared.elevators',
  door: 'shared.accessDoors',
  relay: 'audit.area.relay',
  map: 'audit.area.map',
  route: 'audit.area.route',
  call: 'shared.calls',
  disinfection: 'shared.disinfection',
  face: 'audit.area.face',
  drive: 'audit.area.drive',
  schedule: 'routes.schedules',
  command: 'shared.commands',
  stop: 'audit.area.stop',
  visit: 'shared.visits',
  problem: 'shared.problemReports',
  inquiry: 'routes.inquiries',
  fault: 'routes.faults',
  job: 'routes.jobs',
  software: 'shared.robotSoftware',
  audit: 'routes.audit',
  installation: 'audit.area.installation',
} as const satisfies Record<AuditArea, Key>;

/** An action that this version does not know, of a newer server, is shown by its recorded name. */
export const actText = (t: Translate, act: string): string => t.found(actKey(act as AuditAct)) || act;

/** Fields with a text of several pages; the others are in `audit.fieldName`. texts: audit.fieldName.* */
const SHARED_FIELDS: Readonly<Record<string, Key>> = {
  name: 'shared.name',
  nickname: 'shared.personName',
  email: 'common.email',
  phoneNumber: 'shared.phoneNumber',
  roles: 'shared.roles',
  role: 'shared.role',
  timeZone: 'shared.timeZone',
  language: 'signIn.language',
  holder: 'audit.area.lease',
  people: 'routes.friends',
  maps: 'audit.area.map',
  reason: 'shared.reason',
  state: 'shared.result',
  path: 'shared.route',
  pathId: 'shared.route',
  point: 'shared.point',
  superAdmin: 'shared.superAdministrator',
  userId: 'shared.account',
  isSuperAdmin: 'shared.superAdministrator',
  appId: 'shared.appId',
  kind: 'shared.type',
  serialNumber: 'common.robot',
  manufacturer: 'shared.manufacturer',
  model: 'shared.model',
  mapId: 'common.map',
  siteId: 'shared.site',
  floor: 'shared.floor',
  isDefault: 'shared.default',
  stops: 'shared.stops',
  pictureDays: 'shared.daysPicturesAreKept',
  rowDays: 'shared.daysRecordsAreKept',
  personKind: 'shared.category',
  mode: 'shared.mode',
  avatarPath: 'shared.picture',
  picture: 'shared.picture',
};
/** A field without a text is shown by its recorded name. */
export const fieldText = (t: Translate, field: string): string =>
  t.found(SHARED_FIELDS[field] ?? `audit.fieldName.${field}`) || field;
/** Ids that tell the reader of a list nothing. */
export const TECHNICAL_FIELDS: ReadonlySet<string> = new Set([
  'invitation',
  'driveId',
  'disinfectionId',
  'faceId',
  'personId',
  'callId',
  'visitId',
  'commandId',
  'avatarPath',
  'number',
]);
