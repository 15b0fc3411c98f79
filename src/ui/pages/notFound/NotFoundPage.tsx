/** Unknown URL (spec 2 /404), and the path of a page that the user cannot open; with links to continue. */
import { useSelector } from '@xstate/react';
import House from 'lucide-react/icons/house';
import { hasRole } from '../../../../contract/rules/routeAccess.ts';
import { selectPath } from '../../../machines/navigation/navigation.selectors.ts';
import { routeAt } from '../../../machines/navigation/routes.ts';
import { selectRoutes, selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { listOf } from '../../labels/listOf.ts';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { NotFoundArt } from '../../kit/NotFoundArt.tsx';
import { ForbiddenArt } from './ForbiddenArt.tsx';

export function NotFoundPage() {
  const t = useT();
  return (
    <BareFrame>
      <NotFoundArt />
      <h1>{t('routes.notFound')}</h1>
      <p>{t('notFound.text')}</p>
      <WaysOn />
    </BareFrame>
  );
}

/** Within the shell: only signed-in users learn which pages exist. Says who can give access. */
export function ForbiddenPage() {
  const t = useT();
  const isOfRobot = useIsOfRobot();
  const { session } = useApp();
  const names = useSelector(session, selectUser)?.administrators ?? [];
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-4 text-center">
      <ForbiddenArt />
      <h1>{t('common.forbidden.title')}</h1>
      <p className="max-w-[44ch] text-text-2">
        {!isOfRobot && names.length > 0
          ? t('notFound.forbidden.accountNamed', { names: listOf(names, t.language) })
          : t(isOfRobot ? 'notFound.forbidden.robot' : 'notFound.forbidden.account')}
      </p>
      <WaysOn />
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

function WaysOn() {
  const t = useT();
  const { navigation } = useApp();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button size="l" onClick={() => navigation.send({ type: 'navigation.back' })}>
        {t('notFound.back')}
      </Button>
      <Button
        size="l"
        variant="primary"
        icon={House}
        onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}
      >
        {t('notFound.home')}
      </Button>
    </div>
  );
}
