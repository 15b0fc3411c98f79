/** How many alarm cases wait for somebody; leads to the list. */
import { useSelector } from '@xstate/react';
import Bell from 'lucide-react/icons/bell';
import { Link } from 'wouter';
import { selectWithoutOwner } from '../../machines/alarms/alarms.selectors.ts';
import { useAlarms } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';

const MOST = 99;

export function AlarmBell({ large = false }: { readonly large?: boolean }) {
  const t = useT();
  const count = useSelector(useAlarms(), selectWithoutOwner);
  const label = count > 0 ? t('shell.alarms.bell', { count }) : t('routes.alarms');
  return (
    <Link
      href="/alarms/cases?state=unresolved"
      aria-label={label}
      title={label}
      className={`relative grid flex-none place-items-center rounded text-text-2 hover:bg-hover ${large ? 'size-11' : 'size-8'}`}
    >
      <Icon of={Bell} size={large ? 20 : 18} />
      {count > 0 && (
        <b
          aria-hidden="true"
          className="absolute top-0 right-0 h-[15px] min-w-[15px] rounded-full bg-st-alarm px-1 text-center text-[10px]/[15px] font-bold text-on-fill"
        >
          {count > MOST ? `${MOST}+` : count}
        </b>
      )}
    </Link>
  );
}
