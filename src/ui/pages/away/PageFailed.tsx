import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';

/** The chunk of a page did not come: the network, or another version of the console on the server. */
export function PageFailed() {
  const t = useT();
  const { root } = useApp();
  return (
    <main className="state-page">
      <div className="state" role="alert">
        <h1>{t('common.pageFailed.title')}</h1>
        <p>{t('common.pageFailed.text')}</p>
        <div className="state-acts">
          <Button size="s" onClick={() => root.send({ type: 'app.pageRetry' })}>{t('common.pageFailed.retry')}</Button>
        </div>
      </div>
    </main>
  );
}
