import { useSelector } from '@xstate/react';
import { FIRST_ERRORS } from '../../../../contract/wire/refusal.ts';
import { selectPageFailure } from '../../../machines/app/app.selectors.ts';
import { isFailure } from '../../../machines/failure.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { Button } from '../../kit/Button.tsx';
import { TrackEnd } from '../notFound/TrackEnd.tsx';
import { AwayFrame } from './AwayFrame.tsx';

const WORDS = {
  away: { title: 'common.pageFailed.title', text: 'common.pageFailed.text', retry: 'common.pageFailed.retry' },
  broken: { title: 'common.pageBroken.title', text: 'common.pageBroken.text', retry: 'common.pageBroken.retry' },
} as const satisfies Record<string, Record<string, Key>>;

/** The chunk of a page did not come (the network, another version on the server), or the page met a mistake of ours. */
export function PageFailed() {
  const t = useT();
  const { root } = useApp();
  const words = isFailure(useSelector(root, selectPageFailure), FIRST_ERRORS.networkFailed) ? WORDS.away : WORDS.broken;
  return (
    <AwayFrame role="alert">
      <TrackEnd />
      <h1>{t(words.title)}</h1>
      <p>{t(words.text)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="l" variant="pri" onClick={() => root.send({ type: 'app.pageRetry' })}>{t(words.retry)}</Button>
        {words === WORDS.broken && <Button size="l" onClick={() => root.send({ type: 'app.reportWanted' })}>{t('common.mistake.report')}</Button>}
      </div>
    </AwayFrame>
  );
}
