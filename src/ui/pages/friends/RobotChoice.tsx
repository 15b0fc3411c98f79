/**
 * Robot selection where the side panel cannot offer it: on a phone, and for robots that the panel omits here because
 * the user is not their super administrator.
 */
import { useSelector } from '@xstate/react';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';

/** Display name of one of the user's robots. */
export function useRobotName(serialNumber: string): string {
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  return robot?.robotNickName || serialNumber;
}

export function RobotChoice({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const fleet = useFleet();
  const robots = useSelector(fleet, selectRobots);
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  if (robots.length < 2 || (!mobile && robots.every(({ relation }) => relation === 'superAdmin'))) return null;
  return (
    <Field className="max-w-[420px]" label={t('common.robot')}>
      <Select
        value={serialNumber}
        onChange={(chosen) => fleet.send({ type: 'robot.choose', serialNumber: chosen })}
        options={robots.map((robot) => ({
          value: robot.serialNumber,
          label: robot.robotNickName
            ? t('friends.robotOption', { name: robot.robotNickName, serialNumber: robot.serialNumber })
            : robot.serialNumber,
        }))}
      />
    </Field>
  );
}
