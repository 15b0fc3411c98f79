import type { ActiveFault } from '../../../../contract/endpoints/faults.ts';
import { useT } from '../../hooks/useT.ts';

const SECONDS = 60;

/** How long a fault lasts: "4:12", "until released", "until Chen Yu signs out". */
export function useTimeLeft(): (fault: ActiveFault, now: number) => string {
  const t = useT();
  return ({ fault, until, by }, now) => {
    if (until !== null) {
      const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
      return `${Math.floor(seconds / SECONDS)}:${String(seconds % SECONDS).padStart(2, '0')}`;
    }
    return fault === 'emergencyStop' ? t('faults.on.untilReleased') : t('faults.on.untilSignOut', { name: by.name });
  };
}
