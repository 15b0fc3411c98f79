/** Who watches the robot now: how many as it reports it itself, and their names on request. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { Watching } from '../../../../contract/rules/watching.ts';
import { selectWatchersRef } from '../../../machines/robotData/robotData.selectors.ts';
import {
  selectIsWatchersOpen,
  selectWatchers,
  selectWatchersFailure,
  type WatchersRef,
} from '../../../machines/robotData/watchers.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Popover } from '../../kit/Popover.tsx';
import { WatchedButton, WatchedMark } from '../../robots/WatchedMark.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

export interface RobotWatchedProps extends RobotPageProps {
  readonly bare?: boolean;
}

/** Hidden with an old state: who watches now is not known then. */
export function RobotWatched({ live: { watching }, stale, screen, bare = false }: RobotWatchedProps) {
  // Undefined in recordings made before the list existed.
  const watchers = useSelector(screen, selectWatchersRef);
  if (stale || !watching) return null;
  return watchers ? (
    <Watchers watchers={watchers} watching={watching} bare={bare} />
  ) : (
    <WatchedMark watching={watching} bare={bare} />
  );
}

function Watchers({
  watchers,
  watching,
  bare,
}: {
  readonly watchers: WatchersRef;
  readonly watching: Watching;
  readonly bare: boolean;
}) {
  const t = useT();
  const open = useSelector(watchers, selectIsWatchersOpen);
  const people = useSelector(watchers, selectWatchers);
  const failure = useSelector(watchers, selectWatchersFailure);
  // With an old state the list disappears, and must not open by itself later.
  useEffect(
    () => () => {
      // The page can have ended, and its actors with it.
      if (watchers.getSnapshot().status === 'active') watchers.send({ type: 'watchers.close' });
    },
    [watchers],
  );
  return (
    <Popover
      label={t('shell.watched.title')}
      open={open}
      onOpenChange={(isOpen) => watchers.send({ type: isOpen ? 'watchers.open' : 'watchers.close' })}
      trigger={<WatchedButton watching={watching} bare={bare} />}
    >
      <p className="text-13 font-medium">{t('shell.watched.title')}</p>
      {people === null || people.length === 0 ? (
        <p className="mt-1 text-12 text-text-2" role={failure ? 'alert' : 'status'}>
          {failure ? t.failure(failure) : t(people === null ? 'shell.watched.loading' : 'shell.watched.nobody')}
        </p>
      ) : (
        <ul className="mt-1 text-13">
          {people.map(({ name, isSelf }, index) => (
            // Two people can have the same name.
            <li key={index} className="max-w-64 truncate py-0.5">
              {isSelf ? t('shell.watched.self', { name }) : name}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
