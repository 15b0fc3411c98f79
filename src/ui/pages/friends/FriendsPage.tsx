/**
 * Members of the current robot (spec 2, 6 "Friend/user management"): pending requests of all robots, members with their actions, and
 * at the end ownership transfer and unbinding. Users who do not administer the robot see its members and can leave it.
 */
import { useSelector } from '@xstate/react';
import UserPlus from 'lucide-react/icons/user-plus';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type FriendsRef,
  selectAccessRequestsRef,
  selectAreFriendsLoading,
  selectFriends,
  selectHasNoRobot,
  selectInvitations,
} from '../../../machines/friends/friends.selectors.ts';
import { FRIENDS_PER_PAGE, type FriendList } from '../../../machines/friends/friends.setup.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ListBar } from '../../kit/ListBar.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { AskForRobot } from '../../robotMembers/AskForRobot.tsx';
import { Invitations } from '../../robotMembers/Invitations.tsx';
import { usePagerTexts } from '../../shell/PagedList.tsx';
import { AccessRequestsCard, useTimeZone } from './AccessRequestsCard.tsx';
import { FriendDialogs } from './FriendDialogs.tsx';
import type { FriendPart } from './friendPart.ts';
import { FriendRows } from './FriendRows.tsx';
import { RobotChoice, useRobotName } from './RobotChoice.tsx';
import { OwnershipCard } from './OwnershipCard.tsx';

const SKELETON_ROWS = 4;

export function FriendsPage({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { serialNumber, list, failure, claim } = useSelector(screen, selectFriends);
  const invitations = useSelector(screen, selectInvitations);
  const requests = useSelector(screen, selectAccessRequestsRef);
  const none = useSelector(screen, selectHasNoRobot);
  const robot = useRobotName(serialNumber);
  const administers = list?.rights.includes('administer') === true;
  return (
    <div className="flex min-w-0 flex-col gap-3 [&>.card]:flex-none">
      <div className="page-head max-desk:flex-wrap max-desk:[&>.btn]:h-11 max-desk:[&>.btn]:flex-1">
        <div className="page-title max-desk:flex-[1_0_100%]">
          <h1 className="max-desk:sr-only">{t('routes.friends')}</h1>
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            {serialNumber === '' ? (
              t('shared.noRobotSelectedSentence')
            ) : (
              <>
                <b>{robot}</b>
                {robot !== serialNumber && <span className="serial">{serialNumber}</span>}
              </>
            )}
          </p>
        </div>
        {invitations && <AskForRobot invitations={invitations} />}
        {administers && (
          <Button variant="primary" icon={UserPlus} onClick={() => screen.send({ type: 'invite.open' })}>
            {t('shared.invite')}
          </Button>
        )}
      </div>
      {requests && (
        <AccessRequestsCard
          requests={requests}
          hideFailure={failure !== null}
          onDecide={(act, request, name) =>
            screen.send({
              type: 'friends.do',
              pendingAction: {
                act,
                friend: { friendRelationId: request.friendRelationId, nickname: request.nickname },
                serialNumber: request.serialNumber,
                robot: name,
              },
            })
          }
        />
      )}
      <RobotChoice serialNumber={serialNumber} />
      {invitations && <Invitations invitations={invitations} />}
      {/* After unbinding there is no member list to read; the dialog shows the result. */}
      {failure && !claim ? (
        <div className="card">
          <StatePanel
            state={failure.code === ERRORS.robotForeign ? 'forbidden' : 'failed'}
            title={t('friends.failed')}
            text={t.failure(failure)}
          >
            <Button size="s" onClick={() => screen.send({ type: 'friends.retry' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        </div>
      ) : list ? (
        <People screen={screen} list={list} robot={robot} />
      ) : (
        !none &&
        !claim && (
          <div className="card">
            <SkeletonBlocks shape="rows" count={SKELETON_ROWS} label={t('friends.loading')} />
          </div>
        )
      )}
      <FriendDialogs screen={screen} />
    </div>
  );
}

function People({
  screen,
  list,
  robot,
}: {
  readonly screen: FriendsRef;
  readonly list: FriendList;
  readonly robot: string;
}) {
  const t = useT();
  const { page, text, serialNumber } = useSelector(screen, selectFriends);
  const { range, ...pagerTexts } = usePagerTexts();
  const loading = useSelector(screen, selectAreFriendsLoading);
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const timeZone = useTimeZone(serialNumber);
  const part: FriendPart = {
    rights: list.rights,
    timeZone,
    onAct: (act, friend) => screen.send({ type: 'friends.do', pendingAction: { act, friend, serialNumber, robot } }),
  };
  const pages = Math.max(1, Math.ceil(list.total / FRIENDS_PER_PAGE));
  const first = (page - 1) * FRIENDS_PER_PAGE + 1;
  return (
    <>
      <ListBar
        search={{
          label: t('friends.search'),
          value: text,
          onChange: (words) => screen.send({ type: 'friends.search', text: words }),
        }}
        count={t('friends.count', { count: list.total })}
      />
      <div className="card card-clip" aria-busy={loading || undefined}>
        {list.rows.length === 0 ? (
          <StatePanel state="empty" title={t('friends.nobody')}>
            <Button size="s" onClick={() => screen.send({ type: 'friends.search', text: '' })}>
              {t('shell.panel.showAll')}
            </Button>
          </StatePanel>
        ) : (
          <FriendRows {...part} rows={list.rows} mobile={mobile} />
        )}
        {pages > 1 && (
          <Pager
            {...pagerTexts}
            page={page}
            pages={pages}
            onPage={(to) => screen.send({ type: 'friends.turn', page: to })}
            summary={range({
              from: first,
              to: Math.min(list.total, first + FRIENDS_PER_PAGE - 1),
              total: list.total,
            })}
          />
        )}
      </div>
      <OwnershipCard screen={screen} list={list} robot={robot} onAct={part.onAct} />
    </>
  );
}
