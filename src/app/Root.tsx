/** The top of the screen: draws the page whose machine is `screen`, in the frame or without it, and the message box over it. */
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import { type Aside as AsideName, ASIDES } from '../machines/app/messages.ts';
import { selectChildren, selectPage, selectPageFailure } from '../machines/app/app.selectors.ts';
import { selectIsCloudAway } from '../machines/session/session.selectors.ts';
import { AppContext } from '../ui/hooks/AppContext.ts';
import { useApp } from '../ui/hooks/useApp.ts';
import { CloudAway } from '../ui/pages/away/CloudAway.tsx';
import { PageFailed } from '../ui/pages/away/PageFailed.tsx';
import { MessageHost } from '../ui/shell/MessageHost.tsx';
import { Boundary } from './Boundary.tsx';
import type { RoundhouseApp } from './createApp.ts';

export type Frame = ComponentType<{ readonly children: ReactNode }>;

export interface RootProps {
  /** All that drawing needs of it: a recorded state has no more (app/stage). */
  readonly app: Pick<RoundhouseApp, 'parts' | 'componentOf' | 'asideOf'>;
  /** Loaded before the first page that stands in it. */
  readonly frame: () => Frame;
}

export function Root({ app, frame }: RootProps) {
  return (
    <AppContext value={app.parts}>
      <Screen app={app} frame={frame} />
      <MessageHost />
      {ASIDES.map((name) => <Aside key={name} app={app} name={name} />)}
    </AppContext>
  );
}

function Aside({ app, name }: Pick<RootProps, 'app'> & { readonly name: AsideName }) {
  const actor = useSelector(app.parts.root, selectChildren)[name];
  const View = app.asideOf(name);
  return actor && View ? <View {...{ [name]: actor }} /> : null;
}

function Screen({ app, frame }: RootProps) {
  const { root, session } = useApp();
  const page = useSelector(root, selectPage);
  const { screen, fleet } = useSelector(root, selectChildren);
  const failure = useSelector(root, selectPageFailure);
  const isCloudAway = useSelector(session, selectIsCloudAway);
  const component = page && app.componentOf(page.page);
  if (failure) return <PageFailed />;
  if (!component || !screen) return isCloudAway ? <CloudAway /> : null;
  const broken = (message: string): void => root.send({ type: 'app.pageBroken', message });
  const shown = (
    // Another machine is another page, even where the component is the same.
    <Boundary key={screen.sessionId} onBroken={broken}>
      <component.Page screen={screen} />
    </Boundary>
  );
  if (component.frame === 'bare' || (component.frame === 'either' && !fleet)) return shown;
  // Signed out, and the sign-in page not there yet: what stands in the frame lives on the fleet.
  if (!fleet) return null;
  const Frame = frame();
  return (
    <Boundary onBroken={broken}>
      <Frame>{shown}</Frame>
    </Boundary>
  );
}
