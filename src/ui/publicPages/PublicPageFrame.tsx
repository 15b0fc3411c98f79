/**
 * Frame of a public text page: inside the shell while a user is signed in, else standalone; links to the other public
 * pages at the bottom.
 */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectChildren } from '../../machines/app/app.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { BareFrame } from '../shell/BareFrame.tsx';
import { PublicLinks, type PublicLinksProps } from './PublicLinks.tsx';

interface PublicPageFrameProps extends PublicLinksProps {
  readonly children: ReactNode;
}

export function PublicPageFrame({ path, narrow, children }: PublicPageFrameProps) {
  const { fleet } = useSelector(useApp().root, selectChildren);
  const page = (
    <>
      {children}
      <PublicLinks path={path} narrow={narrow} />
    </>
  );
  return fleet ? page : <BareFrame bodyClass="justify-start">{page}</BareFrame>;
}
