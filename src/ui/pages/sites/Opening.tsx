/** Who opens a lift or a door, and since when its relay fails to. */
import Bot from 'lucide-react/icons/bot';
import Hand from 'lucide-react/icons/hand';
import RadioTower from 'lucide-react/icons/radio-tower';
import type { AccessDoor } from '../../../../contract/entities/site.ts';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useAge } from '../../labels/useAge.ts';

const ICON = { robot: Bot, staff: Hand, relay: RadioTower } as const;
const TEXT = { robot: 'sites.by.robot', staff: 'sites.by.staff', relay: 'sites.by.relay' } as const;

export function Opening({
  openedBy,
  openSeconds,
  isOutOfService,
  silentSince,
}: Pick<AccessDoor, 'openedBy' | 'openSeconds' | 'isOutOfService' | 'silentSince'>) {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Icon of={ICON[openedBy]} size={14} />
      {t(TEXT[openedBy], { seconds: openSeconds })}
      {isOutOfService && <StatusPill status="attn" label={t('sites.outOfService')} />}
      {silentSince !== null && <StatusPill status="attn" label={t('sites.silent', { age: age(now - silentSince) })} />}
    </span>
  );
}
