/**
 * A paged list of a page's machine (machines/factories/pagedList.ts): search bar, skeleton, failure, empty state, rows and
 * pager.
 */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { LIST_COUNTED } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type ListRef, placeOf, selectIsReading, selectList } from '../../machines/factories/pagedList.selectors.ts';
import type { Failure } from '../../machines/failure.ts';
import { useT } from '../hooks/useT.ts';
import type { Key } from '../hooks/localeTexts.ts';
import { ListBar } from '../kit/ListBar.tsx';
import { ListCard } from '../kit/ListCard.tsx';
import type { PagerProps } from '../kit/Pager.tsx';
import { KeepScroll } from './KeepScroll.tsx';

const SKELETON_ROWS = 10;

interface PagedListProps {
  readonly screen: ListRef;
  readonly loading: Key;
  readonly failed: Key;
  /** Title and text for a failure that is not a defect; null for the usual ones. */
  readonly refusal?: ((failure: Failure) => { readonly title: string; readonly text: string } | null) | undefined;
  /** A StatePanel. */
  readonly empty: ReactNode;
  /** There are more rows than were counted; by default, if the total is LIST_COUNTED. */
  readonly isMore?: boolean | undefined;
  /** Choice of the page size; absent: it is fixed. */
  readonly size?: (NonNullable<PagerProps['size']> & { readonly rows: number }) | undefined;
  readonly children: ReactNode;
}

/** What a failed list says; the account may have lost the right to the page. */
export function useListFailure() {
  const t = useT();
  return (failure: Failure, failed: Key) =>
    failure.code === ERRORS.notAllowed
      ? { forbidden: true, title: t('common.forbidden.title'), text: t('common.forbidden.text') }
      : { forbidden: false, title: t(failed), text: t.failure(failure) };
}

export function usePagerTexts() {
  const t = useT();
  return {
    label: t('common.pages.name'),
    previousLabel: t('common.pages.previous'),
    nextLabel: t('common.pages.next'),
    pageLabel: (page: number) => t('common.pages.page', { page }),
    /** "1–20 of 45". */
    range: (place: { from: number; to: number; total: number }, isMore = false) =>
      t(isMore ? 'common.pages.rangeOfMore' : 'common.pages.range', place),
  };
}

export function PagedList({ screen, loading, failed, refusal, empty, isMore, size, children }: PagedListProps) {
  const t = useT();
  const failureTexts = useListFailure();
  const { range, ...pagerTexts } = usePagerTexts();
  const list = useSelector(screen, selectList);
  const reading = useSelector(screen, selectIsReading);
  const { rows, total, failure } = list;
  const { page, pages, from, to } = placeOf(list, size?.rows);
  const refused = failure && refusal?.(failure);
  return (
    <ListCard
      reading={reading}
      count={rows.length}
      skeleton={{ label: t(loading), count: SKELETON_ROWS }}
      failure={
        failure && {
          ...(refused ? { forbidden: true, ...refused } : failureTexts(failure, failed)),
          retryLabel: t('common.retry'),
          onRetry: () => screen.send({ type: 'list.reload' }),
        }
      }
      empty={empty}
      pager={{
        ...pagerTexts,
        page,
        pages,
        onPage: (next) => screen.send({ type: 'list.turn', page: next }),
        summary: range({ from, to, total }, isMore ?? total >= LIST_COUNTED),
        size,
      }}
    >
      {children}
      <KeepScroll />
    </ListCard>
  );
}

interface PagedListBarProps {
  readonly screen: ListRef;
  /** Label of the search field. */
  readonly search: Key;
  /** "45 messages". */
  readonly count: Key;
  readonly busy?: boolean | undefined;
}

/** Search by the query parameter `q`, number of results, reload. */
export function PagedListBar({ screen, search, count, busy = false }: PagedListBarProps) {
  const t = useT();
  const { query, rows, total, failure } = useSelector(screen, selectList);
  const reading = useSelector(screen, selectIsReading);
  return (
    <ListBar
      search={{
        label: t(search),
        value: query['q'] ?? '',
        onChange: (q) => screen.send({ type: 'list.show', query: { q, page: '' } }),
      }}
      count={total > 0 && !failure ? t(count, { count: total }) : undefined}
      refresh={{
        label: t('common.refresh'),
        busy: busy || (reading && rows.length > 0),
        onPress: () => screen.send({ type: 'list.reload' }),
      }}
    />
  );
}
