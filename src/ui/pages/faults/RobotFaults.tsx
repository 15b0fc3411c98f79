/** The simulated robots, and the faults and alarms that can be switched on the chosen ones. */
import { useSelector } from '@xstate/react';
import { ADDED_ROBOT_FAULTS, ROBOT_FAULTS, type RobotFault } from '../../../../contract/endpoints/faults.ts';
import { ALARM_TYPES } from '../../../../contract/entities/robotConstants.ts';
import { type FaultsRef, selectFaults, selectIsSwitching } from '../../../machines/faults/faults.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { FAULT_LOOKS } from './faultLooks.ts';
import { FaultRow } from './FaultRow.tsx';

export function TargetsCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { simulatedRobots, targets, faults } = useSelector(screen, selectFaults);
  const all = simulatedRobots.length > 0 && targets.length === simulatedRobots.length;
  return (
    <Card title={t('faults.targets.title')}>
      {simulatedRobots.length === 0 && <p className="px-4 pb-4 text-13 text-text-2">{t('faults.targets.noRobots')}</p>}
      <ul className="grid gap-0.5 px-3 pb-3">
        {simulatedRobots.length > 0 && (
          <li className="flex min-h-9 items-center px-1 max-desk:min-h-11">
            <Checkbox
              checked={targets.length > 0 && !all ? 'mixed' : all}
              label={t('faults.targets.all', { count: simulatedRobots.length })}
              onChange={(on) => screen.send({ type: 'target.all', on })}
            />
          </li>
        )}
        {simulatedRobots.map(({ serialNumber, name, kind }) => {
          const count = faults.filter((fault) => fault.serialNumber === serialNumber).length;
          return (
            <li
              key={serialNumber}
              className="flex min-h-9 items-center gap-2 rounded-lg px-1 has-checked:bg-brand-50 max-desk:min-h-11"
            >
              <Checkbox
                checked={targets.includes(serialNumber)}
                label={name}
                onChange={() => screen.send({ type: 'target.toggle', serialNumber })}
              />
              <span className="flex-1" />
              {count > 0 && (
                <span
                  className="grid size-5 place-items-center rounded-full bg-attn-soft text-12 font-semibold text-attn-text"
                  title={t('faults.targets.faults', { count })}
                >
                  {count}
                </span>
              )}
              <RobotArt kind={kind} size={24} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function RobotFaultsCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { simulatedRobots, targets, hasServerFaults } = useSelector(screen, selectFaults);
  const names = simulatedRobots.filter(({ serialNumber }) => targets.includes(serialNumber)).map(({ name }) => name);
  const [only] = names;
  return (
    <Card
      clip
      title={
        only === undefined
          ? t('shared.noRobotSelected')
          : names.length === 1
            ? only
            : t('faults.targets.count', { count: names.length })
      }
    >
      <ul>
        {[...ROBOT_FAULTS, ...(hasServerFaults ? ADDED_ROBOT_FAULTS : [])].map((fault) => (
          <RobotFaultRow key={fault} screen={screen} fault={fault} />
        ))}
      </ul>
    </Card>
  );
}

/** Alarms that the chosen robots raise where they are. */
export function AlarmsCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  return (
    <Card clip title={t('routes.alarms')}>
      <ul>
        {ALARM_TYPES.map((alarm) => (
          <RobotFaultRow key={alarm} screen={screen} fault={alarm} />
        ))}
      </ul>
    </Card>
  );
}

function RobotFaultRow({ screen, fault }: { readonly screen: FaultsRef; readonly fault: RobotFault }) {
  const t = useT();
  const { simulatedRobots, targets, faults, forMs } = useSelector(screen, selectFaults);
  const switching = useSelector(screen, selectIsSwitching);
  const look = FAULT_LOOKS[fault];
  const having = new Set(
    faults.flatMap((active) => (active.fault === fault && active.serialNumber !== null ? [active.serialNumber] : [])),
  );
  const chosen = targets.filter((serialNumber) => having.has(serialNumber));
  const named = simulatedRobots.filter(({ serialNumber }) => having.has(serialNumber)).map(({ name }) => name);
  const on = chosen.length > 0;
  return (
    <FaultRow
      icon={look.icon}
      name={t(look.name)}
      text={t(look.text)}
      on={on}
      note={named.length === 0 ? undefined : named.join(', ')}
    >
      <Switch
        label={t(look.name)}
        checked={on}
        waiting={switching}
        disabledReason={targets.length === 0 ? t('shared.selectARobotFirst') : undefined}
        onChange={(next) =>
          screen.send({
            type: 'fault.switch',
            task: { type: 'robots', fault, on: next, serialNumbers: next ? targets : chosen, forMs },
          })
        }
      />
    </FaultRow>
  );
}
