/** The settings of one section: name and range, the control, and what the robot reports. */
import { useId } from 'react';
import { useSelector } from '@xstate/react';
import type { RobotSettingName, SettingRow, SettingValue } from '../../../../contract/entities/robotSettings.ts';
import { ROBOT_SETTINGS } from '../../../../contract/rules/robotSettings.ts';
import { faultsIn } from '../../../machines/robotSettings/robotSettings.setup.ts';
import { type RobotSettingsRef, selectRobotSettings } from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { Select } from '../../kit/Select.tsx';
import { Slider } from '../../kit/Slider.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { ReportedLine } from '../../kit/later/ReportedLine.tsx';
import { inSteps } from './inSteps.ts';
import { SettingNumber } from './SettingNumber.tsx';
import { faultText, NAME_KEYS, reportedLine, valueText } from './settingTexts.ts';

export interface SectionProps {
  readonly screen: RobotSettingsRef;
  readonly title: string;
  readonly names: readonly RobotSettingName[];
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_200px_200px] items-center gap-3 border-t border-line px-4 py-2 max-desk:grid-cols-1 max-desk:gap-2';

export function SettingRows({ screen, title, names }: SectionProps) {
  const { data } = useSelector(screen, selectRobotSettings);
  const rows = names.flatMap((name) => data?.settings.settings.find((row) => row.name === name) ?? []);
  if (rows.length === 0) return null;
  return (
    <Card title={title}>
      {rows.map((row) => (
        <Row key={row.name} screen={screen} row={row} />
      ))}
    </Card>
  );
}

function Row({ screen, row }: { readonly screen: RobotSettingsRef; readonly row: SettingRow }) {
  const t = useT();
  const now = useServerNow();
  const context = useSelector(screen, selectRobotSettings);
  const { name } = row;
  const rule = ROBOT_SETTINGS[name];
  const fault = faultsIn(context)[name];
  const faultId = useId();
  return (
    <div className={ROW}>
      <div className="min-w-0">
        <b className="block text-13 font-medium">{t(NAME_KEYS[name])}</b>
        {rule.kind === 'number' && (
          <span className="text-12 text-text-2">
            {t('shared.fromTo', { from: valueText(t, name, rule.min), to: valueText(t, name, rule.max) })}
          </span>
        )}
        {name === 'timedRefresh' && context.data?.settings.policy && (
          <span className="text-12 text-text-2">
            {t('robotSettings.policy.accepted', { name: context.data.settings.policy.byName })}
          </span>
        )}
      </div>
      <div className="flex items-center justify-end gap-2 text-12 max-desk:justify-start">
        <Control screen={screen} row={row} faultId={fault && faultId} />
      </div>
      <ReportedLine {...reportedLine(t, row, { now, reportedAt: context.data?.settings.reportedAt ?? null })} />
      {fault && (
        <div className="col-span-full">
          <FieldError id={faultId}>{faultText(t, fault)}</FieldError>
        </div>
      )}
    </div>
  );
}

interface ControlProps {
  readonly screen: RobotSettingsRef;
  readonly row: SettingRow;
  readonly faultId: string | undefined;
}

function Control({ screen, row: { name, wanted, reported, state }, faultId }: ControlProps) {
  const t = useT();
  const { data, pending, sending } = useSelector(screen, selectRobotSettings);
  const rule = ROBOT_SETTINGS[name];
  const value = pending[name] ?? sending[name] ?? wanted?.value ?? reported?.value ?? rule.initial;
  const set = (next: SettingValue): void => screen.send({ type: 'setting.set', name, value: next });
  const reason = data?.settings.canChange === false ? t('robotSettings.readOnly') : undefined;
  if (rule.kind === 'flag')
    return (
      <Switch
        checked={value === true}
        label={t(NAME_KEYS[name])}
        waiting={state === 'pending' || state === 'waiting' || name in pending || name in sending}
        onChange={set}
        disabledReason={reason}
      />
    );
  // Without the right, the value is text: a disabled slider or list could not say why.
  if (reason !== undefined) return <b className="font-semibold">{valueText(t, name, value)}</b>;
  if (rule.kind === 'choice')
    return (
      <Select
        size="s"
        label={t(NAME_KEYS[name])}
        value={String(value)}
        options={rule.options.map((option) => ({ value: String(option), label: valueText(t, name, option) }))}
        onChange={(chosen) => {
          const option = rule.options.find((one) => String(one) === chosen);
          if (option !== undefined) set(option);
        }}
      />
    );
  if (rule.kind !== 'number') return null;
  return (
    <>
      <Slider
        label={t(NAME_KEYS[name])}
        value={Number(value)}
        min={rule.min}
        max={rule.max}
        step={rule.step}
        valueText={valueText(t, name, Number(value))}
        onChange={(next) => set(inSteps(next, rule.step))}
      />
      <SettingNumber name={name} value={Number(value)} faultId={faultId} onNumber={set} />
    </>
  );
}
