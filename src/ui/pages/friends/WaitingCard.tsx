/** Pending access requests, at the top of the page, each with two buttons. */
import Check from 'lucide-react/icons/check';
import type { Friend } from '../../../../contract/entities/friend.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { initials } from '../../shell/displayName.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { MemberRow, MemberRows } from '../../robotMembers/MemberRows.tsx';
import type { FriendPart } from './friendPart.ts';

export function WaitingCard({ waiting, timeZone, onAct }: FriendPart & { readonly waiting: readonly Friend[] }) {
  const t = useT();
  return (
    <Card title={t('friends.waiting')} note={String(waiting.length)}>
      <MemberRows underHead>
        {waiting.map((friend) => (
          <MemberRow
            key={friend.friendRelationId}
            picture={<Avatar initials={initials(friend.nickname)} />}
            words={
              <>
                <b>{friend.nickname}</b>
                <span className="text-13 text-text-2">{friend.account}</span>
                <span className="card-note">{t('friends.askedAt', { at: timeStamp(friend.since, timeZone) })}</span>
              </>
            }
            buttons={
              <>
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
              </>
            }
          />
        ))}
      </MemberRows>
    </Card>
  );
}
