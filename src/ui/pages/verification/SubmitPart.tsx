/** Submit button, error message, and a button to stop waiting. */
import { useSelector } from '@xstate/react';
import {
  type VerifiedFormRef,
  selectForm,
  selectIsPatient,
  selectIsSubmitting,
} from '../../../machines/verification/verification.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FormAnswer } from './CodeFields.tsx';

export function SubmitPart({
  screen,
  label,
  waiting,
}: {
  readonly screen: VerifiedFormRef;
  readonly label: string;
  readonly waiting: string;
}) {
  const t = useT();
  const { wait } = useSelector(screen, selectForm);
  const submitting = useSelector(screen, selectIsSubmitting);
  const patient = useSelector(screen, selectIsPatient);
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        size="l"
        wide
        busy={submitting}
        disabledReason={wait > 0 ? t('signIn.wait', { seconds: wait }) : undefined}
      >
        {submitting ? waiting : label}
      </Button>
      {patient ? (
        <p className="flex items-center justify-between gap-3 text-13 text-text-2" role="status">
          {t('common.stillWaiting')}
          <Button size="s" onClick={() => screen.send({ type: 'form.cancel' })}>
            {t('common.cancel')}
          </Button>
        </p>
      ) : (
        <FormAnswer screen={screen} />
      )}
    </>
  );
}
