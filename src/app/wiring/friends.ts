/** Wires the members of a robot to the API. */
import { fromPromise } from 'xstate';
import { friends } from '../../../contract/endpoints/friends.ts';
import type { InviteResult, OwnRelation } from '../../../contract/entities/friend.ts';
import { type AccessRequestList, accessRequestsMachine } from '../../machines/friends/accessRequests.machine.ts';
import { friendsMachine } from '../../machines/friends/friends.machine.ts';
import type {
  Claim,
  FriendList,
  FriendsRequest,
  InviteRequest,
  KeptInvite,
  PendingAction,
} from '../../machines/friends/friends.setup.ts';
import { invitationsMachine, type KeptAsk } from '../../machines/friends/invitations.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { keptForm } from './keptForm.ts';

const clientOf = ({ transport }: Pick<Services, 'transport'>) => createClient(friends, transport);

export const wireInvitations = (services: Services) => {
  const api = clientOf(services);
  const kept = keptForm<KeptAsk>(services, 'askForRobot');
  return invitationsMachine.provide({
    actions: { keepDialog: (_, params) => kept.keep(params.kept) },
    actors: {
      recallDialog: kept.recall,
      loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(({ input, signal }) =>
        api.own(input, { signal }),
      ),
      answer: fromPromise<unknown, { invitationId: string; accept: boolean }>(({ input, signal }) =>
        api.answerInvitation(input, { signal }),
      ),
      askFor: fromPromise<unknown, { serialNumber: string }>(({ input, signal }) =>
        api.ask({ robotToAsk: input.serialNumber }, { signal }),
      ),
    },
  });
};

export const wireFriends = (services: Services) => {
  const api = clientOf(services);
  const kept = keptForm<KeptInvite>(services, 'inviteMember');
  return friendsMachine.provide({
    actions: { keepDialog: (_, params) => kept.keep(params.kept) },
    actors: {
      recallDialog: kept.recall,
      loadFriends: fromPromise<FriendList, FriendsRequest>(({ input, signal }) => api.list(input, { signal })),
      carryOut: fromPromise<Claim | null, { pendingAction: PendingAction | null }>(
        async ({ input: { pendingAction }, signal }) => (pendingAction ? carryOut(api, pendingAction, signal) : null),
      ),
      invite: fromPromise<readonly InviteResult[], InviteRequest>(({ input: { serialNumbers, account }, signal }) =>
        api.inviteToRobots({ serialNumberStr: serialNumbers.join(), account }, { signal }),
      ),
      accessRequests: accessRequestsMachine.provide({
        actors: {
          loadRequests: fromPromise<AccessRequestList, { page: number; limit: number }>(({ input, signal }) =>
            api.requests(input, { signal }),
          ),
        },
      }),
      invitations: wireInvitations(services),
    },
  });
};

async function carryOut(
  api: ReturnType<typeof clientOf>,
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
