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
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus
    // is inside
    <section
      ref={place}
      role="dialog"
      aria-labelledby={id}
      className="card map-editor-side map-editor-desk-panel"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <span className="top-gap" />
        {description !== undefined && <span className="card-note">{description}</span>}
        <IconButton label={closeLabel} icon={X} size="s" onClick={onClose} />
      </div>
      <div className="map-editor-desk-body">{children}</div>
      <div className="map-editor-desk-foot">{foot}</div>
    </section>
  );
}
