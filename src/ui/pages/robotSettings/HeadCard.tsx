/** The head from the side and from above: the allowed angles, where the head is, and where it is asked to be. */
import { useSelector } from '@xstate/react';
import { ROBOT_SETTINGS } from '../../../../contract/rules/robotSettings.ts';
import { type RobotSettingsRef, selectRobotSettings } from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { AngleDial, type AngleDialProps } from '../../robotActions/AngleDial.tsx';
import { NAME_KEYS, valueText } from './settingTexts.ts';

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
  const { data, pending, sending } = useSelector(screen, selectRobotSettings);
  const rule = ROBOT_SETTINGS[name];
  const row = data?.settings.settings.find((one) => one.name === name);
  if (!row || !data || rule.kind !== 'number') return null;
  const now = Number(row.reported?.value ?? rule.initial);
  const asked = Number(pending[name] ?? sending[name] ?? row.wanted?.value ?? now);
  return (
    <AngleDial
      label={t(NAME_KEYS[name])}
      view={VIEWS[name]}
      min={rule.min}
      max={rule.max}
      now={now}
      asked={asked}
      valueText={valueText(t, name, asked)}
      disabled={!data.settings.canChange}
      onChange={(value) => screen.send({ type: 'setting.set', name, value })}
    />
  );
}
