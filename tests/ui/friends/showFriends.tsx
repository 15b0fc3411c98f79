/**
 * Renders the robot members page in jsdom: the real component over its real machines, with a server controlled by the
 * test.
 */
import { act, render } from '@testing-library/react';
import { type AnyEventObject, createActor, fromCallback, fromPromise, fromTransition, setup } from 'xstate';
import type { Language, Relation } from '../../../contract/entities/constants.ts';
import type {
  AccessRequest,
  Friend,
  InviteOutcome,
  InviteResult,
  OwnRelation,
} from '../../../contract/entities/friend.ts';
import type { UserInfo } from '../../../contract/entities/user.ts';
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
import { preferencesMachine } from '../../../src/machines/preferences/preferences.machine.ts';
import type { FriendsRef } from '../../../src/machines/friends/friends.selectors.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { FriendsPage } from '../../../src/ui/pages/friends/FriendsPage.tsx';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { wordsOf } from '../inWords.tsx';
import { robotOf } from '../robotOf.ts';
import { keptInTab } from '../../fakes/keptDialog.ts';

const { keepDialog, recallDialog } = keptInTab<KeptInvite>();
const ask = keptInTab<KeptAsk>();

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
  const done: string[] = [];
  const told: AnyEventObject[] = [];
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
  const scribe = fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event)));
  const root = createActor(
    setup({
      actors: {
        scribe,
        screen: machine,
        session: fromTransition((state: { user: UserInfo }, event: AnyEventObject) => (told.push(event), state), {
          user: userOf({ roles: [looksOnly ? 'viewer' : 'operator'] }),
        }),
        fleet: fromTransition((state: typeof fleet, event: AnyEventObject) => (told.push(event), state), fleet),
        preferences: preferencesMachine.provide({ actions: { keep: () => {} } }),
      },
    }).createMachine({
      invoke: [
        ...(['navigation', 'notices', 'app'] as const).map((name) => ({
          src: 'scribe' as const,
          id: name,
          systemId: name,
        })),
        { src: 'session', id: 'session', systemId: 'session' },
        { src: 'fleet', id: 'fleet', systemId: 'fleet' },
        {
          src: 'preferences',
          id: 'preferences',
          systemId: 'preferences',
          input: {
            language,
            theme: 'system',
            sidebarOpen: true,
            panelOpen: true,
            panelNarrow: false,
            viewOrder: [],
            stickSide: 'right',
            size: 'medium',
          },
        },
        {
          src: 'screen',
          id: 'screen',
          systemId: 'screen',
          input: { page: 'friends', params: {}, query: {}, user: userOf(), serialNumber: SERIAL, language },
        },
      ],
    }),
    { systemId: 'app-root' },
  ).start();
  (root.system as { get(name: string): { send(event: AnyEventObject): void } })
    .get('preferences')
    .send({ type: 'layout.measured', width });
  const parts = { root, live: null, words: await wordsOf(language) } as unknown as AppParts;
  const screen = root.getSnapshot().children['screen'] as unknown as FriendsRef;
  const rendered = await act(async () => {
    const made = render(
      <AppContext value={parts}>
        <FriendsPage screen={screen} />
      </AppContext>,
    );
    await settle();
    return made;
  });
  return { ...rendered, done, told, screen, stop: () => root.stop() };
}
