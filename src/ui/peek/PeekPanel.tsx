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
    // An open modal dialog disables pointer events everywhere else.
    <aside
      className="pointer-events-auto fixed inset-x-0 bottom-0 z-75 flex h-(--h-peek) flex-col border-t-2 border-mark bg-surface text-13 text-text"
      data-peek-panel
      aria-label={t('peek.title')}
    >
      <header className="flex flex-none items-center gap-2 border-b border-line px-4 py-2 max-desk:flex-wrap max-desk:px-3 max-desk:py-1.5 max-desk:[&_kbd]:hidden">
        <Icon of={ScanEye} size={18} />
        <h2 className="text-13 font-semibold whitespace-nowrap max-desk:flex-1">{t('peek.title')}</h2>
        <p className="min-w-0 flex-1 text-text-2 max-desk:order-1 max-desk:basis-full">{t('peek.about')}</p>
        <Button size="s" icon={X} keyHint={KEY} onClick={() => peek.send({ type: 'peek.close' })}>
          {t('peek.close')}
        </Button>
      </header>
      <div
        className="min-h-0 flex-1 overflow-auto px-4 pt-2.5 pb-3.5 max-desk:px-3 max-desk:py-2 [&_code]:text-[12px]/[18px] [&_code]:wrap-anywhere"
        tabIndex={0}
        role="region"
        aria-label={t('peek.found')}
        aria-busy={explaining}
      >
        <div aria-live="polite">
          {failure ? (
            <p className="mt-0.5" data-accepted={false}>
              {t.failure(failure)}
            </p>
          ) : press ? (
            <Summary press={press} />
          ) : (
            <p className="mt-0.5 text-text-2">{t('peek.first')}</p>
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
      <h3 className="wrap-anywhere">{control ? t('peek.control', { name: control }) : t('peek.unnamed')}</h3>
      {reason && <p className="mt-0.5 text-text-2">{reason}</p>}
      {events.length === 0 && (
        <p className="mt-0.5" data-accepted={reason === ''}>
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
  const accepted = isAccepted(event) && !event.row?.obstacle && !blocked;
  return (
    <p className="mt-0.5" data-accepted={accepted}>
      <span>{t('peek.sends')}</span> <code>{event.event}</code> <span>{t('peek.to')}</span> <code>{event.actor}</code>{' '}
      <b className={accepted ? 'text-st-online-text' : 'text-st-alarm-text'}>{text}</b>
    </p>
  );
}
