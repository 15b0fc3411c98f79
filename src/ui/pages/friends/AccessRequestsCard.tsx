/** Pending access requests of all robots that the user may administer, at the top of the page, each with two buttons. */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import type { AccessRequest } from '../../../../contract/entities/friend.ts';
import { selectRobots, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { REQUESTS_PER_PAGE } from '../../../machines/friends/accessRequests.machine.ts';
import {
  type AccessRequestsRef,
  selectIsRequestListLoading,
  selectRequestList,
} from '../../../machines/friends/friends.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { MemberRow, MemberRows } from '../../robotMembers/MemberRows.tsx';
import { initials } from '../../shell/displayName.ts';
import { usePagerTexts } from '../../shell/PagedList.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

interface AccessRequestsCardProps {
  readonly requests: AccessRequestsRef;
  /** The page already says that the server does not respond. */
  readonly hideFailure: boolean;
  readonly onDecide: (act: 'authorise' | 'decline', request: AccessRequest, robot: string) => void;
}

export function AccessRequestsCard({ requests, hideFailure, onDecide }: AccessRequestsCardProps) {
  const t = useT();
  const { range, ...pagerTexts } = usePagerTexts();
  const { rows, total, page, failure } = useSelector(requests, selectRequestList);
  const loading = useSelector(requests, selectIsRequestListLoading);
  if (failure)
    return hideFailure ? null : (
      <FailedCard
        forbidden={false}
        title={t('friends.requestsFailed')}
        text={t.failure(failure)}
        busy={loading}
        retryLabel={t('common.retry')}
        onRetry={() => requests.send({ type: 'requests.refresh' })}
      />
    );
  if (rows.length === 0) return null;
  const pages = Math.max(1, Math.ceil(total / REQUESTS_PER_PAGE));
  const first = (page - 1) * REQUESTS_PER_PAGE + 1;
  return (
    <Card title={t('friends.waiting')} note={String(total)}>
      <MemberRows underHead>
        {rows.map((request) => (
          <RequestRow key={request.friendRelationId} request={request} onDecide={onDecide} />
        ))}
      </MemberRows>
      {pages > 1 && (
        <Pager
          {...pagerTexts}
          page={page}
          pages={pages}
          onPage={(to) => requests.send({ type: 'requests.turn', page: to })}
          summary={range({ from: first, to: first + rows.length - 1, total })}
        />
      )}
    </Card>
  );
}

function RequestRow({
  request,
  onDecide,
}: { readonly request: AccessRequest } & Pick<AccessRequestsCardProps, 'onDecide'>) {
  const t = useT();
  const timeZone = useTimeZone(request.serialNumber);
  const { nickname: person, account, serialNumber, since } = request;
  const robot = request.robotNickName || serialNumber;
  return (
    <MemberRow
      picture={<Avatar initials={initials(person)} />}
      words={
        <>
          <b>{person}</b>
          <span className="text-13 text-text-2">{account}</span>
          <span className="text-13">
            {t('friends.askedFor', { robot })}
            {robot !== serialNumber && <span className="serial ml-2">{serialNumber}</span>}
          </span>
          <span className="card-note">{t('friends.askedAt', { at: timeStamp(since, timeZone) })}</span>
        </>
      }
      buttons={
        <>
          <Button
            size="s"
            aria-label={t('friends.declineWhom', { person, robot })}
            onClick={() => onDecide('decline', request, robot)}
          >
            {t('common.decline')}
          </Button>
          <Button
            size="s"
            variant="primary"
            icon={Check}
            aria-label={t('friends.authoriseWhom', { person, robot })}
            onClick={() => onDecide('authorise', request, robot)}
          >
            {t('friends.act.authorise')}
          </Button>
        </>
      }
    />
  );
}

/** The time zone of the robot's site; the browser's while the robot is unknown. */
export function useTimeZone(serialNumber: string): string {
  const fleet = useFleet();
  const sites = useSelector(fleet, selectSites);
  const siteId = useSelector(fleet, selectRobots).find((one) => one.serialNumber === serialNumber)?.siteId;
  return sites.find(({ id }) => id === siteId)?.timeZone ?? ownZone();
}
