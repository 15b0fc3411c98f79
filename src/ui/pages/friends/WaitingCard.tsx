/** Pending access requests, at the top of the page, each with two buttons. */
import Check from 'lucide-react/icons/check';
import type { Friend } from '../../../../contract/entities/friend.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { initials } from '../../shell/displayName.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import type { FriendPart } from './friendPart.ts';

export function WaitingCard({ waiting, timeZone, onAct }: FriendPart & { readonly waiting: readonly Friend[] }) {
  const t = useT();
  return (
    <Card title={t('friends.waiting')} note={String(waiting.length)}>
      <ul className="friends-list">
        {waiting.map((friend) => (
          <li key={friend.friendRelationId}>
            <Avatar initials={initials(friend.nickname)} />
            <div className="friends-words">
              <b>{friend.nickname}</b>
              <span className="friends-account">{friend.account}</span>
              <span className="card-note">{t('friends.askedAt', { at: timeStamp(friend.since, timeZone) })}</span>
            </div>
            <div className="friends-acts">
              <Button
                size="s"
                aria-label={t('friends.declineWhom', { person: friend.nickname })}
                onClick={() => onAct('decline', friend)}
              >
                {t('friends.act.decline')}
              </Button>
              <Button
                size="s"
                variant="primary"
                icon={Check}
                aria-label={t('friends.authoriseWhom', { person: friend.nickname })}
                onClick={() => onAct('authorise', friend)}
              >
                {t('friends.act.authorise')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
