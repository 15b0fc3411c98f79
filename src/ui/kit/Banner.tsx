/** Banner under a page's title: an alarm stays until a user handles it, a warning until its cause is gone. */
import type { ReactNode } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { StatusShape } from './StatusShape.tsx';

export interface BannerProps {
  readonly tone: 'alarm' | 'warn';
  /** The main sentence. */
  readonly title: string;
  readonly text?: string | undefined;
  /** Time left; not announced by screen readers, because it changes every second. */
  readonly countdown?: string | undefined;
  /** For a warning; an alarm has its diamond icon. */
  readonly icon?: Glyph | undefined;
  /** Buttons of size s. */
  readonly children?: ReactNode;
}

const SPACE = ' ';

export function Banner({ tone, title, text, countdown, icon = TriangleAlert, children }: BannerProps) {
  return (
    <div className={classes('banner', tone === 'alarm' && 'banner-alarm')} role={tone === 'alarm' ? 'alert' : 'status'}>
      {tone === 'alarm' ? <StatusShape status="alarm" size={16} /> : <Icon of={icon} />}
      <span className="banner-text">
        <b>{title}</b>
        {SPACE}
        {text}
        {SPACE}
        {countdown !== undefined && (
          <span className="banner-count" aria-live="off">
            {countdown}
          </span>
        )}
      </span>
      {children !== undefined && <span className="banner-acts">{children}</span>}
    </div>
  );
}
