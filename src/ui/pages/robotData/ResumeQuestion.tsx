/** Confirmation when another user stopped this robot, with the choice of what happens to its order. */
import { useSelector } from '@xstate/react';
import { selectResume } from '../../../machines/robotData/commands.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { RadioChoice } from '../../kit/RadioChoice.tsx';
import { firstStop } from '../../labels/stopText.ts';
import { orderName } from '../../labels/orderName.ts';
import type { RobotPageProps } from './useRobotPage.ts';

export function ResumeQuestion({ commands, live, name, now, age, at }: RobotPageProps) {
  const t = useT();
  const { open, busy, order } = useSelector(
    commands,
    selectResume,
    (a, b) => a.open === b.open && a.busy === b.busy && a.order === b.order,
  );
  const stop = firstStop(live);
  const task = orderName(t, live);
  return (
    <ConfirmDialog
      open={open}
      busy={busy}
      title={t('robotData.resume.title', { name })}
      text={t('robotData.resume.text', {
        who: stop?.by.name || t('tasks.stop.somebody'),
        age: age(now - (stop?.at ?? now)),
      })}
      confirmLabel={t('robotData.resume.name', { name })}
      cancelLabel={t('common.cancel')}
      onConfirm={() => commands.send({ type: 'resume.confirm', at: at() })}
      onCancel={() => commands.send({ type: 'resume.cancel' })}
    >
      {task !== null && (
        <RadioChoice
          label={t('robotData.resume.order')}
          value={order}
          options={[
            { value: 'continue', label: t('robotData.resume.continue'), note: task },
            { value: 'drop', label: t('robotData.resume.drop'), note: t('robotData.resume.dropText', { name }) },
          ]}
          onChange={(chosen) => commands.send({ type: 'resume.choose', order: chosen })}
        />
      )}
    </ConfirmDialog>
  );
}
