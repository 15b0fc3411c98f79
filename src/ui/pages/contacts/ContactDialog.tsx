/** Dialog for a contact or a role: name, phone number, roles, and the hours of the week. */
import { useSelector } from '@xstate/react';
import { ALWAYS } from '../../../../contract/rules/alarmContacts.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import {
  type ContactFormRef,
  type ContactsRef,
  selectContactForm,
  selectContacts,
} from '../../../machines/contacts/contacts.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { HoursGrid } from './HoursGrid.tsx';
import { QuietDaysList } from './QuietDaysList.tsx';

export function ContactDialog({ screen }: { readonly screen: ContactsRef }) {
  const form = useSelector(screen, selectContactForm);
  return form && <Editor screen={screen} form={form} />;
}

function Editor({ screen, form }: { readonly screen: ContactsRef; readonly form: ContactFormRef }) {
  const t = useT();
  const { roles, timeZone, phoneCheck } = useSelector(screen, selectContacts);
  const now = useServerNow(60_000);
  const { draft, saving, errorOf, refusalBeside, submit, textOf, change } = useForm(form);
  const { what, id, roleIds, hours, quietDays } = draft;
  const savedHours = useSelector(form, ({ context }) => context.saved.hours);
  const hasUnsavedHours = hours.some((mask, day) => mask !== savedHours[day]);
  const phone = textOf('phoneNumber');
  /** What is wrong with the number by the numbering plans, or with another contact; found when the field was left. */
  const found =
    phoneCheck?.failure && phoneCheck.typed === phone.value.trim() ? t.failure(phoneCheck.failure) : undefined;
  const isRole = what === 'role';
  const title = isRole
    ? t(id === '' ? 'shared.addRole' : 'contacts.form.editRole')
    : t(id === '' ? 'contacts.newContact' : 'contacts.form.editContact');
  return (
    <FormDialog
      wide={!isRole}
      title={title}
      submitLabel={t('shared.save')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside('name', 'phoneNumber', 'email', 'quietDays')}
      onSubmit={submit}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      <Field label={t('shared.personName')} error={errorOf('name')}>
        <TextInput autoComplete="off" {...textOf('name')} />
      </Field>
      {!isRole && (
        <>
          <Field
            label={t('shared.telephoneNumber')}
            error={errorOf('phoneNumber') ?? found}
            hint={t('contacts.form.phoneHint')}
          >
            <TextInput
              type="tel"
              autoComplete="off"
              {...phone}
              onBlur={() => {
                phone.onBlur();
                screen.send({ type: 'phone.leave', typed: phone.value.trim() });
              }}
            />
          </Field>
          <Field label={t('contacts.form.email')} error={errorOf('email')}>
            <TextInput type="email" autoComplete="off" {...textOf('email')} />
          </Field>
          <FieldGroup label={t('shared.roles')}>
            {roles.length === 0 ? (
              <p className="text-13 text-text-2">{t('contacts.form.noRoles')}</p>
            ) : (
              <div className="flex flex-wrap gap-2">
                {roles.map((role) => (
                  <Chip
                    key={role.id}
                    label={role.roleName}
                    on={roleIds.includes(role.id)}
                    onToggle={() =>
                      change(
                        'roleIds',
                        roleIds.includes(role.id) ? roleIds.filter((one) => one !== role.id) : [...roleIds, role.id],
                      )
                    }
                  />
                ))}
              </div>
            )}
          </FieldGroup>
          <FieldGroup label={t('contacts.form.hours')} hint={t('contacts.form.hoursText')}>
            <div className="flex gap-2 pb-2">
              <Button size="s" onClick={() => change('hours', ALWAYS)}>
                {t('contacts.allHours')}
              </Button>
              <Button
                size="s"
                onClick={() =>
                  change(
                    'hours',
                    ALWAYS.map(() => 0),
                  )
                }
              >
                {t('contacts.form.never')}
              </Button>
            </div>
            {id !== '' && hasUnsavedHours && (
              <p className="pb-1 text-12 text-text-2">{t('contacts.form.unsavedHours')}</p>
            )}
            <HoursGrid hours={hours} saved={id === '' ? null : savedHours} onChange={(next) => change('hours', next)} />
          </FieldGroup>
          <FieldGroup label={t('contacts.form.quietDays')} hint={t('contacts.form.quietDaysText')}>
            <QuietDaysList
              days={quietDays}
              today={zonedDate(timeZone, now)}
              error={errorOf('quietDays')}
              onChange={(next) => change('quietDays', next)}
            />
          </FieldGroup>
        </>
      )}
    </FormDialog>
  );
}
