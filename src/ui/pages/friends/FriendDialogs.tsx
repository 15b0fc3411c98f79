/** Dialogs of the robot members page: confirmation, invitation and the claim code of an unbound robot. */
import { useSelector } from '@xstate/react';
import {
  type FriendsRef,
  selectFriends,
  selectIsInviteOpen,
  selectQuestion,
} from '../../../machines/friends/friends.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { ClaimDialog } from '../../robotRegistration/ClaimDialog.tsx';
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
