/**
 * Details of a row beside its list; below 1240 px it lies over the list, and on a phone it fills the screen. It takes the
 * focus when it opens; when it closes, the focus returns to where it was.
 */
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
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
  /** The list is a card that has room for it: from 1240 px on it is a pane of that card, and does not take the focus. */
  readonly pane?: boolean | undefined;
  readonly children: ReactNode;
}

const COLUMN =
  'flex max-h-full flex-none flex-col max-wide:absolute max-wide:inset-y-0 max-wide:right-0 max-wide:z-10 max-wide:max-w-full max-wide:shadow-float';
const PANE =
  'w-[460px] max-wide:rounded-lg max-wide:border max-wide:border-line max-wide:bg-surface wide:w-auto wide:min-w-0 wide:flex-1 wide:border-l wide:border-line-2';
const PAGE = 'max-desk:inset-0 max-desk:h-auto max-desk:max-h-none max-desk:rounded-none';
const NOTE = 'flex flex-wrap items-center gap-2 text-12 text-text-2';
// Rows as high as their content: a picture would else give way where the room is short, and lie over what follows.
const BODY = 'grid min-h-0 auto-rows-max content-start gap-4';

export function Drawer(props: DrawerProps) {
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  return mobile ? <Whole {...props} /> : <Beside {...props} />;
}

function Whole({ title, note, onClose, foot, children }: DrawerProps) {
  const t = useT();
  return (
    <Dialog open className={PAGE} title={title} closeLabel={t('common.close')} foot={foot} onClose={onClose}>
      <div className={BODY}>
        {note !== undefined && <div className={NOTE}>{note}</div>}
        {children}
      </div>
    </Dialog>
  );
}

/** Focuses the drawer while it is open, and after that what was focused before, unless the focus has moved on. */
function useFocusInside(pane: boolean) {
  const place = useRef<HTMLElement>(null);
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const drawer = place.current;
    if (drawer && (!pane || getComputedStyle(drawer).position === 'absolute')) drawer.focus();
    return () => {
      if (drawer?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, [opener, pane]);
  return place;
}

function Beside({ title, note, onClose, onPrevious, onNext, foot, wide = false, pane = false, children }: DrawerProps) {
  const t = useT();
  const id = useId();
  const place = useFocusInside(pane);
  const escape = (event: KeyboardEvent): void => {
    // A dialog or menu inside handles its own Escape.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      !(event.target instanceof Node && event.currentTarget.contains(event.target))
    )
      return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={place}
      className={classes(COLUMN, pane ? PANE : classes('card', wide ? 'w-[540px]' : 'w-drive'))}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={escape}
    >
      <header className="flex flex-none items-start gap-1 pt-3 pr-3 pb-2 pl-4">
        <h2 id={id} className="min-w-0 flex-1 py-1 text-14 font-semibold wrap-anywhere">
          {title}
        </h2>
        {onPrevious && <IconButton size="s" icon={ChevronUp} label={t('lists.previousEntry')} onClick={onPrevious} />}
        {onNext && <IconButton size="s" icon={ChevronDown} label={t('lists.nextEntry')} onClick={onNext} />}
        <IconButton size="s" icon={X} label={t('common.close')} onClick={onClose} />
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
