/** Tree of the actors alive at this step with their states. Keyboard: arrow keys, Home and End select. */
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import type { InspectorPart } from './inspectorPart.ts';
import { laneName } from './lanes.ts';
import { longState, recentActors, shortState, treeKey, treeRows } from './treeRows.ts';

interface ActorTreeProps extends InspectorPart {
  readonly root: number;
  /** Rendered below the tree. */
  readonly children: ReactNode;
}

export function ActorTree({
  screen,
  capsule: { recording },
  moment: { now },
  step,
  actor,
  root,
  children,
}: ActorTreeProps) {
  const t = useT();
  const rows = useMemo(() => treeRows(now, recording.actors, root), [now, recording.actors, root]);
  const recent = recentActors(recording.steps, step);
  const at = rows.findIndex(({ number }) => number === actor);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = treeKey(event.key, rows, Math.max(0, at));
    const row = next === null ? undefined : rows[next];
    if (next === null || !row) return;
    event.preventDefault();
    screen.send({ type: 'actor.choose', actor: row.number });
    event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')[next]?.focus();
  };
  return (
    <Card className="inspector-tree" title={t('inspector.tree.title')} note={String(rows.length)}>
      <div
        className="actor-tree"
        role="tree"
        aria-label={t('inspector.tree.title')}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ number, depth, state }, index) => {
          const name = laneName(recording, number);
          const live = state.status === 'active';
          return (
            <div
              key={number}
              role="treeitem"
              aria-level={depth + 1}
              aria-selected={number === actor}
              tabIndex={index === Math.max(0, at) ? 0 : -1}
              className={classes('actor', number === actor && 'actor-chosen')}
              data-depth={Math.min(depth, 6)}
              onClick={() => screen.send({ type: 'actor.choose', actor: number })}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === ' ') {
                  event.preventDefault();
                  screen.send({ type: 'actor.choose', actor: number });
                }
              }}
            >
              <span
                className={classes(
                  'actor-dot',
                  recent.has(number) && 'actor-dot-lit',
                  !live && 'actor-dot-ended',
                  state.status === 'error' && 'actor-dot-error',
                )}
              />
              <span className="actor-name">{name}</span>{' '}
              <em title={longState(state)}>{live ? shortState(state) : state.status}</em>
              {recent.has(number) && (
                <>
                  {' '}
                  <span className="sr-only">{t('inspector.tree.justNow')}</span>
                </>
              )}
            </div>
          );
        })}
      </div>
      {children}
    </Card>
  );
}
