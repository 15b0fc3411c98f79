/**
 * The choice of a robot view after sign-in (spec 2 /view-selection): one press opens a view, as do the digits; Enter opens
 * the focused one, at first that of last time.
 */
import { useSelector } from '@xstate/react';
import LogOut from 'lucide-react/icons/log-out';
import { useEffect } from 'react';
import { selectChildren } from '../../../machines/app/app.selectors.ts';
import { type FleetRef, selectFleetFailure, selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { selectDisplayName } from '../../../machines/session/session.selectors.ts';
import {
  selectHasLastView,
  selectIsViewChoiceWaiting,
  selectMarkedView,
  selectOfferedViews,
  selectRemembersView,
  type ViewSelectionRef,
} from '../../../machines/viewSelection/viewSelection.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { SignOutQuestion } from '../../shell/SignOutQuestion.tsx';
import { ViewCard } from './ViewCard.tsx';

const NO_ROBOTS: readonly never[] = [];

export function ViewSelectionPage({ screen }: { readonly screen: ViewSelectionRef }) {
  const t = useT();
  const { root, session } = useApp();
  const fleet = useSelector(root, selectChildren)['fleet'] as FleetRef | undefined;
  const robots = useSelector(fleet, (snapshot) => (snapshot ? selectRobots(snapshot) : NO_ROBOTS));
  const failure = useSelector(fleet, (snapshot) => (snapshot ? selectFleetFailure(snapshot) : null));
  const name = useSelector(session, selectDisplayName);
  const views = useSelector(screen, selectOfferedViews);
  const marked = useSelector(screen, selectMarkedView);
  const hasLast = useSelector(screen, selectHasLastView);
  const remembers = useSelector(screen, selectRemembersView);
  const isWaiting = useSelector(screen, selectIsViewChoiceWaiting);
  useDigits(screen);
  return (
    <BareFrame
      end={
        <Button variant="ghost" icon={LogOut} onClick={() => session.send({ type: 'session.askSignOut' })}>
          {t('common.signOut')}
        </Button>
      }
    >
      <h1>{t('viewSelection.welcome', { name })}</h1>
      <p className="text-text-2">{t('viewSelection.question')}</p>
      {failure && (
        <p className="field-error" role="alert">
          {t.failure(failure)}
        </p>
      )}
      {views.length === 0 ? (
        <p role="status">{isWaiting && !failure ? t('viewSelection.loading') : null}</p>
      ) : (
        <div
          className="grid w-full max-w-[1136px] grid-cols-4 gap-4 text-left max-wide:grid-cols-2 max-desk:grid-cols-1 max-desk:gap-2"
          role="group"
          aria-label={t('viewSelection.group')}
        >
          {views.map((view, index) => (
            <ViewCard
              key={view}
              view={view}
              robots={robots}
              digit={index + 1}
              isMarked={view === marked}
              wasLast={hasLast && view === marked}
              onOpen={() => screen.send({ type: 'view.pick', view })}
            />
          ))}
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <Checkbox
          label={t('viewSelection.remember')}
          checked={remembers}
          onChange={(remember) => screen.send({ type: 'remember.set', remember })}
        />
        <span className="text-12 text-text-2 max-desk:hidden">{t('viewSelection.switchLater')}</span>
      </div>
      <SignOutQuestion />
    </BareFrame>
  );
}

/** The digits open the views in their order, unless a dialog is open. */
function useDigits(screen: ViewSelectionRef): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="alertdialog"]')) return;
      const view = selectOfferedViews(screen.getSnapshot())[Number(event.key) - 1];
      if (view) screen.send({ type: 'view.pick', view });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [screen]);
}
