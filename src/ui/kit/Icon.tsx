/** A lucide icon with the product's stroke width. Decorative: the button or the adjacent text carries the name. */
import type { Glyph } from '../icons/glyph.ts';

const STROKE = 1.75;

export interface IconProps {
  readonly of: Glyph;
  /** px: 12 in a pill, 14 small, 16 normal, 18 menus, 20 and more standalone. */
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
