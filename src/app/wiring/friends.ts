/** Wires the members of a robot to the API. */
import { fromPromise } from 'xstate';
import type { OwnRelation } from '../../../contract/entities/friend.ts';
import { friendsMachine } from '../../machines/friends/friends.machine.ts';
import type { Claim, PendingAction, FriendList, FriendsRequest } from '../../machines/friends/friends.setup.ts';
import { invitationsMachine } from '../../machines/friends/invitations.machine.ts';
import type { SignedInServices } from '../signedIn.ts';
import type { Services } from '../services.ts';

type FriendsApi = SignedInServices['api']['friends'];

export const wireInvitations = ({ presence }: Services) =>
  invitationsMachine.provide({
    actors: {
      loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(async ({ input, signal }) =>
        (await presence()).api.friends.own(input, { signal }),
      ),
      answer: fromPromise<unknown, { invitationId: string; accept: boolean }>(async ({ input, signal }) =>
        (await presence()).api.friends.answerInvitation(input, { signal }),
      ),
      askFor: fromPromise<unknown, { serialNumber: string }>(async ({ input, signal }) =>
        (await presence()).api.friends.ask({ robotToAsk: input.serialNumber }, { signal }),
      ),
    },
  });

export const wireFriends = (services: Services) => {
  const { presence } = services;
  return friendsMachine.provide({
    actors: {
      loadFriends: fromPromise<FriendList, FriendsRequest>(async ({ input, signal }) =>
        (await presence()).api.friends.list(input, { signal }),
      ),
      carryOut: fromPromise<Claim | null, { doing: PendingAction | null }>(async ({ input: { doing }, signal }) =>
        doing ? carryOut((await presence()).api.friends, doing, signal) : null,
      ),
      invite: fromPromise<unknown, { serialNumber: string; account: string }>(async ({ input, signal }) =>
        (await presence()).api.friends.invite(input, { signal }),
      ),
      invitations: wireInvitations(services),
    },
  });
};

async function carryOut(
  api: FriendsApi,
  { act, friend, serialNumber }: PendingAction,
  signal: AbortSignal,
): Promise<Claim | null> {
  const friendRelationId = friend?.friendRelationId ?? '';
  switch (act) {
    case 'authorise':
    case 'withdraw':
      return api.setAuth({ friendRelationId, isAuth: act === 'authorise' }, { signal });
    case 'makeAdmin':
    case 'unmakeAdmin':
      return api.setRobotAdmin({ friendRelationId, isRobotAdmin: act === 'makeAdmin' }, { signal });
    case 'remove':
    case 'decline':
    case 'takeBack':
      return api.remove({ serialNumber, friendRelationId }, { signal });
    case 'handOver':
      return api.handOver({ serialNumber, friendRelationId }, { signal });
    case 'leave':
      return api.leave({ serialNumber }, { signal });
    case 'unbind':
      return api.unbind({ robotId: serialNumber }, { signal });
  }
}
