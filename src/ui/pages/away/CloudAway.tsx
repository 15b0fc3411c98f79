/** One is signed in, but the cloud does not say what there is to see: nothing to do but wait with the visitor. */
import { useT } from '../../hooks/useT.ts';
import { LinkLine } from '../../kit/LinkLine.tsx';
import { AwayFrame } from './AwayFrame.tsx';

const ICON_PX = 32;

export function CloudAway() {
  const t = useT();
  return (
    <AwayFrame role="status">
      <LinkLine links={['down']} size={ICON_PX} description={t('common.cloudAway.title')} />
      <h1>{t('common.cloudAway.title')}</h1>
      <p>{t('common.cloudAway.text')}</p>
    </AwayFrame>
  );
}
