/**
 * Shown to signed-in users without robots (spec 2 /no-robot): how to get access, and sign-out. It checks again by
 * itself.
 */
import { useSelector } from '@xstate/react';
import LogOut from 'lucide-react/icons/log-out';
import RotateCw from 'lucide-react/icons/rotate-cw';
import {
  type NoRobotRef,
  selectIsLooking,
  selectLookFailure,
  selectNoRobotInvitations,
  selectNoRobotWaiting,
} from '../../../machines/noRobot/noRobot.selectors.ts';
import { selectDisplayName, selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { SetUpChip } from '../../shell/SetUpChip.tsx';
import { SignOutQuestion } from '../../shell/SignOutQuestion.tsx';
import { AskForRobot } from '../../robotMembers/AskForRobot.tsx';
import { Invitations } from '../../robotMembers/Invitations.tsx';
import { AdministrationLinks } from './AdministrationLinks.tsx';
import { CompanionNote } from './CompanionLink.tsx';
import { EmptyFleet } from './EmptyFleet.tsx';
import { WaitingRobotCard } from './WaitingRobotCard.tsx';

export function NoRobotPage({ screen }: { readonly screen: NoRobotRef }) {
  const t = useT();
  const { session } = useApp();
  const looking = useSelector(screen, selectIsLooking);
  const failure = useSelector(screen, selectLookFailure);
  const name = useSelector(session, selectDisplayName);
  const isAccountAdmin = useSelector(session, selectUser)?.roles.includes('admin') === true;
  const invitations = useSelector(screen, selectNoRobotInvitations);
  const waiting = useSelector(screen, selectNoRobotWaiting);
  return (
    <BareFrame
      end={
        <Button variant="ghost" icon={LogOut} onClick={() => session.send({ type: 'session.askSignOut' })}>
          {t('common.signOut')}
        </Button>
      }
    >
      <EmptyFleet />
      <h1>{t('noRobot.title')}</h1>
      <p>{t('noRobot.text')}</p>
      <SetUpChip />
      {isAccountAdmin && <AdministrationLinks />}
      {waiting ? <WaitingRobotCard waiting={waiting} /> : <CompanionNote />}
      {invitations && <Invitations invitations={invitations} />}
      <Button
        variant="primary"
        size="l"
        icon={RotateCw}
        busy={looking}
        onClick={() => screen.send({ type: 'robots.look' })}
      >
        {t(looking ? 'noRobot.checking' : 'noRobot.check')}
      </Button>
      {invitations && <AskForRobot invitations={invitations} />}
      {failure && (
        <p className="field-error" role="alert">
          {t.failure(failure)}
        </p>
      )}
      <p className="text-12 text-text-2">{t('noRobot.signedInAs', { name })}</p>
      <SignOutQuestion />
    </BareFrame>
  );
}
