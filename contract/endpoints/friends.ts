/** The members of a robot: requests, invitations, authorisation, transfer of ownership and unbinding (spec 6, 7). */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { RELATIONS } from '../entities/constants.ts';
import { accessRequest, friend, inviteResult, ownRelation } from '../entities/friend.ts';
import { callerId, flag, friendRelationId, limit, page, serialNumber } from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { ACCOUNT_MAX, INVITE_ROBOTS_MAX, SERIAL_NUMBER_MAX } from '../rules/limits.ts';
import { RIGHTS } from '../rules/rights.ts';

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(ACCOUNT_MAX)), '');
const account = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(ACCOUNT_MAX));
/** Comma-separated. */
const serialNumberStr = idOf(
  'robots',
  v.pipe(
    v.string(),
    v.maxLength(INVITE_ROBOTS_MAX * (SERIAL_NUMBER_MAX + 1)),
    v.regex(/^[\w.:-]+(?:,[\w.:-]+)*$/u, 'serialNumberStr'),
  ),
);

export const friends = {
  list: endpoint('/xprobot/get-robot-friend-list', {
    summary:
      "Lists the members of a robot. `text` searches names, and accounts where the caller may read them. Only the robot's administrators see pending invitations.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit, text }),
    response: v.object({
      total: v.number(),
      rows: v.array(friend),
      /** The caller's relation to the robot, and the resulting rights. */
      relation: v.picklist(RELATIONS),
      rights: v.array(v.picklist(RIGHTS)),
    }),
  }),
  requests: endpoint('/xprobot/get-access-request-list', {
    summary: 'Lists the pending requests for access to all robots that the caller may administer, oldest first.',
    access: signedIn,
    kind: 'read',
    request: v.object({ page, limit }),
    response: v.object({ total: v.number(), rows: v.array(accessRequest) }),
  }),
  setAuth: endpoint('/xprobot/update-robot-isAuth', {
    summary: 'Authorises a person who asked, or revokes an authorisation.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ friendRelationId, isAuth: flag }),
    response: nothing,
  }),
  setRobotAdmin: endpoint('/xprobot/update-friend-relation', {
    summary: 'Makes a member an administrator of the robot, or an administrator a member.',
    access: onRobot('own'),
    kind: 'write',
    request: v.object({ friendRelationId, isRobotAdmin: flag }),
    response: nothing,
  }),
  remove: endpoint('/xprobot/delete-friend-relation', {
    summary: 'Removes a member from a robot, declines a request or withdraws an invitation.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, friendRelationId }),
    response: nothing,
  }),
  own: endpoint('/xprobot/get-friend-relation', {
    summary: "Lists the caller's relations and pending invitations.",
    access: signedIn,
    kind: 'read',
    request: v.object({ userId: callerId }),
    response: v.array(ownRelation),
  }),
  ask: endpoint('/xprobot/ask-for-robot', {
    summary: 'Asks the administrators of a robot for access. The response is the same whether the robot exists or not.',
    access: signedIn,
    kind: 'write',
    request: v.object({ robotToAsk: handlerChecked(serialNumber) }),
    response: nothing,
  }),
  invite: endpoint('/xprobot/invite-friend', {
    summary:
      'Invites an account by e-mail address or phone number with country code; a person who has already asked is authorised. An app, named by its `appId`, is authorised immediately, because it cannot accept an invitation.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, account }),
    response: nothing,
  }),
  inviteToRobots: endpoint('/xprobot/invite-friend-to-robots', {
    summary: `Invites an account to up to ${INVITE_ROBOTS_MAX} robots, like invite-friend, and returns what happened at each of them.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumberStr, account }),
    response: v.array(inviteResult),
  }),
  answerInvitation: endpoint('/xprobot/answer-invitation', {
    summary: 'Accepts or declines an invitation to a robot.',
    access: signedIn,
    kind: 'write',
    request: v.object({ invitationId: handlerChecked(friendRelationId), accept: flag }),
    response: nothing,
  }),
  handOver: endpoint('/xprobot/transfer-super-admin', {
    summary: 'Makes a member the super administrator. The caller becomes an administrator.',
    access: onRobot('own'),
    kind: 'write',
    request: v.object({ serialNumber, friendRelationId }),
    response: nothing,
  }),
  unbind: endpoint('/setting/untied-robot', {
    summary: 'Unbinds a robot from all its members and returns a new claim code for binding it, only this once.',
    access: onRobot('own'),
    kind: 'secret',
    request: v.object({ userId: callerId, robotId: serialNumber }),
    response: v.object({ serialNumber, claimCode: v.string(), claimQr: v.string() }),
  }),
  leave: endpoint('/xprobot/leave-robot', {
    summary: 'Removes the caller from a robot.',
    access: onRobot('read'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber }),
    response: nothing,
  }),
};
