/** Message below the button: why sign-in was refused, how long to wait, or that it is slow and can be cancelled. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import {
  type SignInRef,
  selectFormFailure,
  selectIsPatient,
  selectWait,
} from '../../../machines/signIn/signIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';

export function FormAnswer({ screen }: { readonly screen: SignInRef }) {
  const t = useT();
  const failure = useSelector(screen, selectFormFailure);
  const wait = useSelector(screen, selectWait);
  const patient = useSelector(screen, selectIsPatient);
  if (patient) {
    return (
      <p className="flex items-center justify-between gap-3 text-13 text-text-2" role="status">
        {t('common.stillWaiting')}
        <Button size="s" onClick={() => screen.send({ type: 'form.cancel' })}>
          {t('common.cancel')}
        </Button>
      </p>
    );
  }
  if (!failure) return null;
  return (
    <div className="field-error" role="alert">
      <Icon of={CircleAlert} size={14} />
      <span>
        {t.failure(failure)}
        {/* The countdown is not announced: reading every second would drown everything else. */}
        {wait > 0 && <span aria-live="off">{` ${t('signIn.wait', { seconds: wait })}`}</span>}
      </span>
    </div>
  );
}
