/** Shown when the user is signed in but the server does not respond. */
import { useT } from '../../hooks/useT.ts';
import { LinkLine } from '../../kit/LinkLine.tsx';
import { MinimalFrame } from './MinimalFrame.tsx';

const ICON_PX = 32;

export function ServerUnreachable() {
  const t = useT();
  return (
    <MinimalFrame role="status">
      <LinkLine links={['down']} size={ICON_PX} description={t('common.cloudAway.title')} />
      <h1>{t('common.cloudAway.title')}</h1>
      <p>{t('common.cloudAway.text')}</p>
    </MinimalFrame>
  );
}
