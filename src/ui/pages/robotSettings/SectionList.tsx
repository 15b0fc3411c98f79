/**
 * The sections of the page, at its side: follows the scroll, and moves to a section. Up and Down move between the entries.
 * The scroll position is the page's: each section has the id `section-…`.
 */
import { useEffect, useState } from 'react';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { RovingFocusGroup, RovingFocusItem } from '../../kit/RovingFocusGroup.tsx';
import type { Glyph } from '../../icons/glyph.ts';

export interface PageSection {
  readonly id: string;
  readonly titleKey: Key;
  readonly icon: Glyph;
  /** Beside the title, if something waits for a decision. */
  readonly count?: number | undefined;
}
/** The id of a section's element. */
export const sectionId = (id: string): string => `section-${id}`;
const elementOf = (id: string): HTMLElement | null => document.getElementById(sectionId(id));

/** The section at the top of what is visible. */
function useSectionInView(ids: readonly string[]): string {
  const [current, setCurrent] = useState('');
  const list = ids.join();
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const visible = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        const first = list.split(',').find((id) => visible.has(sectionId(id)));
        if (first !== undefined) setCurrent(first);
      },
      // The upper half of the window: a short last section cannot reach the top.
      { rootMargin: '0px 0px -50% 0px' },
    );
    for (const id of list.split(',')) {
      const element = elementOf(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [list]);
  return current;
}

export function SectionList({ sections }: { readonly sections: readonly PageSection[] }) {
  const t = useT();
  const ids = sections.map(({ id }) => id);
  const inView = useSectionInView(ids);
  const current = ids.includes(inView) ? inView : ids[0];
  return (
    <nav className="sticky top-0 max-desk:hidden" aria-label={t('robotSettings.sections')}>
      <RovingFocusGroup className="flex flex-col gap-0.5" label={t('robotSettings.sections')} ids={ids}>
        {sections.map(({ id, titleKey, icon, count }) => (
          <RovingFocusItem
            key={id}
            id={id}
            aria-current={id === current || undefined}
            className={classes(
              'flex h-8 w-full items-center gap-2 rounded px-2 text-left text-13 font-medium',
              id === current
                ? 'bg-surface text-heading [box-shadow:0_0_0_1px_var(--line-2)]'
                : 'text-text-2 hover:bg-hover',
            )}
            onClick={() => elementOf(id)?.scrollIntoView({ block: 'start' })}
          >
            <Icon of={icon} size={16} />
            <span className="min-w-0 flex-1 truncate">{t(titleKey)}</span>
            {count !== undefined && count > 0 && <span className="text-11">{count}</span>}
          </RovingFocusItem>
        ))}
      </RovingFocusGroup>
    </nav>
  );
}
