/** Tree of the actors alive at this step with their states. Keyboard: arrow keys, Home and End select. */
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import type { InspectorPart } from './inspectorPart.ts';
import { laneName } from './lanes.ts';
import { longState, recentActors, shortState, treeKey, treeRows } from './treeRows.ts';

/** Indentation by depth; deeper levels than `levels` are not indented further. */
const INDENT_PX = { first: 8, level: 14, levels: 4 };
const DOT = {
  live: 'bg-n-300',
  recent: 'bg-mark',
  ended: 'shadow-[inset_0_0_0_1.5px_var(--n-300)]',
  failed: 'bg-st-alarm shadow-[inset_0_0_0_1.5px_var(--n-300)]',
} as const;

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
    <Card className="row-span-full max-desk:max-h-[420px]" title={t('inspector.tree.title')} note={String(rows.length)}>
      <div
        className="min-h-20 flex-1 overflow-auto px-2 pb-2"
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
              className="flex h-[30px] cursor-pointer items-center gap-1.5 rounded pr-2 text-13 whitespace-nowrap hover:bg-hover focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] aria-selected:bg-brand-100 aria-selected:font-semibold aria-selected:text-selected-text aria-selected:[--text-2:var(--selected-text-2)] max-desk:h-11"
              style={{ paddingLeft: INDENT_PX.first + Math.min(depth, INDENT_PX.levels) * INDENT_PX.level }}
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
                  'size-[7px] flex-none rounded-full',
                  DOT[state.status === 'error' ? 'failed' : !live ? 'ended' : recent.has(number) ? 'recent' : 'live'],
                )}
              />
              <span className="min-w-10 truncate">{name}</span>{' '}
              <em
                className="ml-auto min-w-12 flex-initial truncate text-right text-11 text-text-2 not-italic"
                title={longState(state)}
              >
                {live ? shortState(state) : state.status}
              </em>
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
