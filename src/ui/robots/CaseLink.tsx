/** Leads to the unresolved alarm case of a robot; nothing while it has none. Icon and text, because colour is not enough. */
import { useSelector } from '@xstate/react';
import Siren from 'lucide-react/icons/siren';
import { Link } from 'wouter';
import { selectCasesByRobot } from '../../machines/alarms/alarms.selectors.ts';
import { useAlarms } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { EVENT_NAMES } from '../alarms/alarmTexts.ts';
import { casePath } from '../../machines/app/events.ts';

const ICON_PX = 13;
const LOOK = 'inline-flex flex-none items-center gap-1 text-12 font-semibold whitespace-nowrap text-st-alarm-text';

const useCase = (serialNumber: string) => useSelector(useAlarms(), selectCasesByRobot).get(serialNumber);

/** The same without the way there, for a row that is a button itself. */
export function CaseName({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const found = useCase(serialNumber);
  return (
    found && (
      <span className={LOOK}>
        <Icon of={Siren} size={ICON_PX} />
        {t(EVENT_NAMES[found.event])}
      </span>
    )
  );
}

export function CaseLink({ serialNumber, name }: { readonly serialNumber: string; readonly name: string }) {
  const t = useT();
  const found = useCase(serialNumber);
  if (!found) return null;
  const event = t(EVENT_NAMES[found.event]);
  return (
    <Link
      href={casePath(found.id)}
      className={`relative z-1 ${LOOK} hover:underline max-desk:min-h-6`}
      aria-label={t('shell.alarms.ofRobot', { name, event })}
      title={t('shell.alarms.ofRobot', { name, event })}
    >
      <Icon of={Siren} size={ICON_PX} />
      <span>{event}</span>
    </Link>
  );
}
