/** Transfers or unbinds the robot; kept apart at the end of the page. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { Friend } from '../../../../contract/entities/friend.ts';
import { friendFault } from '../../../../contract/rules/friends.ts';
import { type FriendsRef, selectFriends } from '../../../machines/friends/friends.selectors.ts';
import type { FriendList } from '../../../machines/friends/friends.setup.ts';
import type { Act } from '../../../machines/friends/questions.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Select } from '../../kit/Select.tsx';

export interface OwnershipCardProps {
  readonly screen: FriendsRef;
  readonly list: FriendList;
  readonly robot: string;
  readonly onAct: (act: Act, friend: Friend | null) => void;
}

export function OwnershipCard({ screen, list, robot, onAct }: OwnershipCardProps) {
  const t = useT();
  const isOwner = list.relation === 'superAdmin';
  const mayOwn = list.rights.includes('own');
  return (
    <Card title={t('friends.end.title')}>
      {mayOwn && <HandOver screen={screen} list={list} onAct={onAct} />}
      {mayOwn && (
        <Row title={t('friends.act.unbind')} text={t('friends.end.unbindText')}>
          <Button variant="danger" onClick={() => onAct('unbind', null)}>
            {t('friends.act.unbind')}
          </Button>
        </Row>
      )}
      {isOwner && !mayOwn && <p className="px-4 pb-3 text-13 text-text-2">{t('friends.end.roleTooLow')}</p>}
      <Row title={t('friends.act.leave')} text={t('friends.end.leaveText', { robot })}>
        <Button
          variant="danger"
          disabledReason={isOwner ? t('friends.end.ownerStays') : undefined}
          onClick={() => onAct('leave', null)}
        >
          {t('friends.act.leave')}
        </Button>
      </Row>
    </Card>
  );
}

function HandOver({ screen, list, onAct }: Pick<OwnershipCardProps, 'screen' | 'list' | 'onAct'>) {
  const t = useT();
  const { newOwner: chosen } = useSelector(screen, selectFriends);
  const candidates = list.rows.filter((friend) => friendFault('handOver', list.rights, friend) === null);
  const newOwner = candidates.find(({ friendRelationId }) => friendRelationId === chosen);
  const reason = candidates.length === 0 ? t('friends.end.nobody') : newOwner ? undefined : t('friends.end.choose');
  return (
    <Row title={t('friends.act.handOver')} text={t('friends.end.handOverText')}>
      <Select
        label={t('friends.end.newOwner')}
        value={newOwner?.friendRelationId ?? ''}
        onChange={(friendRelationId) => screen.send({ type: 'newOwner.choose', friendRelationId })}
        options={[
          { value: '', label: t('friends.end.newOwner') },
          ...candidates.map(({ friendRelationId, nickname }) => ({ value: friendRelationId, label: nickname })),
        ]}
      />
      <Button variant="danger" disabledReason={reason} onClick={() => onAct('handOver', newOwner ?? null)}>
        {t('friends.act.handOver')}
      </Button>
    </Row>
  );
}

function Row({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-4 border-t border-line px-4 py-3 max-desk:flex-col max-desk:items-stretch">
      <div className="min-w-0 flex-1">
        <h3 className="text-14 font-semibold">{title}</h3>
        <p className="text-13 text-text-2">{text}</p>
      </div>
      <div className="flex flex-none items-center gap-2 max-desk:flex-wrap max-desk:[&>.input]:flex-[1_0_100%]">
        {children}
      </div>
    </div>
  );
}
