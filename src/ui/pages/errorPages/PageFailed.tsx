import { useSelector } from '@xstate/react';
import { BASE_ERRORS } from '../../../../contract/wire/baseApiError.ts';
import { selectPageFailure } from '../../../machines/app/app.selectors.ts';
import { isFailure } from '../../../machines/failure.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { NotFoundArt } from '../../kit/NotFoundArt.tsx';
import { MinimalFrame } from './MinimalFrame.tsx';

const TEXTS = {
  away: { title: 'common.pageFailed.title', text: 'common.pageFailed.text', retry: 'common.retry' },
  broken: { title: 'common.pageBroken.title', text: 'common.pageBroken.text', retry: 'common.pageBroken.retry' },
} as const satisfies Record<string, Record<string, Key>>;

/** Shown when a page chunk failed to load (network, or a new server version) or the page threw an error. */
export interface PageFailedProps {
  /** The page frame is present: show a message in place of the page only. */
  readonly framed?: boolean | undefined;
}

export function PageFailed({ framed = false }: PageFailedProps) {
  const t = useT();
  const { root } = useApp();
  const texts = isFailure(useSelector(root, selectPageFailure), BASE_ERRORS.networkFailed) ? TEXTS.away : TEXTS.broken;
  const acts = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button size={framed ? 'm' : 'l'} variant="primary" onClick={() => root.send({ type: 'app.pageRetry' })}>
        {t(texts.retry)}
      </Button>
      {texts === TEXTS.broken && (
        <Button size={framed ? 'm' : 'l'} onClick={() => root.send({ type: 'app.reportWanted' })}>
          {t('common.mistake.report')}
        </Button>
      )}
    </div>
  );
  if (framed)
    return (
      <div className="flex max-w-[560px] flex-col items-start gap-3" role="alert">
        <Problem title={t(texts.title)} text={t(texts.text)} />
        {acts}
      </div>
    );
  return (
    <MinimalFrame role="alert">
      <NotFoundArt />
      <h1>{t(texts.title)}</h1>
      <p>{t(texts.text)}</p>
      {acts}
    </MinimalFrame>
  );
}
