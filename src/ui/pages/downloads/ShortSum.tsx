/** The two ends of a SHA-256, and a button that copies the whole. */
import Copy from 'lucide-react/icons/copy';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { shortSum } from './downloadTexts.ts';

export function ShortSum({ sha256, of }: { readonly sha256: string; readonly of: string }) {
  const t = useT();
  const copy = useCopy();
  return (
    <span className="inline-flex items-center gap-1 font-mono text-text-2">
      {shortSum(sha256)}
      <IconButton size="s" icon={Copy} label={t('downloads.copySum', { name: of })} onClick={() => copy(sha256)} />
    </span>
  );
}
