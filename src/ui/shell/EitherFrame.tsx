/** The frame of a page to read that anybody may open: in the shell while somebody is signed in, else alone, with the other pages of its kind at the foot. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectChildren } from '../../machines/app/app.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { BareFrame } from './BareFrame.tsx';
import { PublicLinks } from './PublicLinks.tsx';

interface EitherFrameProps {
  /** The path of the page itself. */
  readonly path: string;
  readonly children: ReactNode;
}

export function EitherFrame({ path, children }: EitherFrameProps) {
  const { fleet } = useSelector(useApp().root, selectChildren);
  const page = (
    <>
      {children}
      <PublicLinks path={path} />
    </>
  );
  return fleet ? page : <BareFrame>{page}</BareFrame>;
}
