/** Redaction rules of records shared by several machines (spec 3). Names of people and free text are never recorded. */
import type { RedactionRule } from './redaction.ts';

export const USER = { id: true, roles: true, demo: true } as const satisfies RedactionRule;
export const ACCESS = {
  who: true,
  userId: true,
  roles: true,
  routes: true,
  robotCount: true,
  choosesView: true,
  isSettingUp: true,
} as const satisfies RedactionRule;

const TASK = {
  kind: true,
  target: true,
  targetId: true,
  progress: true,
  stops: true,
  until: true,
  toGo: true,
  lift: { id: true, isRiding: true, since: true },
} as const satisfies RedactionRule;
/** A robot's own text can contain anything; its error types have texts of ours. */
const PROBLEM = { type: true, level: true, since: true } as const satisfies RedactionRule;
export const LIVE = {
  serialNumber: true,
  at: true,
  connection: true,
  status: true,
  pose: true,
  speed: true,
  battery: true,
  charging: true,
  driving: true,
  paused: true,
  held: true,
  eStop: true,
  eStopSince: true,
  mode: true,
  located: true,
  localization: true,
  busy: true,
  task: TASK,
  drive: true,
  disinfection: true,
  problems: { '*': PROBLEM },
  path: true,
  drivingBlocked: true,
  watching: true,
} as const satisfies RedactionRule;
export const ROBOT = {
  serialNumber: true,
  robotNickName: true,
  robotModel: true,
  kind: true,
  manufacturer: true,
  siteId: true,
  onLineStatus: true,
  actionStatus: true,
  navigation: true,
  relation: true,
  demo: true,
  softwareVersion: true,
  takesCalls: true,
  live: LIVE,
} as const satisfies RedactionRule;
export const ROBOT_DETAIL = {
  ...ROBOT,
  robotMqtt: true,
  dialect: true,
  abilities: true,
  runTime: true,
  maps: true,
  simulated: true,
} as const satisfies RedactionRule;

const PERSON = { userId: true, clientId: true, at: true } as const satisfies RedactionRule;
export const LEASE = {
  serialNumber: true,
  number: true,
  holder: PERSON,
  since: true,
  expiresAt: true,
  askedBy: PERSON,
} as const satisfies RedactionRule;
export const COMMAND = {
  id: true,
  serialNumber: true,
  kind: true,
  target: true,
  targetId: true,
  askedBy: { userId: true },
  state: true,
  askedAt: true,
  sentAt: true,
  acceptedAt: true,
  runningAt: true,
  endedAt: true,
  expiresAt: true,
  reason: { type: true },
  parameters: true,
  fileId: true,
} as const satisfies RedactionRule;

export const SITE = { id: true, name: true, timeZone: true, floors: true, demo: true } as const satisfies RedactionRule;
const POINT = {
  areaId: true,
  mapAreaPointId: true,
  mapId: true,
  name: true,
  angle: true,
  stayTime: true,
  attributes: true,
  chargeBase: true,
  coordinateX: true,
  coordinateY: true,
  worldX: true,
  worldY: true,
  elevatorId: true,
  doorId: true,
} as const satisfies RedactionRule;
export const MAP = {
  id: true,
  siteId: true,
  floor: true,
  name: true,
  resolution: true,
  origin: true,
  picture: true,
  isDefault: true,
  revision: true,
  plan: true,
  points: { '*': POINT },
} as const satisfies RedactionRule;

export const VIEW = {
  path: 'path',
  search: 'query',
  titleKey: true,
  name: true,
  affix: true,
  scroll: true,
} as const satisfies RedactionRule;
export const SHOWN = {
  page: true,
  path: 'path',
  params: {},
  query: 'query',
  titleKey: true,
  name: true,
  affix: true,
  anew: true,
} as const satisfies RedactionRule;
export const PAGE_INPUT = {
  page: true,
  params: {},
  query: 'query',
  user: USER,
  serialNumber: true,
  language: true,
} as const satisfies RedactionRule;
/** The events that every page machine accepts. */
export const PAGE_EVENTS = {
  'page.queryChanged': { query: 'query' },
  'page.languageChanged': { language: true },
  'page.robotChanged': { serialNumber: true },
  'page.noticed': { notice: { type: true, serialNumber: true, code: true, siteId: true, mapId: true, revision: true } },
  'page.mapChanged': { siteId: true, mapId: true, revision: true },
  'page.leaveAsked': { to: 'path' },
  'page.signInRefused': { failure: 'failure' },
} as const satisfies Readonly<Record<string, RedactionRule>>;
export const BEAT = {
  time: true,
  beat: true,
  broker: true,
  robots: { '*': LIVE },
  heard: true,
} as const satisfies RedactionRule;
