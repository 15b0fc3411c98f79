/** QR code, or the state that replaces it: the number to compare, success, or the error. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import type { Failure } from '../../../machines/failure.ts';
import {
  type QrSignInRef,
  selectFailure,
  selectNumber,
  selectPhase,
  selectUrl,
} from '../../../machines/qrSignIn/qrSignIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { QrPicture } from '../../kit/QrPicture.tsx';

type T = ReturnType<typeof useT>;

export function QrBox({ screen }: { readonly screen: QrSignInRef }) {
  const t = useT();
  const phase = useSelector(screen, selectPhase);
  const url = useSelector(screen, selectUrl);
  const number = useSelector(screen, selectNumber);
  const failure = useSelector(screen, selectFailure);
  const canRenew = phase === 'scanned' || phase === 'refused' || phase === 'unreachable';
  return (
    <section className="qr-box" aria-label={t('qrSignIn.title')}>
      <div className="qr-tile" data-phase={phase}>
        {tileOf(phase, { url, number, t })}
      </div>
      <div role="status" className="qr-words">
        {wordsOf(phase, failure, number, t)}
      </div>
      {canRenew && (
        <Button size="s" icon={RefreshCw} onClick={() => screen.send({ type: 'code.renew' })}>
          {t('qrSignIn.renew')}
        </Button>
      )}
    </section>
  );
}

const TILE_ICON_PX = 48;

function tileOf(
  phase: ReturnType<typeof selectPhase>,
  { url, number, t }: { url: string; number: string; t: T },
): ReactNode {
  if (phase === 'scanned')
    return (
      <span className="qr-number" aria-hidden="true">
        {number}
      </span>
    );
  if (phase === 'refused') return <Icon of={CircleX} size={TILE_ICON_PX} />;
  if (phase === 'unreachable') return <Icon of={CloudOff} size={TILE_ICON_PX} />;
  if (phase === 'entering') return <Icon of={CircleCheck} size={TILE_ICON_PX} />;
  return url ? <QrPicture text={url} label={t('qrSignIn.picture')} /> : <span className="sk" aria-hidden="true" />;
}

/** Announced when it changes. The digits of the number are separated, so that they are not read as a quantity. */
function wordsOf(phase: ReturnType<typeof selectPhase>, failure: Failure | null, number: string, t: T): ReactNode {
  if (phase === 'scanned') {
    return (
      <>
        <p className="qr-lead">
          {t('qrSignIn.scanned')} <span className="sr-only">{[...number].join(' ')}</span>
        </p>
        <p>{failure ? t.failure(failure) : t('qrSignIn.scannedText')}</p>
      </>
    );
  }
  if (phase === 'refused')
    return (
      <>
        <p className="qr-lead">{t('qrSignIn.refused')}</p>
        <p>{failure ? t.failure(failure) : t('qrSignIn.refusedText')}</p>
      </>
    );
  if (phase === 'unreachable')
    return (
      <>
        <p className="qr-lead">{t('qrSignIn.unreachable')}</p>
        <p>{failure && t.failure(failure)}</p>
      </>
    );
  if (phase === 'entering') return <p className="qr-lead">{t('qrSignIn.entering')}</p>;
  return (
    <>
      <p className="qr-lead">{t('qrSignIn.scan')}</p>
      <p>{failure ? t.failure(failure) : t('qrSignIn.scanText')}</p>
    </>
  );
}
