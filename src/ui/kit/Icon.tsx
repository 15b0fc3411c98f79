/** A lucide icon in the house's stroke. Never the only name of a thing: its button or the word beside it carries that. */
import type { Glyph } from '../icons/glyph.ts';

const STROKE = 1.75;

export interface IconProps {
  readonly of: Glyph;
  /** px: 12 in a pill, 14 small, 16 normal, 18 menus, 20 and more where it stands alone. */
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

export function Icon({ of: Of, size = 16, className }: IconProps) {
  return (
    <Of
      size={size}
      strokeWidth={STROKE}
      className={className === undefined ? 'icon' : `icon ${className}`}
      aria-hidden="true"
    />
  );
}
