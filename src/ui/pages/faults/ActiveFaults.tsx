/** What is switched on, by whom and for how long; it stays in view while the page scrolls. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import PowerOff from 'lucide-react/icons/power-off';
import X from 'lucide-react/icons/x';
import { isServerFault, type ActiveFault } from '../../../../contract/endpoints/faults.ts';
import type { FaultTask } from '../../../machines/faults/faults.machine.ts';
import { type FaultsRef, selectFaults, selectIsSwitching } from '../../../machines/faults/faults.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { FAULT_LOOKS } from './faultLooks.ts';
import { useTimeLeft } from './useTimeLeft.ts';

const BAR =
  'sticky top-0 z-10 flex min-h-14 flex-none items-center gap-3 rounded-lg border px-4 py-2 max-desk:flex-wrap max-desk:py-3';

export function ActiveFaults({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { faults } = useSelector(screen, selectFaults);
  const switching = useSelector(screen, selectIsSwitching);
  if (faults.length === 0)
    return (
      <div className={`${BAR} border-line bg-surface text-13`} role="status">
        <Icon of={CircleCheck} size={20} className="text-st-online-text" />
        <b className="font-semibold">{t('faults.on.none')}</b>
        <span className="text-text-2">{t('faults.on.noneText')}</span>
      </div>
    );
  return (
    <div className={`${BAR} border-attn bg-attn-soft`}>
      <b className="flex-none text-13 text-attn-text" role="status">
        {t('faults.on.count', { count: faults.length })}
      </b>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-2 max-desk:basis-full">
        {faults.map((fault) => (
          <ActiveChip key={fault.id} screen={screen} fault={fault} />
        ))}
      </ul>
      <Button
        variant="primary"
        icon={PowerOff}
        busy={switching}
        onClick={() => screen.send({ type: 'fault.switch', task: { type: 'clear' } })}
      >
        {t('faults.on.all')}
      </Button>
    </div>
  );
}

function ActiveChip({ screen, fault }: { readonly screen: FaultsRef; readonly fault: ActiveFault }) {
  const t = useT();
  const timeLeft = useTimeLeft();
  const now = useServerNow();
  const { simulatedRobots } = useSelector(screen, selectFaults);
  const look = FAULT_LOOKS[fault.fault];
  const name = t(look.name);
  const target =
    fault.serialNumber === null
      ? t('faults.on.everyone')
      : (simulatedRobots.find(({ serialNumber }) => serialNumber === fault.serialNumber)?.name ?? fault.serialNumber);
  return (
    <li className="flex h-9 items-center gap-2 rounded-lg border border-line-2 bg-surface pr-1 pl-2.5 text-13">
      <Icon of={look.icon} size={16} className="text-attn-text" />
      <b className="font-semibold">{name}</b>
      <span className="text-text-2">{target}</span>
      <span className="text-text-2 max-wide:hidden">{t('faults.on.by', { name: fault.by.name })}</span>
      <span className="font-semibold text-attn-text tabular-nums">{timeLeft(fault, now)}</span>
      <IconButton
        icon={X}
        size="s"
        label={t('faults.on.off', { fault: name, target })}
        onClick={() => screen.send({ type: 'fault.switch', task: offTask(fault) })}
      />
    </li>
  );
}

function offTask({ fault, serialNumber, delayMs }: ActiveFault): FaultTask {
  if (fault === 'brokerDown' || fault === 'brokerDelay') return { type: 'broker', fault, on: false, delayMs, forMs: 0 };
  if (isServerFault(fault)) return { type: 'server', fault, on: false, forMs: 0 };
  return { type: 'robots', fault, on: false, serialNumbers: serialNumber === null ? [] : [serialNumber], forMs: 0 };
}
