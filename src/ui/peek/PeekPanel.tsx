/**
 * The dry-run panel at the window's lower edge. It takes its space from the page, so that it covers nothing. It is not
 * a dialog: the page above it stays usable.
 */
import '../styles/peek.css';
import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import ScanEye from 'lucide-react/icons/scan-eye';
import X from 'lucide-react/icons/x';
import { type CaughtEvent, isAccepted, type Press } from '../../machines/peek/explained.ts';
import {
  type PeekRef,
  selectIsExplaining,
  selectPeekFailure,
  selectPress,
} from '../../machines/peek/peek.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { EventDetails } from './EventDetails.tsx';
import { useVerdict } from './useVerdict.ts';

const KEY = 'Ctrl ⇧ ,';

export function PeekPanel({ peek }: { readonly peek: PeekRef }) {
  const t = useT();
  const press = useSelector(peek, selectPress);
  const failure = useSelector(peek, selectPeekFailure);
  const explaining = useSelector(peek, selectIsExplaining);
  // Rendered next to the page, because an open dialog hides the page from screen readers.
  return createPortal(
    <aside className="peek" data-peek-panel aria-label={t('peek.title')}>
      <header className="peek-head">
        <Icon of={ScanEye} size={18} />
        <h2>{t('peek.title')}</h2>
        <p>{t('peek.about')}</p>
        <Button size="s" icon={X} keyHint={KEY} onClick={() => peek.send({ type: 'peek.close' })}>
          {t('peek.close')}
        </Button>
      </header>
      <div className="peek-body" tabIndex={0} role="region" aria-label={t('peek.found')} aria-busy={explaining}>
        <div aria-live="polite">
          {failure ? (
            <p className="peek-verdict" data-accepted={false}>
              {t.failure(failure)}
            </p>
          ) : press ? (
            <Summary press={press} />
          ) : (
            <p className="peek-empty">{t('peek.first')}</p>
          )}
        </div>
        {press?.events.map((event, index) => (
          <EventDetails key={index} event={event} />
        ))}
      </div>
    </aside>,
    document.body,
  );
}

function Summary({ press: { control, reason, events } }: { readonly press: Press }) {
  const t = useT();
  return (
    <>
      <h3>{control ? t('peek.control', { name: control }) : t('peek.unnamed')}</h3>
      {reason && <p className="peek-reason">{reason}</p>}
      {events.length === 0 && (
        <p className="peek-verdict" data-accepted={reason === ''}>
          {t(reason ? 'peek.sendsNothingBlocked' : 'peek.sendsNothing')}
        </p>
      )}
      {events.map((event, index) => (
        <Verdict key={index} event={event} blocked={reason !== ''} />
      ))}
    </>
  );
}

function Verdict({ event, blocked }: { readonly event: CaughtEvent; readonly blocked: boolean }) {
  const t = useT();
  const text = useVerdict(event, blocked);
  return (
    <p className="peek-verdict" data-accepted={isAccepted(event) && !event.row?.obstacle && !blocked}>
      <span>{t('peek.sends')}</span> <code>{event.event}</code> <span>{t('peek.to')}</span> <code>{event.actor}</code>{' '}
      <b>{text}</b>
    </p>
  );
}
