/**
 * Fork: continues the machines from the selected step. The user sends events to actors or advances the clock; the
 * replay stage follows, and the list below shows the effects, none of which is executed.
 */
import { useSelector } from '@xstate/react';
import { type ForkRef, type InspectorRef, selectStageRef } from '../../../machines/inspector/inspector.selectors.ts';
import type { StageRef } from '../../../machines/inspector/stage.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ForkClock } from './ForkClock.tsx';
import { ForkNews } from './ForkNews.tsx';
import { ForkSend } from './ForkSend.tsx';
import { IssueList } from './IssueList.tsx';
import { StagePane } from './StagePane.tsx';
import { useRecording } from './useRecording.ts';

export function ForkPane({ screen, onClose }: { readonly screen: InspectorRef; readonly onClose: () => void }) {
  const fork = useSelector(screen, ({ children }) => children['fork'] as ForkRef | undefined);
  const stage = useSelector(screen, selectStageRef);
  return fork && stage ? <Forked fork={fork} stage={stage} onClose={onClose} /> : null;
}

interface ForkedProps {
  readonly fork: ForkRef;
  readonly stage: StageRef;
  readonly onClose: () => void;
}

export function Forked({ fork, stage, onClose }: ForkedProps) {
  const t = useT();
  const { key, length, refusal } = useSelector(fork, ({ context }) => context);
  const forked = useRecording(key);
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col gap-3" aria-label={t('inspectorStage.fork.title')}>
      <div className="flex flex-wrap items-baseline gap-3">
        <h2>{t('inspectorStage.fork.title')}</h2>
        <p className="flex-[1_1_240px] text-text-2">{t('inspectorStage.fork.about')}</p>
        <Button size="s" onClick={onClose}>
          {t('inspectorStage.fork.close')}
        </Button>
      </div>
      {refusal && (
        <StatePanel
          state="failed"
          title={t('inspectorStage.fork.refused')}
          text={
            refusal.issues.length === 0
              ? t('inspectorStage.refusedWhy', { said: refusal.said })
              : t('inspectorStage.refusedLack')
          }
        >
          {refusal.issues.length > 0 && <IssueList issues={refusal.issues} />}
        </StatePanel>
      )}
      {!refusal && !forked && <StatePanel state="loading" title={t('inspectorStage.fork.coming')} />}
      {!refusal && forked && (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(240px,300px)_minmax(0,1fr)] gap-3 max-desk:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-4">
            <ForkSend fork={fork} forked={forked} />
            <ForkClock fork={fork} />
          </div>
          <StagePane stage={stage} capsule={forked} step={length - 1} forked />
          <ForkNews fork={fork} forked={forked} />
        </div>
      )}
    </section>
  );
}
