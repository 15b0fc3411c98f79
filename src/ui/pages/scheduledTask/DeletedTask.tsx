/** After a task was deleted: which, how many runs fall out, and Undo for some seconds. */
import { useSelector } from '@xstate/react';
import Undo2 from 'lucide-react/icons/undo-2';
import {
  type ScheduledTaskRef,
  selectIsRestoring,
  selectTask,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';

export function DeletedTask({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { task, ahead } = useSelector(screen, selectTask);
  const restoring = useSelector(screen, selectIsRestoring);
  const names = { name: task?.pathName ?? '', time: task?.executeTime ?? '', count: ahead.runs };
  return (
    <div role="status" className="card">
      <StatePanel
        state="empty"
        art="security"
        title={t('schedules.undo.deleted', names)}
        text={ahead.isUnderWay ? t('schedules.undo.goesOn') : undefined}
      >
        <Button
          size="s"
          variant="primary"
          icon={Undo2}
          busy={restoring}
          onClick={() => screen.send({ type: 'undo.take' })}
        >
          {t('shared.undo')}
        </Button>
        <Button size="s" onClick={() => screen.send({ type: 'editor.close' })}>
          {t('scheduledTask.back')}
        </Button>
      </StatePanel>
    </div>
  );
}
