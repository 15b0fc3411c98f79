/** Frame of a form in a card: fields, unsaved state, error, Discard and Save. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import {
  type FormRef,
  selectFailure,
  selectIsDirty,
  selectIsSaving,
  selectIsSlow,
} from '../../../machines/factories/form.selectors.ts';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { FOOT, FORM, NOTE } from './settingsLayout.tsx';

export interface FormCardProps {
  readonly form: FormRef;
  readonly title: string;
  /** Label of the save button. */
  readonly save: string;
  readonly children: ReactNode;
}

export function FormCard({ form, title, save, children }: FormCardProps) {
  const t = useT();
  const dirty = useSelector(form, selectIsDirty);
  const saving = useSelector(form, selectIsSaving);
  const slow = useSelector(form, selectIsSlow);
  const failure = useSelector(form, selectFailure);
  const element = useFocusFault(() => form.send({ type: 'form.submit' }));
  return (
    <Card title={title}>
      <form className={FORM} noValidate aria-label={title} {...element}>
        {children}
        {failure && (
          <p className="field-error" role="alert">
            {t.failure(failure)}
          </p>
        )}
        <div className={FOOT}>
          <span className={NOTE} role="status">
            {slow ? t('common.stillWaiting') : dirty && !saving ? t('shared.unsavedChanges') : ''}
          </span>
          {slow && <Button onClick={() => form.send({ type: 'form.cancel' })}>{t('shared.stopWaiting')}</Button>}
          {!slow && dirty && (
            <Button
              disabledReason={saving ? t('userSetting.saving') : undefined}
              onClick={() => form.send({ type: 'form.discard' })}
            >
              {t('shared.discardEdits')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={saving}
            disabledReason={dirty ? undefined : t('shared.noChanges')}
          >
            {save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
