/** One scheduled task: the form at the left, what it will do at the right (spec 2, design 20). */
import { useSelector } from '@xstate/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect } from 'react';
import { selectQuestion } from '../../../machines/factories/draftEditor.selectors.ts';
import {
  type ScheduledTaskRef,
  selectCopy,
  selectTask,
  selectTaskSite,
  selectTaskStage,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { CopyTaskDialog } from '../../schedules/CopyTaskDialog.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { Consequences } from './Consequences.tsx';
import { DeletedTask } from './DeletedTask.tsx';
import { TaskForm } from './TaskForm.tsx';

const MINUTE_MS = 60_000;

export function ScheduledTaskPage({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const stage = useSelector(screen, selectTaskStage);
  const copy = useSelector(screen, selectCopy);
  const question = useSelector(screen, selectQuestion);
  const { kept } = useSelector(screen, selectTask);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const isSave = event.key.toLowerCase() === 's';
      if (!isSave && event.key !== 'Enter') return;
      event.preventDefault();
      screen.send({ type: 'task.save', after: isSave ? 'timetable' : 'another' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [screen]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-desk:flex-none">
      <Head screen={screen} />
      {stage === 'editing' ? (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,528px)] items-start gap-3 max-wide:grid-cols-[minmax(0,1fr)_minmax(0,400px)] max-desk:flex-none max-desk:grid-cols-1">
          <TaskForm screen={screen} />
          <Consequences screen={screen} />
        </div>
      ) : stage === 'deleted' ? (
        <DeletedTask screen={screen} />
      ) : (
        <Other screen={screen} />
      )}
      {stage === 'offering' && kept && !question && (
        <ConfirmDialog
          open
          title={t('scheduledTask.offer.title')}
          text={t('scheduledTask.offer.text', { at: timeStamp(kept.at, ownZone()) })}
          confirmLabel={t('shared.continueEditing')}
          cancelLabel={t('shared.discardDraft')}
          preferConfirm
          onConfirm={() => screen.send({ type: 'draft.take' })}
          onCancel={() => screen.send({ type: 'draft.drop' })}
        />
      )}
      {copy && <CopyTaskDialog copy={copy} />}
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
    </div>
  );
}

function Head({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const now = useServerNow(MINUTE_MS);
  const { task, taskId } = useSelector(screen, selectTask);
  const site = useSelector(screen, selectTaskSite);
  const title = task
    ? t('scheduledTask.title', { name: task.pathName, time: task.executeTime })
    : t(taskId === '' ? 'shared.newTask' : 'routes.scheduledTask');
  return (
    <div className="page-head">
      <IconButton
        icon={ArrowLeft}
        label={t('scheduledTask.back')}
        onClick={() => screen.send({ type: 'editor.close' })}
      />
      <div className="page-title">
        <h1 className="max-desk:sr-only">{title}</h1>
        {site && <p>{t('schedules.zone', { site: site.name, zone: zoneName(site.timeZone, t.language, now) })}</p>}
      </div>
    </div>
  );
}

/** While there is no form: loading, failed, no such task. */
function Other({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const stage = useSelector(screen, selectTaskStage);
  const { failure } = useSelector(screen, selectTask);
  const failureTexts = useListFailure();
  if (stage === 'failed' && failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'scheduledTask.failed')}
        busy={false}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'editor.retry' })}
      />
    );
  return (
    <div className="card">
      {stage === 'gone' ? (
        <StatePanel state="empty" art="security" title={t('scheduledTask.gone')} text={t('scheduledTask.goneText')}>
          <Button size="s" onClick={() => screen.send({ type: 'editor.close' })}>
            {t('scheduledTask.back')}
          </Button>
        </StatePanel>
      ) : (
        <SkeletonBlocks shape="rows" count={8} label={t('scheduledTask.loading')} />
      )}
    </div>
  );
}
