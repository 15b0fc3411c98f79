/** The head from the side and from above: the allowed angles, where the head is, and where it is asked to be. */
import { useId } from 'react';
import { useSelector } from '@xstate/react';
import { ROBOT_SETTINGS } from '../../../../contract/rules/robotSettings.ts';
import { faultsIn } from '../../../machines/robotSettings/robotSettings.setup.ts';
import { type RobotSettingsRef, selectRobotSettings } from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { AngleDial, type AngleDialProps } from '../../robotActions/AngleDial.tsx';
import { SettingNumber } from './SettingNumber.tsx';
import { faultText, NAME_KEYS, valueText } from './settingTexts.ts';

type Angle = 'headVertical' | 'headHorizontal';
const ANGLES = ['headVertical', 'headHorizontal'] as const satisfies readonly Angle[];
const VIEWS: Readonly<Record<Angle, AngleDialProps['view']>> = { headVertical: 'side', headHorizontal: 'above' };

export function HeadCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const { data } = useSelector(screen, selectRobotSettings);
  const angles = ANGLES.filter((name) => data?.settings.settings.some((row) => row.name === name));
  if (angles.length === 0) return null;
  return (
    <Card title={t('shared.head')} note={t('robotSettings.headCard.hint')}>
      <div className="flex flex-col gap-2 px-4 pb-4">
        {angles.map((name) => (
          <Dial key={name} screen={screen} name={name} />
        ))}
      </div>
    </Card>
  );
}

function Dial({ screen, name }: { readonly screen: RobotSettingsRef; readonly name: Angle }) {
  const t = useT();
  const context = useSelector(screen, selectRobotSettings);
  const faultId = useId();
  const { data, pending, sending } = context;
  const rule = ROBOT_SETTINGS[name];
  const row = data?.settings.settings.find((one) => one.name === name);
  if (!row || !data || rule.kind !== 'number') return null;
  const now = Number(row.reported?.value ?? rule.initial);
  const asked = Number(pending[name] ?? sending[name] ?? row.wanted?.value ?? now);
  const fault = faultsIn(context)[name];
  const set = (value: number): void => screen.send({ type: 'setting.set', name, value });
  return (
    <div className="flex flex-col gap-1.5">
      <AngleDial
        label={t(NAME_KEYS[name])}
        view={VIEWS[name]}
        min={rule.min}
        max={rule.max}
        now={now}
        asked={Math.min(rule.max, Math.max(rule.min, asked))}
        valueText={valueText(t, name, asked)}
        disabled={!data.settings.canChange}
        onChange={set}
      />
      {data.settings.canChange && (
        <div className="flex items-center gap-2 text-12 text-text-2">
          <SettingNumber name={name} value={asked} faultId={fault && faultId} onNumber={set} />
          {t('shared.fromTo', { from: valueText(t, name, rule.min), to: valueText(t, name, rule.max) })}
        </div>
      )}
      {fault && <FieldError id={faultId}>{faultText(t, fault)}</FieldError>}
    </div>
  );
}
