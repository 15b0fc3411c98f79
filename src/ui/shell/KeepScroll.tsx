/** Inside the rows of a list: scrolls them as they were when the page was left, until its tab is closed (spec 2 "Tab views"). */
import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { searchOf } from '../../machines/navigation/query.ts';
import { selectTabs } from '../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../hooks/useApp.ts';

/** The table on a desktop, and the page, which scrolls on a phone. */
const boxesOf = (mark: HTMLElement | null): Element[] =>
  [mark?.closest('.list-card')?.querySelector('.table-scroll'), mark?.closest('main')].filter(
    (box): box is Element => box instanceof Element,
  );

export function KeepScroll() {
  const { root, preferences } = useApp();
  const page = useSelector(root, selectPage);
  const path = page?.path ?? '';
  const search = page ? searchOf(page.query) : '';
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (path === '') return undefined;
    const boxes = boxesOf(mark.current);
    const kept = selectTabs(preferences.getSnapshot()).find(
      (tab) => tab.path === path && tab.search === search,
    )?.scroll;
    if (kept) for (const [index, box] of boxes.entries()) box.scrollTop = kept[index] ?? 0;
    return () =>
      preferences.send({ type: 'tab.scrolled', path, search, scroll: boxes.map(({ scrollTop }) => scrollTop) });
  }, [preferences, path, search]);
  return <span ref={mark} hidden />;
}
