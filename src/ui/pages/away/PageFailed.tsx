import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';

/** The chunk of a page did not come: the network, or another version of the console on the server. */
export function PageFailed() {
  const t = useT();
  const { root } = useApp();
  return (
    <main className="state-page">
      <StatePanel state="failed" title={t('common.pageFailed.title')} text={t('common.pageFailed.text')}>
        <Button size="s" onClick={() => root.send({ type: 'app.pageRetry' })}>{t('common.pageFailed.retry')}</Button>
      </StatePanel>
    </main>
  );
}
