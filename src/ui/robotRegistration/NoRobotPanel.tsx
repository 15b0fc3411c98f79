/** The empty state of a page that needs a robot. Account administrators, who alone register robots, get the link. */
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { robotFleet } from '../../../contract/pages/robotFleet.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { StatePanel } from '../kit/StatePanel.tsx';

export function NoRobotPanel({ text }: { readonly text: string }) {
  const t = useT();
  const { session } = useApp();
  const isAccountAdmin = useSelector(session, selectUser)?.roles.includes('admin') === true;
  return (
    <StatePanel state="empty" title={t('shared.noRobotYet')} text={text}>
      {isAccountAdmin ? (
        <Link className="text-link text-13" href={robotFleet.path}>
          {t('shared.registerARobot')}
        </Link>
      ) : undefined}
    </StatePanel>
  );
}
