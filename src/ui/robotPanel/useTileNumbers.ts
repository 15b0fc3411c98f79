/** The places of the robots on the video wall, while it is the page that is shown. */
import { useSelector } from '@xstate/react';
import type { ActorRef, Snapshot } from 'xstate';
import { selectChildren } from '../../machines/app/app.selectors.ts';
import { areSameNumbers, type PageShown, selectTileNumbers } from '../../machines/videoWall/tileNumbers.selectors.ts';
import { useApp } from '../hooks/useApp.ts';

export function useTileNumbers(): ReadonlyMap<string, number> {
  const page = useSelector(useApp().root, selectChildren)['screen'] as unknown as
    ActorRef<Snapshot<unknown> & PageShown, never> | undefined;
  return useSelector(page, selectTileNumbers, areSameNumbers);
}
