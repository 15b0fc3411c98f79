/**
 * Frame of a public text page: inside the shell while a user is signed in, else standalone; links to the other public
 * pages at the bottom.
 */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectChildren } from '../../machines/app/app.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { BareFrame } from './BareFrame.tsx';
import { PublicLinks } from './PublicLinks.tsx';

interface EitherFrameProps {
  /** Path of the page itself. */
  readonly path: string;
  readonly children: ReactNode;
}

export function PublicPageFrame({ path, children }: EitherFrameProps) {
  const { fleet } = useSelector(useApp().root, selectChildren);
  const page = (
    <>
      {children}
      <PublicLinks path={path} />
    </>
  );
  return fleet ? page : <BareFrame>{page}</BareFrame>;
}
