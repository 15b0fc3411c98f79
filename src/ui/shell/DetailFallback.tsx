/** In place of a record's details: loading, gone, or failed with a way to try again. */
import type { Failure } from '../../machines/failure.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { SkeletonBlocks } from '../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../kit/StatePanel.tsx';

export interface DetailFallbackProps {
  /** null while it loads. */
  readonly failure: Failure | null;
  /** The record no longer exists, or no longer for this user: nothing to retry. */
  readonly isGone: boolean;
  readonly loading: string;
  /** Title of a failure. */
  readonly title: string;
  readonly onRetry: () => void;
}

export function DetailFallback({ failure, isGone, loading, title, onRetry }: DetailFallbackProps) {
  const t = useT();
  if (!failure) return <SkeletonBlocks shape="text" count={8} label={loading} />;
  return (
    <StatePanel state={isGone ? 'empty' : 'failed'} title={title} text={t.failure(failure)}>
      {!isGone && (
        <Button size="s" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </StatePanel>
  );
}
