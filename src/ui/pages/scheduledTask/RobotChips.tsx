/** The robots of a task as chips with battery and alarm; those that cannot take it say why. */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import {
  type ScheduledTaskRef,
  selectTask,
  selectTaskSite,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import type { TaskRobot } from '../../../machines/scheduledTask/taskDraft.ts';
import { useT } from '../../hooks/useT.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { Battery } from '../../kit/Battery.tsx';
import { Button } from '../../kit/Button.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { StatusShape } from '../../kit/StatusShape.tsx';

interface RobotChipsProps {
  readonly screen: ScheduledTaskRef;
  readonly error: string | undefined;
}

export function RobotChips({ screen, error }: RobotChipsProps) {
  const t = useT();
  const { draft, sites, taskId } = useSelector(screen, selectTask);
  const site = useSelector(screen, selectTaskSite);
  const all = sites.flatMap(({ siteId, robots }) => robots.map((robot) => ({ siteId, robot })));
  const chosen = draft.robots.flatMap((sn) => all.filter(({ robot }) => robot.serialNumber === sn));
  const others = all.filter(({ robot }) => !draft.robots.includes(robot.serialNumber));
  const toggle = (serialNumber: string) => screen.send({ type: 'robot.toggle', serialNumber });
  const reason = (siteId: string, { canChange, canOperate, canDisinfect }: TaskRobot): string | undefined => {
    if (draft.robots.length > 0 && siteId !== site?.siteId) return t('scheduledTask.robot.otherSite');
    if (draft.kind === 'disinfection' && !canDisinfect) return t('schedules.robot.cannotDisinfect');
    if (draft.when === 'now' && !draft.keep) return canOperate ? undefined : t('scheduledTask.robot.noOperate');
    return canChange ? undefined : t('schedules.robot.noChange');
  };
  return (
    <FieldGroup label={t('common.robots')} hint={t('scheduledTask.robotsHint')} error={error}>
      <div className="flex flex-wrap items-center gap-2">
        {chosen.map(({ robot }) => (
          <span
            key={robot.serialNumber}
            className="flex h-10 items-center gap-2 rounded border border-mark bg-brand-50 pr-1 pl-3 text-13 max-desk:h-11"
          >
            <RobotGlyph kind={robot.kind} />
            {robot.name}
            <RobotCharge robot={robot} />
            {robot.hasAlarm && (
              <span title={t('schedules.battery.alarm')}>
                <StatusShape status="alarm" size={12} />
              </span>
            )}
            {/* A saved task stays with its robot. */}
            {(taskId === '' || robot.serialNumber !== draft.robots[0]) && (
              <button
                type="button"
                className="flex size-8 items-center justify-center rounded-in hover:bg-hover"
                aria-label={t('shared.removeName', { name: robot.name })}
                onClick={() => toggle(robot.serialNumber)}
              >
                <Icon of={X} size={14} />
              </button>
            )}
          </span>
        ))}
        {others.length > 0 && taskId === '' && (
          <Menu
            align="start"
            trigger={
              <Button variant="ghost" icon={Plus}>
                {t('shared.addRobot')}
              </Button>
            }
            entries={others.map(({ siteId, robot }) => ({
              kind: 'item' as const,
              id: robot.serialNumber,
              label: robot.name,
              note: robot.isSilent ? t('tasks.reason.silent') : undefined,
              disabledReason: reason(siteId, robot),
              onSelect: () => toggle(robot.serialNumber),
            }))}
          />
        )}
      </div>
    </FieldGroup>
  );
}

function RobotCharge({ robot: { battery, isCharging, isSilent } }: { readonly robot: TaskRobot }) {
  const t = useT();
  return (
    <Battery
      percent={battery}
      charging={isCharging}
      unknown={isSilent}
      label={
        battery === null
          ? t('status.battery.unknown')
          : t(isCharging ? 'status.battery.charging' : 'status.battery.percent', { percent: Math.round(battery) })
      }
    />
  );
}
