import { useT } from '../../hooks/useT.ts';
import { StatePanel } from '../../kit/StatePanel.tsx';

/** One is signed in, but the cloud does not say what there is to see: nothing to do but wait with the visitor. */
export function CloudAway() {
  const t = useT();
  return (
    <main className="state-page">
      <StatePanel state="loading" title={t('common.cloudAway.title')} text={t('common.cloudAway.text')} />
    </main>
  );
}
