/** Shown on every page while somebody has switched on a fault of the demo, so that nobody looks for a real cause. */
import { useSelector } from '@xstate/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'wouter';
import { selectIsFaultOn } from '../../machines/frame/frame.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';

export function FaultChip() {
  const t = useT();
  if (!useSelector(useApp().frame, selectIsFaultOn)) return null;
  return (
    <Link
      href="/demo/faults"
      title={t('shell.fault.title')}
      className="flex h-6 flex-none items-center gap-1.5 rounded-full bg-attn-soft px-2.5 text-12 font-semibold text-attn-text"
    >
      <Icon of={TriangleAlert} size={14} />
      {t('shell.fault.chip')}
    </Link>
  );
}
