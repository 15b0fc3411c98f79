/** Panel that replaces the list and the point settings; the map stays visible and can be panned. */
import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../kit/IconButton.tsx';

interface SidePanelProps {
  readonly title: string;
  readonly description?: string | undefined;
  readonly closeLabel: string;
  /** Called by the close button and Escape. */
  readonly onClose: () => void;
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

export function SidePanel({ title, description, closeLabel, onClose, foot, children }: SidePanelProps) {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      ref={place}
      role="dialog"
      aria-labelledby={id}
      className="card flex min-h-0 flex-col overflow-hidden focus:outline-none max-desk:scroll-m-4 max-desk:overflow-visible"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {/* The title wraps: it can hold the name of a map. */}
      <div className="card-head h-auto min-h-11 py-1.5">
        <h2 id={id} className="min-w-0 flex-1 whitespace-normal wrap-anywhere">
          {title}
        </h2>
        {description !== undefined && <span className="card-note max-w-1/2">{description}</span>}
        <IconButton label={closeLabel} icon={X} size="s" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 pb-3 max-desk:overflow-visible [&>ul:first-child>li:first-child]:border-t-0">
        {children}
      </div>
      <div className="flex flex-none flex-wrap justify-end gap-2 border-t border-line px-4 py-2.5 max-desk:sticky max-desk:bottom-0 max-desk:rounded-b-lg max-desk:bg-surface">
        {foot}
      </div>
    </section>
  );
}
