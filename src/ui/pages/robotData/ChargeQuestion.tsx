/** Confirmation before charging replaces a running task. */
import { useSelector } from '@xstate/react';
import { selectIsChargeAsked } from '../../../machines/robotData/commands.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { displacedText } from '../../labels/displacedText.ts';
import type { RobotPageProps } from './useRobotPage.ts';

export function ChargeQuestion({ commands, live, name, at }: RobotPageProps) {
  const t = useT();
  const open = useSelector(commands, selectIsChargeAsked);
  const displaced = displacedText(t, 'charge', live, name);
  return (
    <ConfirmDialog
      open={open}
      title={displaced?.title ?? name}
      text={displaced?.text ?? ''}
      confirmLabel={displaced ? t('tasks.displaced.charge', { task: displaced.noun }) : t('shared.charge')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => commands.send({ type: 'charge.confirm', at: at() })}
      onCancel={() => commands.send({ type: 'charge.cancel' })}
    />
  );
}
