/** Side of the teleop joystick: stored in this browser, offered in a phone's drawer and on the robot's page. */
import { useSelector } from '@xstate/react';
import { selectStickSide } from '../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';

export function StickSideChoice() {
  const t = useT();
  const { preferences } = useApp();
  return (
    <SegmentedControl
      size="l"
      full
      label={t('shell.stick.name')}
      value={useSelector(preferences, selectStickSide)}
      options={[
        { value: 'left', label: t('shell.stick.left') },
        { value: 'right', label: t('shell.stick.right') },
      ]}
      onChange={(side) => preferences.send({ type: 'stick.choose', side })}
    />
  );
}
