/** Shown at the path of a page that the user cannot open: who can give access, and links to continue. */
import { useSelector } from '@xstate/react';
import House from 'lucide-react/icons/house';
import { hasRole } from '../../../../contract/rules/routeAccess.ts';
import { selectPath } from '../../../machines/navigation/navigation.selectors.ts';
import { routeAt } from '../../../machines/navigation/routes.ts';
import { selectRoutes, selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ForbiddenArt } from './ForbiddenArt.tsx';

export function ForbiddenPage() {
  const t = useT();
  const { navigation } = useApp();
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-4 text-center">
      <ForbiddenArt />
      <h1 className="text-20 text-heading">{t('common.forbidden.title')}</h1>
      <p className="max-w-[44ch] text-text-2">{t(useIsOfRobot() ? 'forbidden.robot' : 'forbidden.account')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="l" onClick={() => navigation.send({ type: 'navigation.back' })}>
          {t('forbidden.back')}
        </Button>
        <Button
          size="l"
          variant="primary"
          icon={House}
          onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}
        >
          {t('forbidden.home')}
        </Button>
      </div>
    </div>
  );
}

/** The user lacks a right over robots; otherwise the account's role does not suffice. */
function useIsOfRobot(): boolean {
  const { navigation, session } = useApp();
  const [route] = routeAt(useSelector(navigation, selectPath), useSelector(session, selectRoutes)) ?? [];
  const roles = useSelector(session, selectUser)?.roles ?? [];
  return route?.meta.robotAdminsOnly === true && hasRole(route.meta.roles, roles);
}
