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
    about:
      'The people of a robot, searched by name, and by account where one may read it. Who asks, and who is invited, is told to its administrators alone.',
    access: onRobot('read'),
    kind: 'read',
    takes: v.object({ serialNumber, page, limit, text }),
    answers: v.object({
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
    about: 'Authorises somebody who asked, or takes an authorisation back.',
    access: onRobot('administer'),
    kind: 'write',
    takes: v.object({ friendRelationId, isAuth: flag }),
    answers: nothing,
  }),
  setRobotAdmin: endpoint('/xprobot/update-friend-relation', {
    about: 'Makes a member an administrator of the robot, or a member again.',
    access: onRobot('own'),
    kind: 'write',
    takes: v.object({ friendRelationId, isRobotAdmin: flag }),
    answers: nothing,
  }),
  remove: endpoint('/xprobot/delete-friend-relation', {
    about: 'Removes somebody from a robot, declines a request or takes an invitation back.',
    access: onRobot('administer'),
    kind: 'write',
    takes: v.object({ userId: callerId, serialNumber, friendRelationId }),
    answers: nothing,
  }),
  own: endpoint('/xprobot/get-friend-relation', {
    about: "The caller's relations, and the invitations that wait for the caller.",
    access: signedIn,
    kind: 'read',
    takes: v.object({ userId: callerId }),
    answers: v.array(ownRelation),
  }),
  ask: endpoint('/xprobot/ask-for-robot', {
    about: 'Asks the administrators of a robot for it. The answer is the same whether there is such a robot or not.',
    access: signedIn,
    kind: 'write',
    takes: v.object({ robotToAsk: handlerChecked(serialNumber) }),
    answers: nothing,
  }),
  invite: endpoint('/xprobot/invite-friend', {
    about:
      'Invites the owner of an account, by e-mail address or phone number with country code; authorises a person who has already asked. An app, named by its `appId`, is authorised at once: nobody is there to accept.',
    access: onRobot('administer'),
    kind: 'write',
    takes: v.object({ serialNumber, account: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(ACCOUNT_MAX)) }),
    answers: nothing,
  }),
  answerInvitation: endpoint('/xprobot/answer-invitation', {
    about: 'Accepts or declines an invitation to a robot.',
    access: signedIn,
    kind: 'write',
    takes: v.object({ invitationId: handlerChecked(friendRelationId), accept: flag }),
    answers: nothing,
  }),
  handOver: endpoint('/xprobot/transfer-super-admin', {
    about: "Makes a member the super administrator in the caller's place, who stays as an administrator.",
    access: onRobot('own'),
    kind: 'write',
    takes: v.object({ serialNumber, friendRelationId }),
    answers: nothing,
  }),
  unbind: endpoint('/setting/untied-robot', {
    about: 'Lets go of a robot: nobody has it any more, and the new claim code, shown this once, binds it.',
    access: onRobot('own'),
    kind: 'secret',
    takes: v.object({ userId: callerId, robotId: serialNumber }),
    answers: v.object({ serialNumber, claimCode: v.string(), claimQr: v.string() }),
  }),
  leave: endpoint('/xprobot/leave-robot', {
    about: 'Removes the caller from a robot.',
    access: onRobot('read'),
    kind: 'write',
    takes: v.object({ userId: callerId, serialNumber }),
    answers: nothing,
  }),
};
