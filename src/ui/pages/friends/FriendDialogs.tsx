/** Dialogs of the robot members page: confirmation, invitation and the claim code of an unbound robot. */
import { useSelector } from '@xstate/react';
import {
  type FriendsRef,
  selectFriends,
  selectIsInviteOpen,
  selectQuestion,
} from '../../../machines/friends/friends.selectors.ts';
import type { Claim } from '../../../machines/friends/friends.setup.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Question } from '../../shell/Question.tsx';
import { InviteDialog } from './InviteDialog.tsx';

export function FriendDialogs({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { claim } = useSelector(screen, selectFriends);
  const question = useSelector(screen, selectQuestion);
  const inviting = useSelector(screen, selectIsInviteOpen);
  return (
    <>
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
      {inviting && <InviteDialog screen={screen} />}
      {claim && <ClaimDialog claim={claim} onClose={() => screen.send({ type: 'claim.close' })} />}
    </>
  );
}

/** Closes only by its button: an accidental click outside must not lose a code that is shown once. */
function ClaimDialog({
  claim: { serialNumber, claimCode, claimQr },
  onClose,
}: {
  readonly claim: Claim;
  readonly onClose: () => void;
}) {
  const t = useT();
  const copy = useCopy();
  return (
    <ConfirmDialog
      open
      ignoreEscape
      title={t('friends.claim.title', { serialNumber })}
      text={t('friends.claim.text')}
      confirmLabel={t('friends.claim.kept')}
      cancelLabel={t('friends.claim.copy')}
      onConfirm={onClose}
      onCancel={() => copy(claimCode)}
    >
      <div className="grid justify-items-center gap-3">
        <img className="size-52 rounded" src={claimQr} alt={t('friends.claim.qr')} />
        <code className="font-mono select-all">{claimCode}</code>
      </div>
    </ConfirmDialog>
  );
}
