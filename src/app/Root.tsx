/** The top of the screen: draws the page whose machine is `screen`, in the frame or without it, and the message box over it. */
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import { type Aside as AsideName, ASIDES } from '../machines/app/events.ts';
import { selectChildren, selectPage, selectPageFailure } from '../machines/app/app.selectors.ts';
import { selectIsBarDrawable } from '../machines/pendingStops/pendingStops.selectors.ts';
import { selectIsCloudAway } from '../machines/session/session.selectors.ts';
import { AppContext } from '../ui/hooks/AppContext.ts';
import { useApp, usePendingStops } from '../ui/hooks/useApp.ts';
import { CloudAway } from '../ui/pages/away/CloudAway.tsx';
import { PageFailed } from '../ui/pages/away/PageFailed.tsx';
import { MessageHost } from '../ui/shell/MessageHost.tsx';
import { Boundary } from './Boundary.tsx';
import type { RoundhouseApp } from './createApp.ts';

export type Frame = ComponentType<{ readonly children: ReactNode }>;

export interface RootProps {
  /** All that drawing needs of it: a recorded state has no more (app/stage). */
  readonly app: Pick<RoundhouseApp, 'parts' | 'componentOf' | 'asideOf' | 'stopBar'>;
  /** Loaded before the first page that stands in it. */
  readonly frame: () => Frame | null;
}

export function Root({ app, frame }: RootProps) {
  return (
    <AppContext value={app.parts}>
      <Screen app={app} frame={frame} />
      <MessageHost />
      {ASIDES.map((name) => (
        <Aside key={name} app={app} name={name} />
      ))}
    </AppContext>
  );
}

function Aside({ app, name }: Pick<RootProps, 'app'> & { readonly name: AsideName }) {
  const actor = useSelector(app.parts.root, selectChildren)[name];
  const View = app.asideOf(name);
  return actor && View ? <View {...{ [name]: actor }} /> : null;
}

/** Where no frame is, pending Stops stand above the page. */
function WithoutFrame({ app, children }: { readonly app: RootProps['app']; readonly children: ReactNode }) {
  const drawable = useSelector(usePendingStops(), selectIsBarDrawable);
  const Bar = drawable ? app.stopBar() : null;
  return (
    <>
      {Bar && (
        <div className="stop-bar-bare">
          <Bar />
        </div>
      )}
      {children}
    </>
  );
}

function Screen({ app, frame }: RootProps) {
  const { root, session } = useApp();
  const page = useSelector(root, selectPage);
  const { screen, fleet } = useSelector(root, selectChildren);
  const failure = useSelector(root, selectPageFailure);
  const isCloudAway = useSelector(session, selectIsCloudAway);
  const component = page && app.componentOf(page.page);
  const Frame = frame();
  // What is there stays: only the page is missing.
  if (failure && fleet && Frame)
    return (
      <Frame>
        <PageFailed framed />
      </Frame>
    );
  if (failure)
    return (
      <WithoutFrame app={app}>
        <PageFailed />
      </WithoutFrame>
    );
  if (!component || !screen) return <WithoutFrame app={app}>{isCloudAway ? <CloudAway /> : null}</WithoutFrame>;
  const broken = (message: string): void => root.send({ type: 'app.pageBroken', message });
  const shown = (
    // Another machine is another page, even where the component is the same.
    <Boundary key={screen.sessionId} onBroken={broken}>
      <component.Page screen={screen} />
    </Boundary>
  );
  if (component.frame === 'bare' || (component.frame === 'either' && !fleet))
    return <WithoutFrame app={app}>{shown}</WithoutFrame>;
  // Signed out, and the sign-in page not there yet: what stands in the frame lives on the fleet.
  if (!fleet || !Frame) return null;
  return (
    <Boundary onBroken={broken}>
      <Frame>{shown}</Frame>
    </Boundary>
  );
}
