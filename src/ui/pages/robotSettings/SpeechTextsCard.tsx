/** Name of the robot, and the texts that it speaks: typed, then saved together. */
import { useSelector } from '@xstate/react';
import { lengthOfText, ROBOT_SETTINGS, settingsOfType } from '../../../../contract/rules/robotSettings.ts';
import {
  type RobotSettingsRef,
  selectFaults,
  selectIsActing,
  selectRobotSettings,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Field } from '../../kit/Field.tsx';
import { ReportedLine } from '../../kit/later/ReportedLine.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { NICKNAME_MAX } from '../../../../contract/rules/limits.ts';
import { faultText, NAME_KEYS, reportedLine } from './settingTexts.ts';

const TEXTS = [
  'welcomeWord',
  'sleepWord',
  ...settingsOfType('speech').filter((name) => ROBOT_SETTINGS[name].kind === 'text'),
] as const;

export function SpeechTextsCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const now = useServerNow();
  const { data, typed, pending, sending } = useSelector(screen, selectRobotSettings);
  const faults = useSelector(screen, selectFaults);
  const acting = useSelector(screen, selectIsActing);
  const rows = data?.settings.settings.filter(({ name }) => TEXTS.includes(name)) ?? [];
  const isNameless = typed.robotName?.trim() === '';
  const focus = useFocusFault(() => {
    if (!isNameless && rows.every(({ name }) => faults[name] === undefined)) screen.send({ type: 'text.save' });
  });
  if (!data) return null;
  const { settings } = data;
  const isTyped = Object.keys(typed).length > 0;
  return (
    <Card title={t('robotSettings.section.texts')} note={settings.serialNumber}>
      <form className="flex flex-col gap-3 px-4 pb-4" noValidate {...focus}>
        <Field
          label={t('shared.name')}
          error={isNameless ? t('shared.enterAName') : undefined}
          hint={fullText(t, typed.robotName ?? '', NICKNAME_MAX)}
        >
          <TextInput
            value={typed.robotName ?? settings.robotNickName}
            maxLength={NICKNAME_MAX}
            readOnly={!settings.canChange}
            onChange={(text) => screen.send({ type: 'text.type', name: 'robotName', text })}
          />
        </Field>
        {rows.map((row) => {
          const { name } = row;
          const rule = ROBOT_SETTINGS[name];
          const shown = typed[name] ?? pending[name] ?? sending[name] ?? row.wanted?.value ?? row.reported?.value ?? '';
          const fault = faults[name];
          if (rule.kind !== 'text') return null;
          return (
            <div key={name} className="flex flex-col gap-1">
              <Field
                label={t(NAME_KEYS[name])}
                error={fault && faultText(t, fault)}
                aside={
                  <span className="text-12 text-text-2">
                    {t('robotSettings.ofMax', { count: lengthOfText(rule, String(shown)), max: rule.max })}
                  </span>
                }
              >
                <TextArea
                  rows={2}
                  value={String(shown)}
                  readOnly={!settings.canChange}
                  onChange={(text) => screen.send({ type: 'text.type', name, text })}
                />
              </Field>
              <ReportedLine {...reportedLine(t, row, { now, reportedAt: settings.reportedAt })} />
            </div>
          );
        })}
        <div className="flex flex-wrap justify-end gap-2">
          {isTyped && <Button onClick={() => screen.send({ type: 'text.drop' })}>{t('shared.discard')}</Button>}
          {isTyped && (
            <Button variant="primary" type="submit" busy={acting}>
              {t('shared.save')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
