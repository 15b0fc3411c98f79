/** Who may touch a robot, as its people see it (spec 3 "Friend relation"). */
import * as v from 'valibot';
import { RELATIONS, ROBOT_KINDS } from './constants.ts';
import { flag, id, serialNumber, time } from './values.ts';

/** asked: waits for an administrator of the robot. invited: waits for the person. Neither is a relation yet (design 13). */
export const FRIEND_STATES = ['asked', 'invited', 'authorised'] as const;
export type FriendState = (typeof FRIEND_STATES)[number];

export const friend = v.object({
  friendRelationId: id,
  userId: v.string(),
  nickname: v.string(),
  /** E-mail or phone number; masked for whoever does not administer the robot. */
  account: v.string(),
  state: v.picklist(FRIEND_STATES),
  isAuth: flag,
  isRobotAdmin: flag,
  /** What the person is to the robot, or would be. */
  relation: v.picklist(RELATIONS),
  /** Whether the account's role lets it administer anything: a viewer only looks, whatever the relation. */
  canAdminister: flag,
  isSelf: flag,
  /** The name of who invited; empty for one who asked, or who bound the robot. */
  invitedBy: v.string(),
  since: time,
});
export type Friend = v.InferOutput<typeof friend>;

/** One's own relation to a robot, or an invitation to one. */
export const ownRelation = v.object({
  friendRelationId: id,
  serialNumber,
  robotNickName: v.string(),
  robotModel: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  state: v.picklist(['invited', 'authorised']),
  relation: v.picklist(RELATIONS),
  invitedBy: v.string(),
  since: time,
});
export type OwnRelation = v.InferOutput<typeof ownRelation>;
