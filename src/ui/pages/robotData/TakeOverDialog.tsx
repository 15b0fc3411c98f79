/** Takes control from another user. The required reason is shown to that user and recorded. */
import { useSelector } from '@xstate/react';
import { REASON_MAX } from '../../../../contract/rules/limits.ts';
import { selectLeaseContext, selectLeaseState } from '../../../machines/robotData/lease.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

export function TakeOverDialog({ lease }: RobotPageProps) {
  const t = useT();
  const state = useSelector(lease, selectLeaseState);
  const { reason, lease: held } = useSelector(lease, selectLeaseContext);
  const name = held?.holder?.name ?? '';
  const isEmpty = reason.trim() === '';
  return (
    <ConfirmDialog
      open={state === 'givingReason' || state === 'takingOver'}
      title={t('robotData.lease.dialog.title', { name })}
      text={t('robotData.lease.dialog.text', { name })}
      confirmLabel={t('robotData.lease.dialog.confirm', { name })}
      cancelLabel={t('common.cancel')}
      danger
      busy={state === 'takingOver'}
      disabledReason={isEmpty ? t('robotData.lease.dialog.empty') : undefined}
      onConfirm={() => lease.send({ type: 'reason.confirm' })}
      onCancel={() => lease.send({ type: 'reason.cancel' })}
    >
      <Field label={t('robotData.lease.dialog.reason')} hint={t('robotData.lease.dialog.hint', { max: REASON_MAX })}>
        <TextInput
          value={reason}
          maxLength={REASON_MAX}
          autoFocus
          onChange={(value) => lease.send({ type: 'reason.change', reason: value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) lease.send({ type: 'reason.confirm' });
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}
