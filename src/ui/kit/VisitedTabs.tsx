/** Tabs of the visited views. A pinned tab cannot be closed; a middle click closes like the close button. */
import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import Pin from 'lucide-react/icons/pin';
import X from 'lucide-react/icons/x';
import { Icon } from './Icon.tsx';

const MIDDLE_BUTTON = 1;
const ICON_PX = 12;

export interface VisitedTab {
  readonly id: string;
  readonly label: string;
  readonly pinned: boolean;
  /** "Close Porter 1". */
  readonly closeLabel: string;
}

export interface VisitedTabsProps {
  readonly label: string;
  readonly tabs: readonly VisitedTab[];
  readonly current: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: (id: string) => void;
  /** Called on right click; the menu offers to close other tabs and more. */
  readonly onMenu?: ((id: string, at: { readonly x: number; readonly y: number }) => void) | undefined;
}

export function VisitedTabs({ label, tabs, current, onOpen, onClose, onMenu }: VisitedTabsProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // jsdom does not implement scrollIntoView.
    list.current?.querySelector('[data-on=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const onAux = (tab: VisitedTab, event: MouseEvent): void => {
    if (event.button !== MIDDLE_BUTTON || tab.pinned) return;
    event.preventDefault();
    onClose(tab.id);
  };
  return (
    <nav ref={list} className="visited-list" aria-label={label}>
      {tabs.map((tab) => (
        <span
          key={tab.id}
          className="visited-tab"
          data-on={tab.id === current}
          onAuxClick={(event) => onAux(tab, event)}
          onContextMenu={
            onMenu &&
            ((event) => {
              event.preventDefault();
              onMenu(tab.id, { x: event.clientX, y: event.clientY });
            })
          }
        >
          {tab.pinned && <Icon of={Pin} size={ICON_PX} />}
          <button type="button" aria-current={tab.id === current ? 'page' : undefined} onClick={() => onOpen(tab.id)}>
            {tab.label}
          </button>
          {!tab.pinned && (
            <button type="button" className="visited-close" aria-label={tab.closeLabel} onClick={() => onClose(tab.id)}>
              <Icon of={X} size={ICON_PX} />
            </button>
          )}
        </span>
      ))}
    </nav>
  );
}
