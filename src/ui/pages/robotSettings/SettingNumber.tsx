/** The exact value of a setting, which a slider or a dial can only be near. Set when the field is left, or by Enter. */
import { useId, useState } from 'react';
import type { RobotSettingName } from '../../../../contract/entities/robotSettings.ts';
import { ROBOT_SETTINGS } from '../../../../contract/rules/robotSettings.ts';
import { useT } from '../../hooks/useT.ts';
import { FieldControlContext } from '../../kit/fieldControl.ts';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { readNumber } from '../../kit/readNumber.ts';
import { inSteps } from './inSteps.ts';
import { NAME_KEYS } from './settingTexts.ts';

interface SettingNumberProps {
  readonly name: RobotSettingName;
  readonly value: number;
  /** Id of the text that says why the value is not accepted. */
  readonly faultId: string | undefined;
  readonly onNumber: (value: number) => void;
}

export function SettingNumber({ name, value, faultId, onNumber }: SettingNumberProps) {
  const t = useT();
  const id = useId();
  /** What is typed, while the value is still `of`. */
  const [typed, setTyped] = useState<{ text: string; of: number } | null>(null);
  const rule = ROBOT_SETTINGS[name];
  if (rule.kind !== 'number') return null;
  const text = typed?.of === value ? typed.text : null;
  const put = (): void => {
    setTyped(null);
    const number = readNumber(text ?? '');
    if (number === null || !Number.isFinite(number)) return;
    const next = inSteps(number, rule.step);
    if (next !== value) onNumber(next);
  };
  return (
    <FieldControlContext.Provider value={{ id, describedBy: faultId, invalid: faultId !== undefined }}>
      <NumberInput
        size="s"
        className="w-[84px] flex-none"
        aria-label={t(NAME_KEYS[name])}
        unit={rule.unit === 's' ? t('shared.secondsUnit') : rule.unit}
        text={text ?? String(value)}
        onNumber={() => {}}
        onText={(next) => setTyped({ text: next, of: value })}
        onBlur={put}
        onKeyDown={(event) => {
          if (event.key === 'Enter') put();
        }}
      />
    </FieldControlContext.Provider>
  );
}
