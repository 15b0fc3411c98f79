/** A verdict as a shape that colour repeats: green tick, red cross, amber ring with `!`, hollow ring for nothing yet. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from '../kit/Icon.tsx';

export type VerdictLook = 'good' | 'bad' | 'warn' | 'none';
const LOOK: Record<VerdictLook, { icon: Glyph; className: string }> = {
  good: { icon: CircleCheck, className: 'flex-none text-st-online' },
  bad: { icon: CircleX, className: 'flex-none text-st-alarm' },
  warn: { icon: CircleAlert, className: 'flex-none text-attn' },
  none: { icon: CircleDashed, className: 'flex-none text-text-3' },
};

export function Verdict({ look, size = 18 }: { readonly look: VerdictLook; readonly size?: number }) {
  const { icon, className } = LOOK[look];
  return <Icon of={icon} size={size} className={className} />;
}
