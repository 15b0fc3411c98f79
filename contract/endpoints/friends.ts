/** The people of a robot: who asked, who was invited, who may do what; handing a robot over and letting go of it (spec 6, 7). */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { RELATIONS } from '../entities/constants.ts';
import { friend, ownRelation } from '../entities/friend.ts';
import {
  callerId,
  flag,
  friendRelationId,
  handlerChecked,
  limit,
  nothing,
  page,
  serialNumber,
} from '../entities/values.ts';
import { ACCOUNT_MAX } from '../rules/limits.ts';
import { RIGHTS } from '../rules/rights.ts';

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(ACCOUNT_MAX)), '');

export const friends = {
  list: endpoint('/xprobot/get-robot-friend-list', {
    summary:
      'The people of a robot, searched by name, and by account where one may read it. Who asks, and who is invited, is told to its administrators alone.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit, text }),
    response: v.object({
      total: v.number(),
      rows: v.array(friend),
      /** Who waits for an authorisation, longest first. */
      waiting: v.array(friend),
      /** What the caller is to the robot, and may therefore do. */
      relation: v.picklist(RELATIONS),
      rights: v.array(v.picklist(RIGHTS)),
    }),
  }),
  setAuth: endpoint('/xprobot/update-robot-isAuth', {
    summary: 'Authorises somebody who asked, or takes an authorisation back.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ friendRelationId, isAuth: flag }),
    response: nothing,
  }),
  setRobotAdmin: endpoint('/xprobot/update-friend-relation', {
    summary: 'Makes a member an administrator of the robot, or a member again.',
    access: onRobot('own'),
    kind: 'write',
    request: v.object({ friendRelationId, isRobotAdmin: flag }),
    response: nothing,
  }),
  remove: endpoint('/xprobot/delete-friend-relation', {
    summary: 'Removes somebody from a robot, declines a request or takes an invitation back.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, friendRelationId }),
    response: nothing,
  }),
  own: endpoint('/xprobot/get-friend-relation', {
    summary: "The caller's relations, and the invitations that wait for the caller.",
    access: signedIn,
    kind: 'read',
    request: v.object({ userId: callerId }),
    response: v.array(ownRelation),
  }),
  ask: endpoint('/xprobot/ask-for-robot', {
    summary: 'Asks the administrators of a robot for it. The answer is the same whether there is such a robot or not.',
    access: signedIn,
    kind: 'write',
    request: v.object({ robotToAsk: handlerChecked(serialNumber) }),
    response: nothing,
  }),
  invite: endpoint('/xprobot/invite-friend', {
    summary:
      'Invites the owner of an account, by e-mail address or phone number with country code; authorises a person who has already asked. An app, named by its `appId`, is authorised at once: nobody is there to accept.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, account: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(ACCOUNT_MAX)) }),
    response: nothing,
  }),
  answerInvitation: endpoint('/xprobot/answer-invitation', {
    summary: 'Accepts or declines an invitation to a robot.',
    access: signedIn,
    kind: 'write',
    request: v.object({ invitationId: handlerChecked(friendRelationId), accept: flag }),
    response: nothing,
  }),
  handOver: endpoint('/xprobot/transfer-super-admin', {
    summary: "Makes a member the super administrator in the caller's place, who stays as an administrator.",
    access: onRobot('own'),
    kind: 'write',
    request: v.object({ serialNumber, friendRelationId }),
    response: nothing,
  }),
  unbind: endpoint('/setting/untied-robot', {
    summary: 'Lets go of a robot: nobody has it any more, and the new claim code, shown this once, binds it.',
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
