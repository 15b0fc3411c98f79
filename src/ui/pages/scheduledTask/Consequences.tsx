/** What a task will do: the way on the map, its figures, and the next runs with conflicts and fixes. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import {
  type ScheduledTaskRef,
  selectIsPreviewing,
  selectPlaces,
  selectPreview,
  selectTask,
  selectTaskLegs,
  selectTaskSite,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import { isOnlyNow, roundsOf } from '../../../machines/scheduledTask/taskDraft.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import type { MapHandle } from '../../canvas/MapCanvas.tsx';
import { MapZoom } from '../../canvas/MapTools.tsx';
import { RouteCanvas, type RouteLabels } from '../../canvas/RouteCanvas.tsx';
import type { RouteMark } from '../../canvas/routeInput.ts';
import { PlanPicture } from '../../disinfection/PlanPlaces.tsx';
import { useT } from '../../hooks/useT.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { RunChip } from '../../kit/later/RunChip.tsx';
import { statusKey } from '../../labels/statusKey.ts';
import { shortDay } from '../../schedules/dayTexts.ts';
import { lengthText, noteSentence, outcomeText, runLook } from '../../schedules/runTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';

export function Consequences({ screen }: { readonly screen: ScheduledTaskRef }) {
  return (
    <div className="flex max-h-full min-w-0 flex-col gap-3 overflow-auto max-desk:max-h-none">
      <section className="card card-clip flex-none">
        <TaskMap screen={screen} />
        <Figures screen={screen} />
      </section>
      <NextRuns screen={screen} />
    </div>
  );
}

function TaskMap({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const handle = useRef<MapHandle>(null);
  const { path, draft } = useSelector(screen, selectTask);
  const legs = useSelector(screen, selectTaskLegs);
  const stops = path?.stops;
  const marks = useMemo((): RouteMark[] => {
    const skipped = new Set(draft.settings.filter(({ skip }) => skip).map(({ areaId }) => areaId));
    const found = new Map<string, number[]>();
    for (const [i, { areaId }] of (stops ?? []).entries()) found.set(areaId, [...(found.get(areaId) ?? []), i + 1]);
    return [...found].map(([areaId, numbers]) => ({
      areaId,
      numbers,
      state: skipped.has(areaId) ? 'skipped' : 'planned',
      selected: false,
      faulty: false,
    }));
  }, [stops, draft.settings]);
  const words = useMemo(
    (): RouteLabels => ({
      label: t('shared.routeOnMap', { map: path?.map.name ?? '' }),
      help: t('shared.mapKeys'),
      points: t('scheduledTask.map.points'),
      robots: t('shell.map.robots'),
      point: (name, mark) => (mark ? `${name} ${mark.numbers.join(', ')}` : name),
      robot: ({ name, status }) => `${name}, ${t(statusKey(status))}`,
      scale: (metres) => t('common.metres', { metres }),
      act: () => '',
    }),
    [t, path],
  );
  if (draft.kind === 'disinfection') return <PlacesMap screen={screen} />;
  if (!path)
    return (
      <p className="grid h-65 place-items-center bg-surface-2 p-6 text-center text-13 text-text-2">
        {t(draft.pathId === '' ? 'scheduledTask.map.noRoute' : 'shared.loadingTheMap')}
      </p>
    );
  return (
    <div className="relative h-65">
      <RouteCanvas ref={handle} labels={words} map={path.map} points={path.points} stops={marks} legs={legs}>
        <MapZoom
          labels={{
            group: t('common.zoom'),
            zoomIn: t('common.zoomIn'),
            zoomOut: t('common.zoomOut'),
            fit: t('shared.showTheWholeFloor'),
            follow: '',
          }}
          onZoomIn={() => handle.current?.zoomIn()}
          onZoomOut={() => handle.current?.zoomOut()}
          onFit={() => handle.current?.fit()}
        />
      </RouteCanvas>
    </div>
  );
}

/** The floor on which places are chosen, with the cells that the plan covers. */
function PlacesMap({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { draft } = useSelector(screen, selectTask);
  const places = useSelector(screen, selectPlaces);
  const preview = useSelector(screen, selectPreview);
  if (!places)
    return (
      <p className="grid h-65 place-items-center bg-surface-2 p-6 text-center text-13 text-text-2">
        {t(draft.robots.length === 0 ? 'scheduledTask.map.noPlaces' : 'shared.loadingTheMap')}
      </p>
    );
  return (
    <div className="p-3">
      <PlanPicture
        form={draft.plan}
        map={places.map}
        grid={preview?.cells?.grid}
        planned={preview?.cells?.planned}
        onChange={(plan) => screen.send({ type: 'plan.change', plan })}
      />
    </div>
  );
}

function Figures({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { draft } = useSelector(screen, selectTask);
  const preview = useSelector(screen, selectPreview);
  const rounds = roundsOf(draft);
  const seconds = (value: number | null | undefined): string => (value == null ? '—' : lengthText(t, value * 1_000));
  const battery =
    preview?.battery == null ? '—' : t('shared.percent', { percent: Math.max(1, Math.round(preview.battery)) });
  if (draft.kind === 'disinfection') {
    const { squareMetres, agent } = preview?.cells ?? { squareMetres: null, agent: null };
    return (
      <dl className={FIGURES}>
        <Figure name={t('shared.area')}>
          {squareMetres === null ? '—' : t('disinfectionRecords.squareMetres', { area: squareMetres })}
        </Figure>
        <Figure name={t('shared.timeTaken')}>{seconds(preview?.totalSeconds)}</Figure>
        <Figure name={t('scheduledTask.figure.agent')}>
          {agent === null ? '—' : t('scheduledTask.litres', { litres: agent })}
        </Figure>
        <Figure name={t('common.battery')}>{battery}</Figure>
      </dl>
    );
  }
  return (
    <dl className={FIGURES}>
      <Figure name={t('scheduledTask.figure.round')}>
        {preview?.metres == null ? '—' : t('common.metres', { metres: Math.round(preview.metres) })}
      </Figure>
      <Figure name={t('shared.timeTaken')}>{seconds(preview?.seconds)}</Figure>
      <Figure name={t('shared.roundCount', { count: Number.isFinite(rounds) ? rounds : 1 })}>
        {seconds(preview?.totalSeconds)}
      </Figure>
      <Figure name={t('common.battery')}>{battery}</Figure>
    </dl>
  );
}
const FIGURES = 'grid grid-cols-4 gap-3 border-t border-line p-4 text-13 max-wide:grid-cols-2';
const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-12 text-text-2">{name}</dt>
    <dd className="text-16 font-semibold tabular-nums">{children}</dd>
  </div>
);

function NextRuns({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { draft, previewFailure, task, ahead } = useSelector(screen, selectTask);
  const preview = useSelector(screen, selectPreview);
  const previewing = useSelector(screen, selectIsPreviewing);
  const site = useSelector(screen, selectTaskSite);
  const timeZone = site?.timeZone ?? 'UTC';
  const robotOf = (serialNumber: string) => site?.robots.find((robot) => robot.serialNumber === serialNumber);
  if (isOnlyNow(draft))
    return (
      <section className="card flex-none p-4 text-13 text-text-2">
        <p>{t(draft.kind === 'disinfection' ? 'scheduledTask.nowDisinfect' : 'scheduledTask.nowText')}</p>
      </section>
    );
  const runs = preview?.runs ?? [];
  const worst =
    runs.find(({ verdict, fixAt }) => verdict === 'inDoubt' && fixAt !== null) ??
    runs.find(({ fixAt }) => fixAt !== null) ??
    runs.find(({ verdict }) => verdict === 'inDoubt');
  return (
    <section className="card card-clip flex-none" aria-busy={previewing || undefined}>
      <h2 className="flex items-baseline gap-2 px-4 py-3 text-14 font-semibold">
        {t('scheduledTask.next')}
        <span className="text-12 font-normal text-text-2" aria-live="polite">
          {previewing
            ? t('scheduledTask.working')
            : preview
              ? t('scheduledTask.perWeek', { count: preview.perWeek })
              : ''}
        </span>
      </h2>
      {previewFailure && !previewing && (
        <Banner tone="warn" title={t('scheduledTask.previewFailed')} text={t.failure(previewFailure)}>
          <Button size="s" onClick={() => screen.send({ type: 'editor.retry' })}>
            {t('common.retry')}
          </Button>
        </Banner>
      )}
      {worst && (
        <Conflict
          run={worst}
          robot={robotOf(worst.serialNumber)?.name ?? worst.serialNumber}
          timeZone={timeZone}
          onFix={(executeTime) => screen.send({ type: 'task.change', change: { executeTime } })}
        />
      )}
      {task && ahead.isUnderWay && <p className="px-4 pb-2 text-12 text-text-2">{t('scheduledTask.runGoesOn')}</p>}
      {runs.length === 0 ? (
        <p className="px-4 pb-4 text-13 text-text-2">
          {t(
            preview
              ? 'scheduledTask.noRuns'
              : draft.kind === 'disinfection'
                ? 'scheduledTask.incompletePlaces'
                : 'scheduledTask.incomplete',
          )}
        </p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {runs.map((run) => {
            const robot = robotOf(run.serialNumber);
            return (
              <li
                key={`${run.serialNumber} ${runKeyOf(run)}`}
                className="grid grid-cols-[112px_minmax(0,1fr)_auto_84px] items-center gap-2 px-4 py-2 text-13"
              >
                <span className="tabular-nums">
                  <b className="block font-semibold">{shortDay(t, zonedDate(timeZone, run.startsAt))}</b>
                  <span className="text-12 text-text-2">
                    {timeOfDay(run.startsAt, timeZone)}
                    {run.endsAt !== null && ` – ${timeOfDay(run.endsAt, timeZone)}`}
                  </span>
                </span>
                <span className="min-w-0">
                  <span className="flex items-center gap-1.5 truncate">
                    {robot && <RobotGlyph kind={robot.kind} />}
                    {robot?.name ?? run.serialNumber}
                  </span>
                  {run.notes.length > 0 && (
                    <span className="block text-12 text-text-2">
                      {run.notes.map((note) => noteSentence(t, note, run.kind)).join(' ')}
                    </span>
                  )}
                </span>
                <RunChip look={runLook(run, robot)} state={outcomeText(t, run)} />
                <span className="text-right text-12 tabular-nums">
                  {run.batteryStart === null || run.batteryEnd === null
                    ? '—'
                    : t('scheduledTask.batteryStep', {
                        from: Math.round(run.batteryStart),
                        until: Math.round(run.batteryEnd),
                      })}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

interface ConflictProps {
  readonly run: TimetableRun;
  readonly robot: string;
  readonly timeZone: string;
  readonly onFix: (executeTime: string) => void;
}
function Conflict({ run, robot, timeZone, onFix }: ConflictProps) {
  const t = useT();
  const { fixAt } = run;
  const fix = fixAt === null ? '' : timeOfDay(fixAt, timeZone);
  return (
    <Banner
      tone="warn"
      title={`${robot}, ${shortDay(t, zonedDate(timeZone, run.startsAt))} ${timeOfDay(run.startsAt, timeZone)}.`}
      text={run.notes.map((note) => noteSentence(t, note, run.kind)).join(' ')}
    >
      {fix !== '' && (
        <Button size="s" onClick={() => onFix(fix)}>
          {t('schedules.conflict.fix', { time: fix })}
        </Button>
      )}
    </Banner>
  );
}
