/** First set-up: six steps at the left, each done by the thing itself; what exists so far at the right. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type Checklist, CHECKLIST_STEPS } from '../../../../contract/entities/checklist.ts';
import {
  type ChecklistRef,
  selectChecklist,
  selectDone,
  selectIsHiding,
  selectIsLost,
  selectTestOrder,
} from '../../../machines/checklist/checklist.selectors.ts';
import { selectLeaving, selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { CredentialsDialog } from '../../robotRegistration/CredentialsDialog.tsx';
import { nameOf } from '../../robotRegistration/robotLabels.ts';
import { ListPage, type ListPageProps } from '../../lists/ListPage.tsx';
import { Question } from '../../shell/Question.tsx';
import { TestOrderCard } from '../../testOrder/TestOrderCard.tsx';
import { NextSteps } from './NextSteps.tsx';
import { SetUpSoFar } from './SetUpSoFar.tsx';
import { StepList } from './StepList.tsx';

const TOTAL = CHECKLIST_STEPS.length;

export function ChecklistPage({ screen }: { readonly screen: ChecklistRef }) {
  const t = useT();
  const { shown, task, fields } = useSelector(screen, selectChecklist);
  return (
    <ListPage
      {...useHead(screen)}
      dialogs={
        <>
          <Question question={useSelector(screen, selectQuestion)} />
          <Question question={useSelector(screen, selectLeaving)} cancelLabel={t('shared.leaveRevealed.stay')} />
          <CredentialsDialog
            shown={shown}
            name={task?.name || fields?.name || ''}
            onClose={() => screen.send({ type: 'dialog.close' })}
          />
        </>
      }
    >
      <Body screen={screen} />
    </ListPage>
  );
}

function useHead(screen: ChecklistRef): Pick<ListPageProps, 'title' | 'facts' | 'actions'> {
  const t = useT();
  const { checklist } = useSelector(screen, selectChecklist);
  const done = useSelector(screen, selectDone);
  const hiding = useSelector(screen, selectIsHiding);
  if (!checklist?.applies) return { title: t('routes.checklist') };
  const site = checklist.steps.site?.name;
  const isReady = done === TOTAL;
  const actions = (
    <>
      {(isReady || checklist.steps.drive) && (
        <Button variant="ghost" busy={hiding} onClick={() => screen.send({ type: 'checklist.hide' })}>
          {t('checklist.hide')}
        </Button>
      )}
      <HomeButton screen={screen} primary={isReady} />
    </>
  );
  if (isReady)
    return {
      title: t('checklist.ready', { site: site ?? '' }),
      facts: t('checklist.readyText', { total: TOTAL }),
      actions,
    };
  return {
    title: site === undefined ? t('signIn.setUp.title') : t('checklist.title', { site }),
    facts: done === 0 ? t('checklist.welcomeText') : t('checklist.text', { done, total: TOTAL }),
    actions,
  };
}

function HomeButton({ screen, primary = false }: { readonly screen: ChecklistRef; readonly primary?: boolean }) {
  const t = useT();
  return (
    <Button variant={primary ? 'primary' : 'ghost'} onClick={() => screen.send({ type: 'checklist.putOff' })}>
      {t(primary ? 'checklist.home' : 'checklist.later')}
    </Button>
  );
}

function Body({ screen }: { readonly screen: ChecklistRef }) {
  const t = useT();
  const { checklist, failure } = useSelector(screen, selectChecklist);
  const isLost = useSelector(screen, selectIsLost);
  const done = useSelector(screen, selectDone);
  if (!checklist)
    return failure ? (
      <FailedCard
        forbidden={false}
        title={t('checklist.failed')}
        text={t.failure(failure)}
        busy={!isLost}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'list.reload' })}
      />
    ) : (
      <div className="card">
        <SkeletonBlocks shape="rows" count={TOTAL} label={t('checklist.loading')} />
      </div>
    );
  if (!checklist.applies)
    return (
      <StatePanel state="empty" icon={CircleCheck} title={t('checklist.none')} text={t('checklist.noneText')}>
        <HomeButton screen={screen} primary />
      </StatePanel>
    );
  return (
    <>
      {isLost && <Banner tone="warn" title={t('checklist.lost')} />}
      <RunningTest screen={screen} checklist={checklist} />
      <div className="grid min-h-0 grid-cols-[508px_minmax(0,1fr)] items-start gap-3 max-wide:grid-cols-1">
        <section className="card py-1" aria-label={t('shared.steps')}>
          <StepList screen={screen} checklist={checklist} />
          {done === TOTAL && <NextSteps />}
        </section>
        <SetUpSoFar screen={screen} checklist={checklist} />
      </div>
    </>
  );
}

/** Outlives the step, which is done while the robot is on its way back: Stop stays in reach. */
function RunningTest({ screen, checklist }: { readonly screen: ChecklistRef; readonly checklist: Checklist }) {
  const test = useSelector(screen, selectTestOrder);
  const { robot } = checklist;
  return (
    test &&
    robot && <TestOrderCard screen={screen} test={test} robot={{ ...checklist, ...robot, name: nameOf(robot) }} />
  );
}
