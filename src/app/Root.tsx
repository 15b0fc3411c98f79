/**
 * The root component: renders the page whose machine is `screen`, with or without the frame, and the message box above
 * it.
 */
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import { type Aside as AsideName, ASIDES } from '../machines/app/events.ts';
import { selectChildren, selectIsFrameDue, selectPage, selectPageFailure } from '../machines/app/app.selectors.ts';
import { selectIsBarDrawable, selectIsCloudAway } from '../machines/app/firstScreen.selectors.ts';
import { AppContext } from '../ui/hooks/AppContext.ts';
import { useApp, usePendingStops } from '../ui/hooks/useApp.ts';
import { ServerUnreachable } from '../ui/pages/errorPages/ServerUnreachable.tsx';
import { PageFailed } from '../ui/pages/errorPages/PageFailed.tsx';
import { MessageHost } from '../ui/shell/MessageHost.tsx';
import { Boundary } from './Boundary.tsx';
import type { RoundhouseApp } from './createApp.ts';

export type Frame = ComponentType<{ readonly children: ReactNode }>;

export interface RootProps {
  /** The parts of the app needed for rendering; a recorded state has no others (app/replayStage). */
  readonly app: Pick<RoundhouseApp, 'parts' | 'componentOf' | 'asideOf' | 'stopBar'>;
  /** Loaded before the first page that needs it. */
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

/** Without the frame, pending Stops are shown above the page. */
function WithoutFrame({ app, children }: { readonly app: RootProps['app']; readonly children: ReactNode }) {
  const drawable = useSelector(usePendingStops(), selectIsBarDrawable);
  const Bar = drawable ? app.stopBar() : null;
  return (
    <>
      {Bar && (
        <div className="sticky top-0 z-41">
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
  const isFrameDue = useSelector(root, selectIsFrameDue);
  const component = page && app.componentOf(page.page);
  const Frame = frame();
  // The frame stays; only the page is missing.
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
  if (!component || !screen) return <WithoutFrame app={app}>{isCloudAway ? <ServerUnreachable /> : null}</WithoutFrame>;
  const broken = (message: string): void => root.send({ type: 'app.pageBroken', message });
  const shown = (
    // A new actor is a new page, even when the component is the same.
    <Boundary key={screen.sessionId} onBroken={broken}>
      <component.Page screen={screen} />
    </Boundary>
  );
  if (component.frame === 'bare' || (component.frame === 'either' && !fleet && !isFrameDue))
    return <WithoutFrame app={app}>{shown}</WithoutFrame>;
  // Signed out, and the sign-in page is not loaded yet: the frame needs the fleet.
  if (!fleet || !Frame) return null;
  return (
    <Boundary onBroken={broken}>
      <Frame>{shown}</Frame>
    </Boundary>
  );
}
