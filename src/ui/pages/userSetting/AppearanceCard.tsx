/** Language and theme, stored in this browser and applied at once; the time zone, stored in the account. */
import { useSelector } from '@xstate/react';
import { type FormRef, selectValue } from '../../../machines/factories/form.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { useLanguageChoice, useThemeChoice } from '../../shell/Switches.tsx';
import { FormCard } from './FormCard.tsx';
import { ownZone } from '../../shell/siteTime.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

export function AppearanceCard({ form }: { readonly form: FormRef }) {
  const t = useT();
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  const zone = useSelector(form, selectValue('timeZone'));
  const own = ownZone();
  // Keep a chosen zone that this browser does not list.
  const zones = zone === '' || ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return (
    <FormCard form={form} title={t('userSetting.look.title')} save={t('userSetting.timeZone.save')}>
      <div className="field">
        <span className="field-label" aria-hidden="true">
          {t('signIn.language')}
        </span>
        <SegmentedControl
          full
          label={t('signIn.language')}
          value={language.value}
          options={language.options}
          onChange={language.choose}
        />
      </div>
      <div className="field">
        <span className="field-label" aria-hidden="true">
          {t('shell.theme.name')}
        </span>
        <SegmentedControl
          full
          label={t('shell.theme.name')}
          value={theme.value}
          options={theme.options.map((option) => ({ ...option, icon: theme.iconOf(option.value) }))}
          onChange={theme.choose}
        />
        <span className="field-hint">{t('userSetting.look.here')}</span>
      </div>
      <Field label={t('shared.timeZone')} hint={t('userSetting.timeZone.hint')}>
        <Select
          value={zone}
          onChange={(value) => form.send({ type: 'field.change', field: 'timeZone', value })}
          options={[
            { value: '', label: t('userSetting.timeZone.own', { zone: own }) },
            ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
        />
      </Field>
    </FormCard>
  );
}
