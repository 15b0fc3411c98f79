/** Controls of a robot's devices: head and lights, with what the robot reports. */
import { useSelector } from '@xstate/react';
import { HEAD_LIMITS } from '../../../contract/rules/robotActions.ts';
import type { RobotAct } from '../../../contract/rules/robotCan.ts';
import type { ActionRequest } from '../../machines/robotActions/robotActions.machine.ts';
import {
  isUnderWay,
  type RobotActionsRef,
  selectRobotActions,
} from '../../machines/robotActions/robotActions.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Switch } from '../kit/Switch.tsx';
import { AngleDial } from './AngleDial.tsx';
import { DeviceRow } from './DeviceRow.tsx';

export interface DeviceControlProps {
  readonly actions: RobotActionsRef;
  readonly ask: (request: ActionRequest) => void;
  /** Why an action is not possible now; undefined if it is. */
  readonly whyNot: (act: RobotAct) => string | undefined;
}

export function LightsControl({ actions, ask, whyNot }: DeviceControlProps) {
  const t = useT();
  const { devices } = useSelector(actions, selectRobotActions);
  const waiting = useSelector(actions, (snapshot) => isUnderWay(snapshot, 'setLights'));
  const lights = devices?.lights ?? null;
  return (
    <DeviceRow
      label={t('shared.lights')}
      value={t(lights === null ? 'robotActions.unknown' : lights ? 'robotActions.on' : 'robotActions.off')}
    >
      <Switch
        label={t('shared.lights')}
        checked={lights === true}
        waiting={waiting}
        disabledReason={whyNot('setLights')}
        onChange={(on) => ask({ kind: 'setLights', on })}
      />
    </DeviceRow>
  );
}

export function HeadControl({ actions, ask, whyNot }: DeviceControlProps) {
  const t = useT();
  const { devices, draft } = useSelector(actions, selectRobotActions);
  const reason = whyNot('setHead');
  const now = { horizontal: devices?.headHorizontal ?? null, vertical: devices?.headVertical ?? null };
  const asked = {
    horizontal: draft.horizontal ?? Math.round(now.horizontal ?? HEAD_LIMITS.horizontal.ahead),
    vertical: draft.vertical ?? Math.round(now.vertical ?? HEAD_LIMITS.vertical.ahead),
  };
  const dial = (angle: 'horizontal' | 'vertical') => (
    <AngleDial
      label={t(angle === 'horizontal' ? 'robotActions.headHorizontal' : 'robotActions.headVertical')}
      view={angle === 'horizontal' ? 'above' : 'side'}
      {...HEAD_LIMITS[angle]}
      now={now[angle]}
      asked={asked[angle]}
      valueText={t('shared.valueDegrees', { value: asked[angle] })}
      disabled={reason !== undefined}
      onChange={(degrees) => actions.send({ type: 'draft.set', draft: { [angle]: degrees } })}
      onCommit={(degrees) => ask({ kind: 'setHead', ...asked, [angle]: degrees })}
    />
  );
  return (
    <div title={reason}>
      <p className="pb-1 text-13 font-medium">{t('shared.head')}</p>
      <div className="grid grid-cols-2 gap-2">
        {dial('horizontal')}
        {dial('vertical')}
      </div>
    </div>
  );
}
