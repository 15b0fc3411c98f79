/** Robots: lists, details, relation, registration and binding, and connection credentials. */
import * as v from 'valibot';
import { accountAdmin, endpoint, onRobot, signedIn } from '../endpoint.ts';
import { KIND_VIEWS, LANGUAGES, RELATIONS, ROBOT_KINDS, ROBOT_VIEWS } from '../entities/constants.ts';
import { MEDIA_KINDS } from '../entities/robotConstants.ts';
import {
  claimRole,
  interfaceName,
  nameTexts,
  registeredMaps,
  robotClaim,
  robotConnection,
  robotModel,
} from '../entities/registration.ts';
import { robot, robotDetail } from '../entities/robot.ts';
import {
  callerId,
  flag,
  id,
  label,
  manufacturer,
  mqttClientId,
  serialNumber,
  siteId,
  time,
} from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { CALL_TOOLS } from '../rules/call.ts';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { RIGHTS } from '../rules/rights.ts';

const view = v.optional(v.picklist(ROBOT_VIEWS), 'all');
const optionalFlag = v.optional(flag, false);
const clientId = v.optional(idOf('mqttClient', v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/u))), '');
const one = v.object({ serialNumber });

const mediaChannel = v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/u));

export const robots = {
  list: endpoint('/index/get-robot-list', {
    summary:
      "Lists the caller's robots: all, those of one view, navigation robots, or those whose super administrator is the caller.",
    access: signedIn,
    kind: 'read',
    request: v.object({
      userId: callerId,
      robotView: view,
      navigationRobot: optionalFlag,
      superAdminUser: optionalFlag,
    }),
    response: v.object({
      serverTime: v.number(),
      robots: v.array(robot),
      /** Pending requests for access to all robots that the caller may administer. */
      accessRequests: v.optional(v.number(), 0),
    }),
  }),
  listOfView: endpoint('/robot/get-robot-list', {
    summary: "Lists the caller's robots of one view.",
    access: signedIn,
    kind: 'read',
    request: v.object({ robotView: view }),
    response: v.array(robot),
  }),
  detail: endpoint('/index/get-robot-detail', {
    summary: 'Returns one robot with all details.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, clientId }),
    response: robotDetail,
  }),
  detailBySerialNumber: endpoint('/robot/get-robot-detail', {
    summary: 'Returns one robot with all details.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: robotDetail,
  }),
  serialNumbers: endpoint('/srobot/get-serial-number', {
    summary: "Lists the serial numbers of the caller's robots of a model.",
    access: signedIn,
    kind: 'read',
    request: v.object({ id: callerId, robotModel: v.optional(v.string(), '') }),
    response: v.array(serialNumber),
  }),
  modelCount: endpoint('/srobot/get-robot-model-count', {
    summary: "Counts the caller's robots in each view.",
    access: signedIn,
    kind: 'read',
    request: v.object({ userId: callerId }),
    response: v.object({ total: v.number(), ...v.entriesFromList(KIND_VIEWS, v.number()) }),
  }),
  electricQuantity: endpoint('/srobot/get-electric-quantity', {
    summary: 'Returns the battery charge in percent; null before the first report.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ electricQuantity: v.nullable(v.number()) }),
  }),
  relation: endpoint('/index/find-friend-relation', {
    summary: "Returns the caller's relation to a robot, and the rights that result from the relation and the role.",
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
    summary:
      "Returns short-lived MQTT credentials: for the account's own feed if serialNumber is empty, otherwise for that robot.",
    access: signedIn,
    kind: 'secret',
    request: v.object({
      serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''),
      userId: callerId,
      clientId,
      language: v.optional(v.picklist(LANGUAGES), 'zhCN'),
    }),
    response: v.object({
      /** A full URL, or a path on the page's origin. */
      url: v.string(),
      clientId: v.string(),
      username: v.string(),
      password: v.string(),
      /** Topics to subscribe to. */
      topics: v.array(v.string()),
      mqttSubTopic: v.string(),
      mqttPubTopic: v.string(),
      /** How this robot's picture and sound travel; `direct` without a robot. */
      mediaTransport: v.picklist(CALL_TOOLS),
      /** `iceServers` for RTCPeerConnection. */
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
      'Starts or renews a viewing; repeat it every 10 s, because the robot sends picture and sound to current viewings only. Voice requires the right to operate.',
    // A `read`: repeating it is harmless, and its response need not be stored.
    access: onRobot('read'),
    kind: 'read',
    request: v.object({
      serialNumber,
      /** The MQTT connection that carries the signalling. */
      clientId: mqttClientId,
      what: v.pipe(v.array(v.picklist(MEDIA_KINDS)), v.nonEmpty(), v.maxLength(MEDIA_KINDS.length)),
      /** Rises with each report of a client id and session: one that a newer one overtook changes nothing. Default: 0. */
      sequence: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    }),
    response: nothing,
  }),
  agoraRtm: endpoint('/push/get-agora-rtm', {
    summary: 'Returns a token for Agora signalling, if Agora is configured.',
    access: onRobot('read'),
    kind: 'secret',
    request: v.object({ userId: callerId, serialNumber }),
    response: v.object({ appId: v.string(), token: v.string(), account: v.string() }),
  }),
  agoraRtc: endpoint('/push/get-agora-rtc', {
    summary:
      'Returns a token for a viewing or call over Agora, if the server and the robot have it: for a new channel without `channel`, otherwise two more minutes for that channel.',
    access: onRobot('read'),
    kind: 'secret',
    request: v.object({
      userId: callerId,
      serialNumber,
      channel: v.optional(mediaChannel, ''),
      /** The MQTT connection on whose `rtc` topic the robot can refuse. */
      clientId: v.optional(v.union([mqttClientId, v.literal('')]), ''),
      /** The channel belongs to the caller's call with the robot, which shows the caller's camera. */
      isCall: v.optional(v.boolean(), false),
    }),
    response: v.object({
      appId: v.string(),
      token: v.string(),
      channel: v.string(),
      account: v.string(),
      /** What may be received and sent in the channel. */
      what: v.array(v.picklist(MEDIA_KINDS)),
      until: time,
    }),
  }),
  agoraLeave: endpoint('/push/leave-agora-rtc', {
    summary: "Ends the caller's channel: the robot leaves it at once, and nobody can join it again.",
    // A `read`, like `view`: repeating it is harmless.
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, channel: mediaChannel }),
    response: nothing,
  }),
  register: endpoint('/robot/register-robot', {
    summary: 'Registers a robot and returns its MQTT password and claim code, only this once.',
    access: accountAdmin,
    kind: 'secret',
    request: v.object({
      serialNumber: handlerChecked(serialNumber),
      manufacturer,
      interfaceName,
      robotModel,
      /** Required if the model does not determine it. */
      kind: v.optional(v.picklist(ROBOT_KINDS)),
      robotNickName: v.optional(label, ''),
      /** The name in both languages, instead of `robotNickName`. */
      names: v.optional(nameTexts),
      dialect: v.optional(v.picklist(PROTOCOL_DIALECTS), 'both'),
      registerSiteId: handlerChecked(siteId),
      maps: v.optional(registeredMaps, []),
      claimRole,
      /** Also makes the caller its super administrator; the claim code is then empty. */
      bindToCaller: optionalFlag,
    }),
    response: v.object({
      serialNumber,
      ...robotConnection.entries,
      mqttPassword: v.string(),
      mqttUrl: v.string(),
      ...robotClaim.entries,
    }),
  }),
  bind: endpoint('/robot/bind-robot', {
    summary:
      "Binds the robot of a claim code to the caller, who becomes its super administrator; a code may also add a role to the caller's account. Account administrators get a notice if the account remains view-only.",
    access: signedIn,
    kind: 'write',
    request: v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80)) }),
    response: v.object({
      serialNumber,
      /** The role that the caller did not have before. */
      addedRole: claimRole,
      /** Names of account administrators, if the caller may only view the robot until one of them adds a role. */
      raisers: v.optional(v.nullable(v.array(v.string())), null),
    }),
  }),
  newPassword: endpoint('/robot/renew-robot-password', {
    summary: "Replaces a robot's MQTT password and returns the new one, only this once.",
    access: accountAdmin,
    kind: 'secret',
    request: v.object({ robotToRenew: handlerChecked(serialNumber) }),
    response: v.object({ ...robotConnection.entries, mqttPassword: v.string() }),
  }),
  rename: endpoint('/robot/update-robot-nickname', {
    summary: 'Renames a robot.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, robotNickName: v.pipe(label, v.trim(), v.nonEmpty()) }),
    response: nothing,
  }),
};
