/** Pending invitations of the user: robot and inviter, accepted or declined with one click. */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import {
  type InvitationsRef,
  selectAnswering,
  selectInvitationRows,
} from '../../machines/friends/friends.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { RobotArt } from '../kit/RobotArt.tsx';
import { MemberRow, MemberRows } from './MemberRows.tsx';

const ART_PX = 32;

export function Invitations({ invitations }: { readonly invitations: InvitationsRef }) {
  const t = useT();
  const rows = useSelector(invitations, selectInvitationRows);
  const answering = useSelector(invitations, selectAnswering);
  if (rows.length === 0) return null;
  return (
    <Card
      className="w-full max-w-[720px] self-stretch"
      title={t('friends.invitation.title')}
      note={String(rows.length)}
    >
      <MemberRows underHead>
        {rows.map(({ friendRelationId, serialNumber, robotNickName, kind, invitedBy }) => {
          const robot = robotNickName || serialNumber;
          const busy = answering?.invitationId === friendRelationId;
          const say = (accept: boolean): void =>
            invitations.send({ type: 'invitation.answer', invitationId: friendRelationId, accept });
          return (
            <MemberRow
              key={friendRelationId}
              picture={<RobotArt kind={kind} size={ART_PX} />}
              words={
                <>
                  <b>{robot}</b>
                  <span className="serial">{serialNumber}</span>
                  {invitedBy !== '' && (
                    <span className="card-note">{t('friends.invitation.by', { person: invitedBy })}</span>
                  )}
                </>
              }
              buttons={
                <>
                  <Button
                    size="s"
                    aria-label={t('friends.invitation.declineWhich', { robot })}
                    onClick={() => say(false)}
                  >
                    {t('common.decline')}
                  </Button>
                  <Button
                    size="s"
                    variant="primary"
                    icon={Check}
                    busy={busy}
                    aria-label={t('friends.invitation.acceptWhich', { robot })}
                    onClick={() => say(true)}
                  >
                    {t('common.accept')}
                  </Button>
                </>
              }
            />
          );
        })}
      </MemberRows>
    </Card>
  );
}
