/** Dialogs of the robot members page: confirmation, invitation, and the claim code of an unbound robot. */
import { useSelector } from '@xstate/react';
import { ACCOUNT_MAX } from '../../../../contract/rules/limits.ts';
import {
  type FriendsRef,
  selectFriends,
  selectIsInviteOpen,
  selectIsInviting,
  selectQuestion,
} from '../../../machines/friends/friends.selectors.ts';
import type { Claim } from '../../../machines/friends/friends.setup.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { Question } from '../../shell/Question.tsx';

export function FriendDialogs({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { claim } = useSelector(screen, selectFriends);
  const question = useSelector(screen, selectQuestion);
  const inviting = useSelector(screen, selectIsInviteOpen);
  return (
    <>
      {question && <Question question={question} cancelLabel={t('friends.cancel')} />}
      {inviting && <InviteDialog screen={screen} />}
      {claim && <ClaimDialog claim={claim} onClose={() => screen.send({ type: 'claim.close' })} />}
    </>
  );
}

function InviteDialog({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { typed, inviteFailure } = useSelector(screen, selectFriends);
  const sending = useSelector(screen, selectIsInviting);
  const close = (): void => screen.send({ type: 'invite.close' });
  const send = (): void => screen.send({ type: 'invite.send' });
  return (
    <Dialog
      open
      onClose={close}
      title={t('friends.invite.title')}
      description={t('friends.invite.text')}
      closeLabel={t('friends.close')}
      foot={
        <>
          <Button onClick={close}>{t('friends.cancel')}</Button>
          <Button
            variant="primary"
            busy={sending}
            disabledReason={typed.trim() === '' ? t('friends.invite.empty') : undefined}
            onClick={send}
          >
            {t('friends.invite.send')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label={t('friends.invite.account')}
          hint={t('friends.invite.hint')}
          error={inviteFailure ? t.failure(inviteFailure) : undefined}
        >
          <TextInput
            value={typed}
            maxLength={ACCOUNT_MAX}
            autoComplete="off"
            inputMode="email"
            onChange={(words) => screen.send({ type: 'invite.type', typed: words })}
          />
        </Field>
      </form>
    </Dialog>
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
