/**
 * A toast, one at a time: the thin line at the bottom shows the time left; hover and focus pause it. The machine owns
 * the timer: this shows the remaining time and reports pause and resume.
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
  /** A new id restarts the line. */
  readonly id: string;
  readonly tone: MessageTone;
  readonly title: string;
  readonly text?: string | undefined;
  readonly closeLabel: string;
  /** Total display time (spec: 5 s). */
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
