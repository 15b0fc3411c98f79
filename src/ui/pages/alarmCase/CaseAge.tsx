/** Of when the case is, while changes cannot arrive: an old state must not look like the current one. */
import { useSelector } from '@xstate/react';
import { selectIsFeedLost } from '../../../machines/connection/connection.selectors.ts';
import { selectAlarmCase } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { useConnection } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { useAge } from '../../labels/useAge.ts';
import { timeWithSeconds } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';
import { useIsOffline } from './useRefusal.ts';

export function CaseAge({ screen, timeZone, now }: CaseProps) {
  const t = useT();
  const age = useAge();
  const { details, isStale } = useSelector(screen, selectAlarmCase);
  const isFeedLost = useSelector(useConnection(), selectIsFeedLost);
  const isOffline = useIsOffline();
  if (!details || !(isStale || isFeedLost || isOffline)) return null;
  return (
    <p className="card flex-none bg-attn-soft px-4 py-2 text-13 text-attn-text">
      {t('alarmCase.asOf', { time: timeWithSeconds(details.time, timeZone), age: age(now - details.time) })}
    </p>
  );
}
