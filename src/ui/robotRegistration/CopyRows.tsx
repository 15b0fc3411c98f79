/** Values that a person carries to another machine, each with a button to copy it. */
import Copy from 'lucide-react/icons/copy';
import type { ReactNode } from 'react';
import { useCopy } from '../hooks/useCopy.ts';
import { useT } from '../hooks/useT.ts';
import { IconButton } from '../kit/IconButton.tsx';

export interface CopyRowProps {
  readonly label: string;
  readonly value: string;
  /** Instead of the copy button. */
  readonly act?: ReactNode;
}

const ROW =
  'grid min-h-8 grid-cols-[88px_minmax(0,1fr)] items-center gap-x-2 pl-3 pr-1 text-12 max-desk:grid-cols-1 max-desk:py-1.5';

export function CopyRow({ label, value, act }: CopyRowProps) {
  const t = useT();
  const copy = useCopy();
  return (
    <div className={ROW}>
      <dt className="text-text-2">{label}</dt>
      <dd className="flex items-center gap-2">
        <span className="min-w-0 flex-1 font-mono break-all">{value}</span>
        {act ?? <IconButton size="s" icon={Copy} label={t('common.copyOf', { label })} onClick={() => copy(value)} />}
      </dd>
    </div>
  );
}

export const CopyRows = ({ children }: { readonly children: ReactNode }) => (
  <dl className="rounded border border-line bg-surface-2 [&>div:not(:first-child)]:border-t [&>div:not(:first-child)]:border-line">
    {children}
  </dl>
);
