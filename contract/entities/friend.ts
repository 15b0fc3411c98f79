/** Members of a robot and their relation to it (spec 3 "Friend relation"). */
import * as v from 'valibot';
import { RELATIONS, ROBOT_KINDS } from './constants.ts';
import { flag, id, serialNumber, time } from './values.ts';

/**
 * asked: waits for an administrator of the robot. invited: waits for the invited person. Neither is a relation yet
 * (design 13).
 */
export const FRIEND_STATES = ['asked', 'invited', 'authorised'] as const;
export type FriendState = (typeof FRIEND_STATES)[number];

export const friend = v.object({
  friendRelationId: id,
  userId: v.string(),
  nickname: v.string(),
  /** E-mail address or phone number; masked for readers who do not administer the robot. */
  account: v.string(),
  state: v.picklist(FRIEND_STATES),
  isAuth: flag,
  isRobotAdmin: flag,
  /** The person's relation to the robot, or the one that they will get. */
  relation: v.picklist(RELATIONS),
  /** Whether the account's role permits administration: a viewer can never administer, whatever the relation. */
  canAdminister: flag,
  isSelf: flag,
  /** Name of the person who sent the invitation; empty for a person who asked or who bound the robot. */
  invitedBy: v.string(),
  since: time,
});
export type Friend = v.InferOutput<typeof friend>;

/** A pending request for access to one of the robots that the reader may administer. */
export const accessRequest = v.object({
  friendRelationId: id,
  userId: v.string(),
  nickname: v.string(),
  /** E-mail address or phone number. */
  account: v.string(),
  serialNumber,
  robotNickName: v.string(),
  since: time,
});
export type AccessRequest = v.InferOutput<typeof accessRequest>;

/**
 * What an invitation did at one robot. authorised: the person had asked, or is an app. notAllowed: the inviter no longer
 * administers the robot.
 */
export const INVITE_OUTCOMES = ['invited', 'authorised', 'alreadyInvited', 'alreadyMember', 'notAllowed'] as const;
export type InviteOutcome = (typeof INVITE_OUTCOMES)[number];
export const inviteResult = v.object({ serialNumber, outcome: v.picklist(INVITE_OUTCOMES) });
export type InviteResult = v.InferOutput<typeof inviteResult>;

/** The caller's relation to a robot, or an invitation to one. */
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
