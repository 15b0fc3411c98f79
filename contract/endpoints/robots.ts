/** Robots: lists, detail, relation, registering and binding, and the credentials for what reaches them. */
import * as v from 'valibot';
import { accountAdmin, endpoint, onRobot, signedIn } from '../endpoint.ts';
import { KIND_VIEWS, LANGUAGES, MEDIA_KINDS, RELATIONS, ROBOT_KINDS, ROBOT_VIEWS } from '../entities/constants.ts';
import { robot, robotDetail } from '../entities/robot.ts';
import {
  callerId,
  flag,
  handlerChecked,
  id,
  idOf,
  label,
  manufacturer,
  mapId,
  mqttClientId,
  nothing,
  serialNumber,
  siteId,
  time,
} from '../entities/values.ts';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { RIGHTS } from '../rules/rights.ts';

const view = v.optional(v.picklist(ROBOT_VIEWS), 'all');
const optionalFlag = v.optional(flag, false);
const clientId = v.optional(idOf('mqttClient', v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/u))), '');
const one = v.object({ serialNumber });

export const robots = {
  list: endpoint('/index/get-robot-list', {
    summary: "The caller's robots, those of one view, those that navigate, or those one is super administrator of.",
    access: signedIn,
    kind: 'read',
    request: v.object({
      userId: callerId,
      robotView: view,
      navigationRobot: optionalFlag,
      superAdminUser: optionalFlag,
    }),
    response: v.object({ serverTime: v.number(), robots: v.array(robot) }),
  }),
  listOfView: endpoint('/robot/get-robot-list', {
    summary: "The caller's robots of one view.",
    access: signedIn,
    kind: 'read',
    request: v.object({ robotView: view }),
    response: v.array(robot),
  }),
  detail: endpoint('/index/get-robot-detail', {
    summary: 'One robot in full.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, clientId }),
    response: robotDetail,
  }),
  detailBySerialNumber: endpoint('/robot/get-robot-detail', {
    summary: 'One robot in full.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: robotDetail,
  }),
  serialNumbers: endpoint('/srobot/get-serial-number', {
    summary: "The serial numbers of the caller's robots of a model.",
    access: signedIn,
    kind: 'read',
    request: v.object({ id: callerId, robotModel: v.optional(v.string(), '') }),
    response: v.array(serialNumber),
  }),
  modelCount: endpoint('/srobot/get-robot-model-count', {
    summary: "How many of the caller's robots there are in each view.",
    access: signedIn,
    kind: 'read',
    request: v.object({ userId: callerId }),
    response: v.object({ total: v.number(), ...v.entriesFromList(KIND_VIEWS, v.number()) }),
  }),
  electricQuantity: endpoint('/srobot/get-electric-quantity', {
    summary: 'The battery, per cent; null before the robot has said it.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ electricQuantity: v.nullable(v.number()) }),
  }),
  relation: endpoint('/index/find-friend-relation', {
    summary: "The caller's relation to a robot and the rights that follow from it and the role.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, userId: callerId }),
    response: v.object({
      friendRelationId: id,
      isAuth: flag,
      isRobotAdmin: flag,
      relation: v.picklist(RELATIONS),
      rights: v.array(v.picklist(RIGHTS)),
    }),
  }),
  mqttConfig: endpoint('/navigation/get-mqtt-config', {
    summary: "Short-lived MQTT credentials: of the account's own feed when serialNumber is empty, else of that robot.",
    access: signedIn,
    kind: 'secret',
    request: v.object({
      serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''),
      userId: callerId,
      clientId,
      language: v.optional(v.picklist(LANGUAGES), 'zhCN'),
    }),
    response: v.object({
      /** A full address, or a path on the page's own origin. */
      url: v.string(),
      clientId: v.string(),
      username: v.string(),
      password: v.string(),
      /** What to follow. */
      topics: v.array(v.string()),
      mqttSubTopic: v.string(),
      mqttPubTopic: v.string(),
      /** RTCPeerConnection's iceServers. */
      iceServers: v.array(
        v.object({
          urls: v.union([v.string(), v.array(v.string())]),
          username: v.optional(v.string()),
          credential: v.optional(v.string()),
        }),
      ),
    }),
  }),
  view: endpoint('/robot/view-robot', {
    summary:
      'Begins or goes on with a viewing, repeated every 10 s: the robot gives picture and sound to nobody else. The voice needs the right to operate.',
    // Changes nothing that a repeat could do twice, and is not worth keeping a reply of.
    access: onRobot('read'),
    kind: 'read',
    request: v.object({
      serialNumber,
      /** Of the connection that the signalling goes over. */
      clientId: mqttClientId,
      what: v.pipe(v.array(v.picklist(MEDIA_KINDS)), v.nonEmpty(), v.maxLength(MEDIA_KINDS.length)),
    }),
    response: nothing,
  }),
  agoraRtm: endpoint('/push/get-agora-rtm', {
    summary: 'A token for Agora signalling, when Agora is configured.',
    access: onRobot('read'),
    kind: 'secret',
    request: v.object({ userId: callerId, serialNumber }),
    response: v.object({ appId: v.string(), token: v.string(), account: v.string() }),
  }),
  agoraRtc: endpoint('/push/get-agora-rtc', {
    summary:
      'A token for a call over Agora, when Agora is configured: for a new channel without `channel`, else for that call for two more minutes.',
    access: onRobot('read'),
    kind: 'secret',
    request: v.object({
      userId: callerId,
      serialNumber,
      channel: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/u)), ''),
    }),
    response: v.object({ appId: v.string(), token: v.string(), channel: v.string(), account: v.string(), until: time }),
  }),
  register: endpoint('/robot/register-robot', {
    summary: 'Registers a robot: its MQTT password and the claim code are shown this once.',
    access: accountAdmin,
    kind: 'secret',
    request: v.object({
      serialNumber: handlerChecked(serialNumber),
      manufacturer,
      interfaceName: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/u)), 'uagv'),
      robotModel: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      /** Needed where the model does not tell it. */
      kind: v.optional(v.picklist(ROBOT_KINDS)),
      robotNickName: v.optional(label, ''),
      dialect: v.optional(v.picklist(PROTOCOL_DIALECTS), 'both'),
      registerSiteId: handlerChecked(siteId),
      maps: v.array(
        v.object({
          registerMapId: handlerChecked(mapId),
          robotMapName: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
        }),
      ),
    }),
    response: v.object({
      serialNumber,
      mqttUsername: v.string(),
      mqttPassword: v.string(),
      mqttUrl: v.string(),
      claimCode: v.string(),
      claimQr: v.string(),
    }),
  }),
  bind: endpoint('/robot/bind-robot', {
    summary: 'Binds the robot of a claim code to the caller, who becomes its super administrator.',
    access: signedIn,
    kind: 'write',
    request: v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80)) }),
    response: v.object({ serialNumber }),
  }),
  newPassword: endpoint('/robot/renew-robot-password', {
    summary: "Revokes a robot's MQTT password and makes a new one, shown this once.",
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ robotToRenew: handlerChecked(serialNumber) }),
    response: v.object({ mqttUsername: v.string(), mqttPassword: v.string() }),
  }),
  rename: endpoint('/robot/update-robot-nickname', {
    summary: 'Names a robot.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, robotNickName: v.pipe(label, v.trim(), v.nonEmpty()) }),
    response: nothing,
  }),
};
