/**
 * Renders the robot members page in jsdom: the real component over its real machines, with a server controlled by the
 * test.
 */
import { fromPromise } from 'xstate';
import type { Language, Relation } from '../../../contract/entities/constants.ts';
import type {
  AccessRequest,
  Friend,
  InviteOutcome,
  InviteResult,
  OwnRelation,
} from '../../../contract/entities/friend.ts';
import { rightsOf } from '../../../contract/rules/rights.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { ApiError } from '../../../contract/wire/errors.ts';
import { type AccessRequestList, accessRequestsMachine } from '../../../src/machines/friends/accessRequests.machine.ts';
import { friendsMachine } from '../../../src/machines/friends/friends.machine.ts';
import type {
  Claim,
  FriendList,
  FriendsRequest,
  InviteRequest,
  KeptInvite,
  PendingAction,
} from '../../../src/machines/friends/friends.setup.ts';
import { invitationsMachine, type KeptAsk } from '../../../src/machines/friends/invitations.machine.ts';
import { FriendsPage } from '../../../src/ui/pages/friends/FriendsPage.tsx';
import { userOf } from '../../fakes/startSession.ts';
import { renderPage } from '../renderPage.tsx';
import { robotOf } from '../robotOf.ts';
import { newTab } from '../../fakes/keptDialog.ts';

export const SERIAL = 'W1-2308-0417';
export const CLAIM: Claim = {
  serialNumber: SERIAL,
  claimCode: 'AAAA-BBBB-CCCC-DDDD',
  claimQr: 'data:image/svg+xml;base64,PHN2Zy8+',
};

export interface ShowOptions {
  rows: Friend[];
  requests?: AccessRequest[];
  requestsRefused?: ApiError;
  /** What an invitation does at each robot. */
  outcomes?: Record<string, InviteOutcome>;
  invitations?: OwnRelation[];
  relation?: Relation;
  /** The signed-in account is a viewer. */
  looksOnly?: boolean;
  refuse?: ApiError;
  language?: Language;
  width?: number;
  /** Robots beside the current one. */
  others?: Robot[];
}

export async function showFriends({
  rows,
  requests = [],
  requestsRefused,
  outcomes = {},
  invitations = [],
  relation = 'superAdmin',
  looksOnly = false,
  refuse,
  language = 'enUS',
  width = 1_440,
  others = [robotOf({ serialNumber: 'U1-2311-0033', robotNickName: 'Lobby host', relation })],
}: ShowOptions) {
  const { keepDialog, recallDialog } = newTab<KeptInvite>();
  const ask = newTab<KeptAsk>();
  const done: string[] = [];
  const rights = [...rightsOf([looksOnly ? 'viewer' : 'operator'], relation)];
  const machine = friendsMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadFriends: fromPromise<FriendList, FriendsRequest>(async () => {
        if (refuse) throw refuse;
        return { total: rows.length, rows, relation, rights };
      }),
      carryOut: fromPromise<Claim | null, { pendingAction: PendingAction | null }>(
        async ({ input: { pendingAction } }) => {
          done.push(`${pendingAction?.act} ${pendingAction?.friend?.nickname ?? pendingAction?.robot}`);
          return pendingAction?.act === 'unbind' ? CLAIM : null;
        },
      ),
      invite: fromPromise<readonly InviteResult[], InviteRequest>(async ({ input: { account, serialNumbers } }) => {
        done.push(`invite ${account} to ${serialNumbers.join(', ')}`);
        return serialNumbers.map((serialNumber) => ({ serialNumber, outcome: outcomes[serialNumber] ?? 'invited' }));
      }),
      accessRequests: accessRequestsMachine.provide({
        actors: {
          loadRequests: fromPromise<AccessRequestList, { page: number; limit: number }>(async () => {
            if (requestsRefused) throw requestsRefused;
            return { total: requests.length, rows: requests };
          }),
        },
      }),
      invitations: invitationsMachine.provide({
        actions: { keepDialog: ask.keepDialog },
        actors: {
          recallDialog: ask.recallDialog,
          loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(async () => invitations),
          answer: fromPromise<unknown, { invitationId: string; accept: boolean }>(
            async ({ input }) => void done.push(`${input.accept ? 'accept' : 'decline'} ${input.invitationId}`),
          ),
          askFor: fromPromise<unknown, { serialNumber: string }>(
            async ({ input }) => void done.push(`ask for ${input.serialNumber}`),
          ),
        },
      }),
    },
  });
  const robots = [robotOf({ serialNumber: SERIAL, relation }), ...others];
  const fleet = {
    robots: Object.fromEntries(robots.map((robot) => [robot.serialNumber, robot])),
    order: robots.map(({ serialNumber }) => serialNumber),
    current: SERIAL,
    view: 'all',
    filter: 'all',
    keyword: '',
    sites: [{ id: 'harbour', name: 'Harbour Hotel', timeZone: 'Asia/Shanghai', floors: [], demo: true }],
    failure: null,
  };
  const page = await renderPage(FriendsPage, machine, {
    user: userOf(),
    serialNumber: SERIAL,
    language,
    width,
    contexts: { session: { user: userOf({ roles: [looksOnly ? 'viewer' : 'operator'] }) }, fleet },
  });
  return { ...page, done };
}
