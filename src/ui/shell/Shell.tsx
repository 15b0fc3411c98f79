/**
 * Frame of every page that is not public: sidebar, top bar, visited views, robot panel, content. Only the content
 * scrolls. Below 992 px the phone's frame replaces it (spec 2 "Layout").
 */
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { selectWithoutOwner } from '../../machines/alarms/alarms.selectors.ts';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { selectAccessRequests, selectView } from '../../machines/fleet/fleet.selectors.ts';
import { selectGroups, selectIsNarrowDesk, selectIsPeeking } from '../../machines/frame/frame.selectors.ts';
import { selectKnownPages, selectPath } from '../../machines/navigation/navigation.selectors.ts';
import {
  selectIsMobile,
  selectIsPanelNarrow,
  selectIsPanelOpen,
  selectIsSidebarOpen,
  selectTabs,
} from '../../machines/preferences/preferences.selectors.ts';
import { selectRoutes } from '../../machines/session/session.selectors.ts';
import { useAlarms, useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { useStopPlaces } from '../kit/stopPlaces.ts';
import { AlarmBanner } from './AlarmBanner.tsx';
import { CallBanner } from './CallBanner.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ConnectionLostBanner } from './ConnectionLostBanner.tsx';
import { FILLED } from './filled.ts';
import { ALARM_CASES, MEMBERS, menuEntries, withCounts, withTabs } from './menu.ts';
import { Navbar } from './Navbar.tsx';
import { Palette } from './Palette.tsx';
import { type FrameProps, PhoneFrame } from './PhoneFrame.tsx';
import { panelOf } from './robotPanelRules.ts';
import { Sidebar } from './Sidebar.tsx';
import { SignOutQuestion } from './SignOutQuestion.tsx';
import { StopBar } from './StopBar.tsx';
import { VisitedViews } from './VisitedViews.tsx';

/** Home has no panel. It is loaded with the first page that is not home (app/definePage.ts). */
const PanelPlace = lazy(async () => ({ default: (await import('../robotPanel/PanelPlace.tsx')).PanelPlace }));

const CONTENT = 'content';
/** What has the focus is scrolled out from under a Stop that is sticky. */
const ABOVE_STOP = 'scroll-pb-[calc(var(--h-stop-touch)+32px)]';

export function Shell({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const { navigation, preferences, session, frame } = useApp();
  const path = useSelector(navigation, selectPath);
  const mobile = useSelector(preferences, selectIsMobile);
  const fleet = useFleet();
  const tabs = useSelector(preferences, selectTabs);
  const requests = useSelector(fleet, selectAccessRequests);
  const alarms = useSelector(useAlarms(), selectWithoutOwner);
  const menu = withCounts(
    menuEntries(
      useSelector(session, selectRoutes),
      useSelector(fleet, selectView),
      useSelector(navigation, selectKnownPages),
    ),
    { [MEMBERS]: requests, [ALARM_CASES]: alarms },
  );
  const entries = withTabs(menu, tabs, path);
  usePaletteKey();
  useFocusOnPage();
  const hasStop = useStopPlaces().length > 0;

  const content = (
    <main className={classes('main', hasStop && ABOVE_STOP)} id={CONTENT} tabIndex={-1}>
      <ConnectionLostBanner />
      <AlarmBanner />
      {!mobile && <Breadcrumb />}
      {children}
    </main>
  );
  return (
    <>
      <a
        className="skip"
        href={`#${CONTENT}`}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(CONTENT)?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      {mobile ? (
        <PhoneFrame entries={entries} path={path} onPalette={() => frame.send({ type: 'palette.open' })}>
          {content}
        </PhoneFrame>
      ) : (
        <DeskFrame entries={entries} path={path} onPalette={() => frame.send({ type: 'palette.open' })}>
          {content}
        </DeskFrame>
      )}
      <CallBanner />
      <Palette />
      <SignOutQuestion />
    </>
  );
}

function DeskFrame({ entries, path, onPalette, children }: FrameProps) {
  const { root, preferences, frame } = useApp();
  const open = useSelector(preferences, selectIsSidebarOpen);
  const narrowDesk = useSelector(frame, selectIsNarrowDesk);
  const isPanelOpen = useSelector(preferences, selectIsPanelOpen);
  const robots = panelOf(useSelector(root, selectPage));
  const panel = isPanelOpen ? robots : undefined;
  const panelNarrow = useSelector(preferences, selectIsPanelNarrow);
  // Below 1240 px the sidebar is collapsed automatically; its toggle then opens it for as long as the window stays that
  // narrow.
  const peeking = useSelector(frame, selectIsPeeking);
  const folded = narrowDesk ? !peeking : !open;
  return (
    <div
      className={classes('app', FILLED)}
      data-side={folded ? 'folded' : undefined}
      data-panel={panel ? (panelNarrow || narrowDesk ? 'narrow' : 'wide') : undefined}
    >
      <Sidebar
        entries={entries}
        path={path}
        folded={folded}
        groups={useSelector(frame, selectGroups)}
        onGroup={(name, isOpen) => frame.send({ type: 'group.toggle', name, open: isOpen })}
        onFold={() => {
          if (narrowDesk) frame.send({ type: 'sidebar.peek' });
          else preferences.send({ type: 'sidebar.toggle' });
        }}
      />
      <Navbar onPalette={onPalette} />
      <StopBar />
      <VisitedViews />
      {panel && (
        // Without it, the page would be drawn in the panel's column until the panel is loaded.
        <Suspense fallback={<div className="robots-panel border-r border-line bg-surface" />}>
          <PanelPlace robots={panel} isCramped={narrowDesk} />
        </Suspense>
      )}
      {children}
    </div>
  );
}

/** Ctrl/Cmd+K opens and closes the palette, regardless of focus. */
function usePaletteKey(): void {
  const { frame } = useApp();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      frame.send({ type: 'palette.toggle' });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [frame]);
}

/**
 * If the focused element disappeared with the previous page, moves focus to the content, so that Tab continues there.
 */
function useFocusOnPage(): void {
  const path = useSelector(useApp().root, selectPage)?.path;
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (document.activeElement === document.body) document.getElementById(CONTENT)?.focus({ preventScroll: true });
  }, [path]);
}
