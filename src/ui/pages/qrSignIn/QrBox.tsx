/** QR code, or the state that replaces it: the number to compare, success, or the error. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { groupsOf } from '../../../../contract/rules/typedCodes.ts';
import type { Failure } from '../../../machines/failure.ts';
import {
  type QrSignInRef,
  selectCode,
  selectFailure,
  selectNumber,
  selectPhase,
  selectUrl,
} from '../../../machines/qrSignIn/qrSignIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { QrPicture } from '../../kit/QrPicture.tsx';

type T = ReturnType<typeof useT>;

/** The minimum height includes the button, so that nothing shifts when it appears. */
const BOX = 'flex min-h-96 flex-col items-center gap-4 text-center';
type Phase = ReturnType<typeof selectPhase>;
const TILE: Partial<Record<Phase, string>> = {
  scanned: 'border-2 border-mark bg-surface text-text-2',
  entering: 'border border-line-2 bg-surface-2 text-st-online-text',
  refused: 'border border-line-2 bg-surface-2 text-st-alarm-text',
};
const PLAIN_TILE = 'border border-line-2 bg-surface-2 text-text-2';

export function QrBox({ screen }: { readonly screen: QrSignInRef }) {
  const t = useT();
  const phase = useSelector(screen, selectPhase);
  const url = useSelector(screen, selectUrl);
  const number = useSelector(screen, selectNumber);
  const code = useSelector(screen, selectCode);
  const failure = useSelector(screen, selectFailure);
  const canRenew = phase === 'scanned' || phase === 'refused' || phase === 'unreachable';
  return (
    <section className={BOX} aria-label={t('qrSignIn.title')}>
      <div className={classes('grid size-58 place-items-center overflow-hidden rounded-lg', TILE[phase] ?? PLAIN_TILE)}>
        {tileOf(phase, { url, number, t })}
      </div>
      <div role="status" className="min-h-16 max-w-[36em] text-13 text-balance text-text-2">
        {messageOf(phase, failure, number, t)}
      </div>
      {canRenew && (
        <Button size="s" icon={RefreshCw} onClick={() => screen.send({ type: 'code.renew' })}>
          {t('qrSignIn.renew')}
        </Button>
      )}
      {code !== '' && (phase === 'shown' || phase === 'fetching') && (
        <div className="text-13 text-text-2">
          <p>{t('qrSignIn.type')}</p>
          <p className="mt-1 font-mono text-[15px]/5 font-[600] text-text select-all" translate="no">
            {groupsOf(code).join(' ')}
          </p>
        </div>
      )}
    </section>
  );
}

const TILE_ICON_PX = 48;
const LEAD = 'mb-0.5 font-[600] text-text';

function tileOf(phase: Phase, { url, number, t }: { url: string; number: string; t: T }): ReactNode {
  if (phase === 'scanned')
    return (
      <span
        className="pl-[0.12em] text-[104px]/[1] font-[600] tracking-[0.12em] text-heading tabular-nums"
        aria-hidden="true"
      >
        {number}
      </span>
    );
  if (phase === 'refused') return <Icon of={CircleX} size={TILE_ICON_PX} />;
  if (phase === 'unreachable') return <Icon of={CloudOff} size={TILE_ICON_PX} />;
  if (phase === 'entering') return <Icon of={CircleCheck} size={TILE_ICON_PX} />;
  // Scanners need dark on light, whatever the theme.
  return url ? (
    <QrPicture text={url} label={t('qrSignIn.picture')} className="block size-full bg-on-fill fill-brand-950" />
  ) : (
    <span className="sk size-full rounded-none" aria-hidden="true" />
  );
}

/** Announced when it changes. The digits of the number are separated, so that they are not read as a quantity. */
function messageOf(phase: Phase, failure: Failure | null, number: string, t: T): ReactNode {
  if (phase === 'scanned') {
    return (
      <>
        <p className={LEAD}>
          {t('qrSignIn.scanned')} <span className="sr-only">{[...number].join(' ')}</span>
        </p>
        <p>{failure ? t.failure(failure) : t('qrSignIn.scannedText')}</p>
      </>
    );
  }
  if (phase === 'refused')
    return (
      <>
        <p className={LEAD}>{t('qrSignIn.refused')}</p>
        <p>{failure ? t.failure(failure) : t('qrSignIn.refusedText')}</p>
      </>
    );
  if (phase === 'unreachable')
    return (
      <>
        <p className={LEAD}>{t('qrSignIn.unreachable')}</p>
        <p>{failure && t.failure(failure)}</p>
      </>
    );
  if (phase === 'entering') return <p className={LEAD}>{t('qrSignIn.entering')}</p>;
  return (
    <>
      <p className={LEAD}>{t('qrSignIn.scan')}</p>
      <p>{failure ? t.failure(failure) : t('qrSignIn.scanText')}</p>
    </>
  );
}
