/** Leads to the unresolved alarm case of a robot; nothing while it has none. Icon and text, because colour is not enough. */
import { useSelector } from '@xstate/react';
import Siren from 'lucide-react/icons/siren';
import { Link } from 'wouter';
import { selectCasesByRobot } from '../../machines/alarms/alarms.selectors.ts';
import { useAlarms } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { casePath, EVENT_NAMES } from './alarmTexts.ts';

const ICON_PX = 13;

export function CaseLink({ serialNumber, name }: { readonly serialNumber: string; readonly name: string }) {
  const t = useT();
  const found = useSelector(useAlarms(), selectCasesByRobot).get(serialNumber);
  if (!found) return null;
  const event = t(EVENT_NAMES[found.event]);
  return (
    <Link
      href={casePath(found.id)}
      className="case-link"
      aria-label={t('shell.alarms.ofRobot', { name, event })}
      title={t('shell.alarms.ofRobot', { name, event })}
    >
      <Icon of={Siren} size={ICON_PX} />
      <span>{event}</span>
    </Link>
  );
}
