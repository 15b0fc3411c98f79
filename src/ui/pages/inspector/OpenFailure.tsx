/** Why something could not be opened; what was open before stays open. */
import { useSelector } from '@xstate/react';
import {
  type InspectorRef,
  selectIsTabSilent,
  selectOpenFailure,
  selectWanted,
} from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useTitle } from '../../shell/useTitle.ts';

export function OpenFailure({ screen }: { readonly screen: InspectorRef }) {
  const t = useT();
  const title = useTitle();
  const failure = useSelector(screen, selectOpenFailure);
  const wanted = useSelector(screen, selectWanted);
  const silent = useSelector(screen, selectIsTabSilent);
  const dismiss = (
    <Button size="s" onClick={() => screen.send({ type: 'failure.dismiss' })}>
      {t('shared.dismiss')}
    </Button>
  );
  if (silent)
    return (
      <Banner
        tone="warn"
        title={t('inspector.tabs.silent', { name: title(wanted) })}
        text={t('inspector.tabs.silentWhy')}
      >
        {dismiss}
      </Banner>
    );
  if (!failure) return null;
  return (
    <div role="alert">
      <Banner
        tone="warn"
        title={wanted === '' ? t('inspector.open.failed') : t('inspector.open.failedName', { name: title(wanted) })}
        text={t.failure(failure)}
      >
        {dismiss}
      </Banner>
    </div>
  );
}
