/** The top of the screen: hands parts and location to whatever is drawn, and draws the page whose machine is `screen`. */
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import { Router } from 'wouter';
import { selectChildren, selectPage, selectPageFailure } from '../machines/app/app.selectors.ts';
import { selectIsCloudAway } from '../machines/session/session.selectors.ts';
import { AppContext } from '../ui/hooks/AppContext.ts';
import { useApp } from '../ui/hooks/useApp.ts';
import { useMachineLocation, useMachineSearch } from '../ui/hooks/useMachineLocation.ts';
import { CloudAway } from '../ui/pages/away/CloudAway.tsx';
import { PageFailed } from '../ui/pages/away/PageFailed.tsx';
import { MessageHost } from '../ui/shell/MessageHost.tsx';
import type { RoundhouseApp } from './createApp.ts';

export type Frame = ComponentType<{ children: ReactNode }>;

export function Root({ app, frame }: { readonly app: RoundhouseApp; readonly frame: () => Frame }) {
  return (
    <AppContext value={app.parts}>
      <Router hook={useMachineLocation} searchHook={useMachineSearch}>
        <Screen app={app} frame={frame} />
        <MessageHost />
      </Router>
    </AppContext>
  );
}

function Screen({ app, frame }: { readonly app: RoundhouseApp; readonly frame: () => Frame }) {
  const { root, session } = useApp();
  const page = useSelector(root, selectPage);
  const screen = useSelector(root, selectChildren)['screen'];
  const failure = useSelector(root, selectPageFailure);
  const isCloudAway = useSelector(session, selectIsCloudAway);
  const component = page && app.componentOf(page.page);
  if (failure) return <PageFailed />;
  if (!component || !screen) return isCloudAway ? <CloudAway /> : null;
  // Another machine is another page, even where the component is the same.
  const shown = <component.Page key={screen.sessionId} screen={screen} />;
  if (component.frame === 'bare') return shown;
  const Frame = frame();
  return <Frame>{shown}</Frame>;
}
