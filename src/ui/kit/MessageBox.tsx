/**
 * A message, one at a time: the thin line at its foot runs out, hover and focus hold it.
 * The clock is the machine's: this shows the time it has, and says when it is held and let go.
 */
import type { FocusEvent, ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export type MessageTone = 'plain' | 'good' | 'attn' | 'bad';
const ICON: Record<MessageTone, Glyph> = { plain: Info, good: CircleCheck, attn: TriangleAlert, bad: CircleAlert };

export interface MessageBoxProps {
  /** A new message starts a new line. */
  readonly id: string;
  readonly tone: MessageTone;
  readonly title: string;
  readonly text?: string | undefined;
  readonly closeLabel: string;
  /** How long it stays in all (spec: 5 s). */
  readonly durationMs: number;
  readonly held: boolean;
  readonly onClose: () => void;
  readonly onHold: () => void;
  readonly onLetGo: () => void;
  /** One button of size s. */
  readonly children?: ReactNode;
}

export function MessageBox({
  id,
  tone,
  title,
  text,
  closeLabel,
  durationMs,
  held,
  onClose,
  onHold,
  onLetGo,
  children,
}: MessageBoxProps) {
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLetGo();
  };
  return (
    <div
      className={`message message-${tone}`}
      role={tone === 'bad' ? 'alert' : 'status'}
      data-held={held}
      onPointerEnter={onHold}
      onPointerLeave={onLetGo}
      onFocus={onHold}
      onBlur={onBlur}
    >
      <Icon of={ICON[tone]} size={18} />
      <div className="message-text">
        <div className="message-title">{title}</div>
        {text !== undefined && <p>{text}</p>}
        {children}
      </div>
      <IconButton label={closeLabel} icon={X} size="s" onClick={onClose} />
      <span key={id} className="message-line" style={{ '--for': `${durationMs}ms` }} />
    </div>
  );
}
