/** Type of icon props: a lucide icon (`lucide-react/icons/…`) or one of ours with the same props. */
import type { ComponentType } from 'react';

export interface GlyphProps {
  readonly size?: string | number;
  readonly strokeWidth?: string | number;
  readonly className?: string;
  readonly 'aria-hidden'?: boolean | 'true' | 'false';
}
export type Glyph = ComponentType<GlyphProps>;
