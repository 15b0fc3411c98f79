/** A paginated list with its loading, failed and empty states. */
import '../styles/list.css';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Pager, type PagerProps } from './Pager.tsx';
import { SkeletonBlocks } from './SkeletonBlocks.tsx';
import { StatePanel } from './StatePanel.tsx';

export interface FailedCardProps {
  readonly forbidden: boolean;
  readonly title: string;
  readonly text: string;
  readonly busy: boolean;
  readonly retryLabel: string;
  readonly onRetry: () => void;
}
export interface ListCardProps {
  readonly reading: boolean;
  /** Number of rows on the current page. They stay visible while other rows are loaded. */
  readonly count: number;
  readonly failure: Omit<FailedCardProps, 'busy'> | null;
  readonly skeleton: { readonly label: string; readonly count: number };
  /** A StatePanel. */
  readonly empty: ReactNode;
  readonly pager: PagerProps;
  readonly children: ReactNode;
}

export function FailedCard({ forbidden, title, text, busy, retryLabel, onRetry }: FailedCardProps) {
  return (
    <div className="card">
      <StatePanel state={forbidden ? 'forbidden' : 'failed'} title={title} text={text}>
        <Button size="s" busy={busy} onClick={onRetry}>
          {retryLabel}
        </Button>
      </StatePanel>
    </div>
  );
}

export function ListCard({ reading, count, failure, skeleton, empty, pager, children }: ListCardProps) {
  if (failure) return <FailedCard {...failure} busy={reading} />;
  if (count === 0)
    return (
      <div className="card">
        {reading ? <SkeletonBlocks shape="table" count={skeleton.count} label={skeleton.label} /> : empty}
      </div>
    );
  return (
    <div className="card card-clip list-card" aria-busy={reading || undefined}>
      {children}
      <Pager {...pager} />
    </div>
  );
}
