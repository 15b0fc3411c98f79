/** Pending invitations: recipient, inviter and expiry. Withdrawing one requires confirmation. */
import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { type AccountsRef, selectAccounts } from '../../../machines/accounts/accounts.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { RowBlock, RowBlocks } from '../../kit/RowBlocks.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { rolesText } from '../../labels/roleTexts.ts';

export function InvitationsCard({ screen }: { readonly screen: AccountsRef }) {
  const t = useT();
  const { invitations } = useSelector(screen, selectAccounts);
  if (invitations.length === 0) return null;
  return (
    <Card
      className="flex max-h-60 flex-none flex-col max-desk:max-h-none max-desk:min-h-0"
      clip
      title={t('accounts.invited.title')}
      note={String(invitations.length)}
    >
      <RowBlocks>
        {invitations.map(({ id, target, roles, invitedBy, expiresAt }) => (
          <RowBlock
            key={id}
            title={target}
            lines={[
              t('accounts.invited.line', {
                roles: rolesText(t, roles),
                name: invitedBy,
                until: timeStamp(expiresAt, ownZone()),
              }),
            ]}
            acts={
              <IconButton
                size="s"
                icon={X}
                label={t('accounts.invited.withdraw', { name: target })}
                onClick={() => screen.send({ type: 'record.act', task: { act: 'withdraw', id, name: target } })}
              />
            }
          />
        ))}
      </RowBlocks>
    </Card>
  );
}
