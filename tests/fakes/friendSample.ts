/** Sample members of a robot, requests for access, and an invitation. */
import type { AccessRequest, Friend, OwnRelation } from '../../contract/entities/friend.ts';

let made = 0;
export function friendOf(given: Partial<Friend> = {}): Friend {
  made += 1;
  return {
    friendRelationId: `relation-${made}`,
    userId: `user-${made}`,
    nickname: `Person ${made}`,
    account: `person${made}@secret.test`,
    state: 'authorised',
    isAuth: true,
    isRobotAdmin: false,
    relation: 'member',
    canAdminister: true,
    isSelf: false,
    invitedBy: 'Robin Hale',
    since: 1_795_200_000_000,
    ...given,
  };
}

export const invitationOf = (given: Partial<OwnRelation> = {}): OwnRelation => ({
  friendRelationId: 'invitation-1',
  serialNumber: 'W1-2308-0417',
  robotNickName: 'Porter 1',
  robotModel: 'W1',
  kind: 'delivery',
  state: 'invited',
  relation: 'member',
  invitedBy: 'Robin Hale',
  since: 1_795_200_000_000,
  ...given,
});

export function requestOf(given: Partial<AccessRequest> = {}): AccessRequest {
  const { friendRelationId, userId, nickname, account, since } = friendOf();
  const robot = { serialNumber: 'W1-2308-0417', robotNickName: 'Porter 1' };
  return { friendRelationId, userId, nickname, account, since, ...robot, ...given };
}
