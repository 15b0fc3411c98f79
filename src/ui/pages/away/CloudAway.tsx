import { useT } from '../../hooks/useT.ts';

/** One is signed in, but the cloud does not say what there is to see: nothing to do but wait with the visitor. */
export function CloudAway() {
  const t = useT();
  return (
    <main className="state-page">
      <div className="state" role="status">
        <h1>{t('common.cloudAway.title')}</h1>
        <p>{t('common.cloudAway.text')}</p>
      </div>
    </main>
  );
}
