/**
 * Replay stage: renders the console in the state of a step at its recorded window size, framed so that it cannot be
 * mistaken for the live console. Input is disabled in it.
 */
import { useSelector } from '@xstate/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { OpenedRecording, ReplayIssue } from '../../../machines/recording/opened.ts';
import { stageShow } from '../../../machines/recording/stageMoment.ts';
import type { StageShow } from '../../../machines/recording/stageMessages.ts';
import type { StageEvent } from '../../../machines/inspector/stage.machine.ts';
import { selectStageRefusal, selectStageState, type StageRef } from '../../../machines/inspector/stage.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { stageFrame, type StageHolder, type StageState } from './stageFrame.ts';
import { IssueList } from './IssueList.tsx';

export interface StagePaneProps {
  readonly stage: StageRef;
  readonly capsule: OpenedRecording;
  /** Step to show; -1 is the base. */
  readonly step: number;
  /** The state comes from a fork, not from the recording. */
  readonly forked?: boolean | undefined;
}
interface StageRefusal {
  readonly issues: readonly ReplayIssue[];
  readonly said: string;
}

/** Limits of the window size, px. */
const SMALLEST = 240;
const LARGEST = 8_000;
const sized = (length: number, otherwise: number): number =>
  Number.isFinite(length) && length >= SMALLEST ? Math.min(length, LARGEST) : otherwise;
const ZONE = ownZone();

let shows = 0;

export function StagePane({ stage, capsule, step, forked = false }: StagePaneProps) {
  const t = useT();
  const { place, width, height, scale } = useFit(sized(capsule.head.width, 1280), sized(capsule.head.height, 800));
  const { holder, state, refusal, again } = useStage(stage, capsule, step, t('inspectorStage.frame'));
  const { at } = capsule.replay.momentAt(step);
  return (
    <section className="flex min-h-80 min-w-0 flex-1 flex-col" aria-label={t('inspectorStage.frame')}>
      <p className="flex items-center gap-2 rounded-t bg-text px-3 py-1.5 font-semibold text-surface tabular-nums">
        <Icon of={TriangleAlert} size={14} />
        <span>
          {t(forked ? 'inspectorStage.forkBar' : 'inspectorStage.bar', {
            time: `${timeStamp(at, ZONE)} ${zoneName(ZONE, t.language, at)}`,
          })}
        </span>
      </p>
      {/* Hatched like all stale data, so that it cannot be mistaken for the live window. */}
      <div
        className="relative grid min-h-60 flex-1 items-start justify-items-center overflow-hidden rounded-b border-12 border-transparent [background:linear-gradient(var(--surface-3),var(--surface-3))_padding-box,repeating-linear-gradient(135deg,var(--text-2)_0_8px,var(--line)_8px_16px)_border-box]"
        ref={place}
      >
        <div
          className="relative overflow-hidden outline outline-line-2"
          hidden={state !== 'ready' || refusal !== null}
          style={{ width: width * scale, height: height * scale }}
        >
          <div ref={holder} className="origin-top-left" style={{ width, height, transform: `scale(${scale})` }} />
        </div>
        {state === 'loading' && <StatePanel state="loading" title={t('inspectorStage.coming')} />}
        {state === 'absent' && (
          <StatePanel state="failed" title={t('inspectorStage.absent')} text={t('inspectorStage.absentWhy')}>
            <Button size="s" onClick={again}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        )}
        {state === 'ready' && refusal && <NotShown refusal={refusal} />}
      </div>
    </section>
  );
}

function NotShown({ refusal: { issues, said } }: { readonly refusal: StageRefusal }) {
  const t = useT();
  return (
    <StatePanel
      state="failed"
      title={t('inspectorStage.refused')}
      text={issues.length === 0 ? t('inspectorStage.refusedWhy', { said }) : t('inspectorStage.refusedLack')}
    >
      {issues.length > 0 && <IssueList issues={issues} />}
    </StatePanel>
  );
}

/** Holds the stage frame while mounted, and shows the step in it. */
function useStage(stage: StageRef, capsule: OpenedRecording, step: number, title: string) {
  const holder = useRef<HTMLDivElement>(null);
  const held = useRef<StageHolder | null>(null);
  const state = useSelector(stage, selectStageState);
  const refused = useSelector(stage, selectStageRefusal);

  useLayoutEffect(() => {
    if (!holder.current) return undefined;
    const mine: StageHolder = { place: holder.current, hear: (report) => stage.send(report) };
    held.current = mine;
    const letGo = stageFrame().hold(mine, title);
    // Moving the frame may have reloaded it.
    stage.send(reportOf(stageFrame().state()));
    return () => {
      held.current = null;
      letGo();
    };
  }, [stage, title]);
  const wanted = useMemo(() => showOf(capsule, step), [capsule, step]);
  useEffect(() => {
    if (!held.current || !('type' in wanted)) return;
    shows += 1;
    stage.send({ type: 'stage.ask', id: shows });
    stageFrame().show(held.current, { ...wanted, id: shows });
  }, [stage, wanted, title]);
  const again = (): void => {
    stageFrame().again();
    stage.send({ type: 'stage.reload' });
  };
  return { holder, state, refusal: 'type' in wanted ? refused : wanted, again };
}

const reportOf = (state: StageState): StageEvent =>
  state.is === 'absent'
    ? { type: 'stage.absent', said: state.said }
    : { type: state.is === 'ready' ? 'stage.ready' : 'stage.reload' };

/** What to show, or why a damaged recording has no such step. */
function showOf(capsule: OpenedRecording, step: number): StageShow | StageRefusal {
  try {
    return stageShow(capsule, step, 0);
  } catch (error) {
    return { issues: [], said: error instanceof Error ? error.message : String(error) };
  }
}

/** Fits the recorded window size into the available space, without enlarging it. */
function useFit(width: number, height: number) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const scale = useMemo(
    () => (room.width === 0 || room.height === 0 ? 1 : Math.min(1, room.width / width, room.height / height)),
    [room, width, height],
  );
  return { place, width, height, scale };
}
