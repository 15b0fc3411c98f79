/** Opens the historical monitoring at the moment of a record. */
import History from 'lucide-react/icons/history';
import { type Moment, momentPath } from '../../../contract/rules/momentPath.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';

interface MomentButtonProps extends Moment {
  /** In a row: the icon alone. */
  readonly look?: 'small' | 'icon';
}

export function MomentButton({ serialNumber, at, look }: MomentButtonProps) {
  const t = useT();
  const { navigation } = useApp();
  const open = (): void => navigation.send({ type: 'navigation.go', to: momentPath({ serialNumber, at }) });
  if (look === 'icon') return <IconButton size="s" icon={History} label={t('common.replay')} onClick={open} />;
  return (
    <Button icon={History} {...(look === 'small' ? { size: 's' } : {})} onClick={open}>
      {t('common.replay')}
    </Button>
  );
}
