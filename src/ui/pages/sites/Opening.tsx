/** Who opens a lift or a door. */
import Bot from 'lucide-react/icons/bot';
import Hand from 'lucide-react/icons/hand';
import RadioTower from 'lucide-react/icons/radio-tower';
import type { AccessDoor } from '../../../../contract/entities/site.ts';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';

const ICON = { robot: Bot, staff: Hand, relay: RadioTower } as const;
const TEXT = { robot: 'sites.by.robot', staff: 'sites.by.staff', relay: 'sites.by.relay' } as const;

export function Opening({
  openedBy,
  openSeconds,
  isOutOfService,
}: Pick<AccessDoor, 'openedBy' | 'openSeconds' | 'isOutOfService'>) {
  const t = useT();
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon of={ICON[openedBy]} size={14} />
      {t(TEXT[openedBy], { seconds: openSeconds })}
      {isOutOfService && <StatusPill status="attn" label={t('sites.outOfService')} />}
    </span>
  );
}
