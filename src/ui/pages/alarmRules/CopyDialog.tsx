/** Gives other robots of the site these rules. */
import { useSelector } from '@xstate/react';
import {
  type AlarmRulesRef,
  selectAlarmRules,
  selectIsCopying,
  selectIsCopyOpen,
} from '../../../machines/alarmRules/alarmRules.selectors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { robotName } from '../../robots/robotName.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';

export function CopyDialog({ screen }: { readonly screen: AlarmRulesRef }) {
  const t = useT();
  const { loaded, targets } = useSelector(screen, selectAlarmRules);
  const copying = useSelector(screen, selectIsCopying);
  const robots = useSelector(useFleet(), selectRobots);
  if (!useSelector(screen, selectIsCopyOpen) || !loaded) return null;
  const own = robots.find(({ serialNumber }) => serialNumber === loaded.serialNumber);
  const others = robots.filter(
    ({ serialNumber, siteId }) => serialNumber !== loaded.serialNumber && siteId === own?.siteId,
  );
  return (
    <FormDialog
      title={t('alarmRules.copyDialog.title')}
      description={t('alarmRules.copyDialog.text')}
      submitLabel={t('alarmRules.copyDialog.send', { count: targets.length })}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={copying}
      disabledReason={targets.length === 0 ? t('shared.chooseRobot') : undefined}
      onSubmit={() => screen.send({ type: 'copy.send' })}
      onCancel={() => screen.send({ type: 'copy.close' })}
    >
      {others.length === 0 ? (
        <p className="text-13 text-text-2">{t('alarmRules.copyDialog.none')}</p>
      ) : (
        <div className="flex flex-col">
          {others.map((robot) => (
            <Checkbox
              key={robot.serialNumber}
              label={robotName(robot)}
              checked={targets.includes(robot.serialNumber)}
              onChange={() => screen.send({ type: 'copy.toggle', serialNumber: robot.serialNumber })}
            />
          ))}
        </div>
      )}
    </FormDialog>
  );
}
