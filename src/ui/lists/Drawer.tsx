/**
 * Details of a row beside its list; below 1240 px it lies over the list, and on a phone it is a sheet. Escape closes it,
 * and the focus returns to where it was.
 */
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { selectIsMobile } from '../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { IconButton } from '../kit/IconButton.tsx';

export interface DrawerProps {
  readonly title: string;
  /** Below the title: a status pill, a sentence. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
  /** Opens the row before or after; absent at the ends of the list. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  /** Buttons, always visible. */
  readonly foot?: ReactNode;
  /** 540 px instead of 384 px, for a plan or a table. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

const CARD =
  'card flex max-h-full flex-none flex-col max-wide:absolute max-wide:inset-y-0 max-wide:right-0 max-wide:z-10 max-wide:max-w-full max-wide:shadow-float';
const NOTE = 'flex flex-wrap items-center gap-2 text-12 text-text-2';
const BODY = 'grid min-h-0 content-start gap-4';

export function Drawer(props: DrawerProps) {
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  return mobile ? <Sheet {...props} /> : <Beside {...props} />;
}

function Sheet({ title, note, onClose, foot, children }: DrawerProps) {
  const t = useT();
  return (
    <Dialog open title={title} closeLabel={t('common.close')} foot={foot} onClose={onClose}>
      <div className={BODY}>
        {note !== undefined && <div className={NOTE}>{note}</div>}
        {children}
      </div>
    </Dialog>
  );
}

function Beside({ title, note, onClose, onPrevious, onNext, foot, wide = false, children }: DrawerProps) {
  const t = useT();
  const id = useId();
  const [opener] = useState(() => document.activeElement);
  const close = (): void => {
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const escape = (event: KeyboardEvent): void => {
    // A dialog or menu inside handles its own Escape.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      !(event.target instanceof Node && event.currentTarget.contains(event.target))
    )
      return;
    event.stopPropagation();
    close();
  };
  return (
    <section className={classes(CARD, wide ? 'w-[540px]' : 'w-drive')} aria-labelledby={id} onKeyDown={escape}>
      <header className="flex flex-none items-start gap-1 pt-3 pr-3 pb-2 pl-4">
        <h2 id={id} className="min-w-0 flex-1 py-1 text-14 font-semibold wrap-anywhere">
          {title}
        </h2>
        {onPrevious && <IconButton size="s" icon={ChevronUp} label={t('lists.previousEntry')} onClick={onPrevious} />}
        {onNext && <IconButton size="s" icon={ChevronDown} label={t('lists.nextEntry')} onClick={onNext} />}
        <IconButton size="s" icon={X} label={t('common.close')} onClick={close} />
      </header>
      <div className={classes(BODY, 'overflow-auto px-4 pb-4')} tabIndex={0} role="group" aria-labelledby={id}>
        {note !== undefined && <div className={NOTE}>{note}</div>}
        {children}
      </div>
      {foot !== undefined && (
        <footer className="flex flex-none flex-wrap gap-2 border-t border-line px-4 py-3">{foot}</footer>
      )}
    </section>
  );
}
