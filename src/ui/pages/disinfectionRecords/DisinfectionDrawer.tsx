/** One disinfection beside the list: figures against their aim, the plan with the dose, rooms, the reason, what to do. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { type ReactNode, useMemo } from 'react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import type { RunDetail } from '../../../machines/disinfectionRecords/disinfectionRecords.setup.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
  selectIsActing,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import { disinfectionResultOf, type DisinfectionResult } from '../../../../contract/rules/disinfection.ts';
import { boxOfGrid, FloorPicture, WayLine } from '../../disinfection/FloorPicture.tsx';
import { missedWays } from '../../disinfection/missedWays.ts';
import { doseUnit, modeText } from '../../disinfection/planTexts.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { FieldError } from '../../kit/FieldError.tsx';
import { StatusPill, type StatusPillProps } from '../../kit/StatusPill.tsx';
import { Table } from '../../kit/Table.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { rowsBeside } from '../../lists/rowsBeside.ts';
import { spanText } from '../../routeRuns/routeRunTexts.ts';
import { SLOW } from '../../routeRuns/slowText.ts';
import { PlannedBy } from '../../schedules/PlannedBy.tsx';
import { DetailFallback } from '../../shell/DetailFallback.tsx';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import {
  hasMissed,
  percent,
  placesText,
  type ResultOf,
  runResult,
  sectionName,
  sectionText,
  slowText,
  whyEnded,
} from './disinfectionTexts.ts';

const LOOK: Record<DisinfectionResult, Pick<StatusPillProps, 'status' | 'icon'>> = {
  inProgress: { status: 'working' },
  finished: { status: 'online', icon: CircleCheck },
  partiallyCompleted: { status: 'attn' },
  failed: { status: 'alarm', icon: CircleX },
  notStarted: { status: 'alarm', icon: CircleX },
  unknown: { status: 'offline' },
};
export function DisinfectionPill({ run }: { readonly run: ResultOf }) {
  return <StatusPill {...LOOK[disinfectionResultOf(run)]} label={runResult(useT(), run)} />;
}

interface DrawerViewProps {
  readonly screen: DisinfectionRecordsRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

export function DisinfectionDrawer({ screen, timeZone, now }: DrawerViewProps) {
  const t = useT();
  const { detail, detailFailure, rows, open, actFailure } = useSelector(screen, selectDisinfections);
  const acting = useSelector(screen, selectIsActing);
  const run = detail?.details.run;
  const isGone = detailFailure?.code === ERRORS.notFound || detailFailure?.code === ERRORS.notAllowed;
  return (
    <Drawer
      wide
      title={run ? placesText(t, run.sections) : t('disinfectionRecords.detail.name')}
      note={
        run && (
          <>
            <DisinfectionPill run={run} />
            <span>
              {t(run.startedBy.name ? 'disinfectionRecords.detail.note' : 'disinfectionRecords.detail.noteOnly', {
                robot: run.robotName,
                from: timeStamp(run.startedAt, timeZone),
                who: run.startedBy.name,
              })}
            </span>
          </>
        )
      }
      onClose={() => screen.send({ type: 'record.close' })}
      {...rowsBeside(
        rows.map(({ id }) => id),
        open,
        (id) => screen.send({ type: 'record.open', id }),
      )}
      foot={
        run && (
          <>
            <OpenRobot name={run.robotName} serialNumber={run.serialNumber} />
            <MomentButton serialNumber={run.serialNumber} at={run.startedAt} />
            {run.state === 'inProgress' && (
              <Button variant="danger" busy={acting} onClick={() => screen.send({ type: 'run.end' })}>
                {t('disinfectionRecords.detail.end')}
              </Button>
            )}
            {hasMissed(run) && (
              <Button variant="primary" busy={acting} onClick={() => screen.send({ type: 'run.doMissed' })}>
                {t('disinfectionRecords.detail.doMissed', {
                  places: placesText(
                    t,
                    run.sections.filter(({ coverage }) => coverage < 1),
                  ),
                })}
              </Button>
            )}
            {actFailure && <FieldError>{t.failure(actFailure)}</FieldError>}
          </>
        )
      }
    >
      {detail ? (
        <Shown detail={detail} timeZone={timeZone} now={now} />
      ) : (
        <DetailFallback
          failure={detailFailure}
          isGone={isGone}
          loading={t('disinfectionRecords.detail.loading')}
          title={t(isGone ? 'disinfectionRecords.detail.gone' : 'disinfectionRecords.detail.failed')}
          onRetry={() => screen.send({ type: 'detail.retry' })}
        />
      )}
    </Drawer>
  );
}

function OpenRobot({ name, serialNumber }: { readonly name: string; readonly serialNumber: string }) {
  const t = useT();
  const { navigation } = useApp();
  return (
    <Button onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) })}>
      {t('shared.viewName', { name })}
    </Button>
  );
}

function Shown({
  detail: { details, map },
  timeZone,
  now,
}: Pick<DrawerViewProps, 'timeZone' | 'now'> & { readonly detail: RunDetail }) {
  const t = useT();
  const { run, grid, planned, doses, pauses, track = [] } = details;
  const dash = t('shared.dash');
  const why = whyEnded(t, run);
  const slow = slowText(t, run);
  const unit = doseUnit(t, run.mode);
  const box = boxOfGrid(grid);
  const way = track.filter(({ mapId }) => mapId === run.mapId);
  const pausedAt = pauses.at(-1);
  // At a point the robot stands.
  const missed = useMemo(
    () => (run.kind === 'points' ? [] : missedWays(grid, planned, doses)),
    [run.kind, grid, planned, doses],
  );
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
  return (
    <>
      {run.phase === 'paused' && pausedAt && (
        <Banner
          tone="warn"
          title={t('disinfectionRecords.detail.paused')}
          text={t('disinfectionRecords.detail.pausedText', { at: timeOfDay(pausedAt.at, timeZone) })}
        />
      )}
      {why && <p className="text-13 wrap-anywhere">{why}</p>}
      {slow && <p className={classes(SLOW, 'text-13')}>{slow}</p>}
      {run.task && <PlannedBy serialNumber={run.serialNumber} task={run.task} timeZone={timeZone} />}
      {run.demo && <p className="text-12 text-text-2">{t('disinfectionRecords.detail.demo')}</p>}
      <dl className="facts">
        {fact(
          t('disinfectionRecords.detail.covered'),
          t('disinfectionRecords.detail.coveredOf', {
            percent: percent(run.coverage),
            part: Math.round(run.coverage * run.squareMetres * 10) / 10,
            of: run.squareMetres,
          }),
        )}
        {fact(
          t('disinfectionRecords.sheet.dose'),
          t('disinfectionRecords.detail.doseOf', { dose: run.dose ?? dash, aim: run.aim, unit }),
        )}
        {fact(
          t('shared.duration'),
          t('disinfectionRecords.detail.tookOf', {
            span: spanText((run.endedAt ?? now) - run.startedAt),
            of: spanText(run.estimate.seconds * 1000),
          }),
        )}
        {fact(
          t('disinfectionRecords.detail.agent'),
          run.mode === 'uv'
            ? t('disinfectionRecords.detail.noAgent')
            : run.agentLeft === null
              ? dash
              : t('disinfectionRecords.detail.agentOf', { left: run.agentLeft, of: run.agentFull ?? dash }),
        )}
        {fact(t('shared.mode'), modeText(t, run.mode))}
        {fact(t('common.map'), run.mapName)}
      </dl>
      <FloorPicture
        label={t('disinfectionRecords.detail.plan', { percent: percent(run.coverage) })}
        map={map}
        box={box}
        grid={grid}
        planned={planned}
        doses={doses}
      >
        {missed.map((places) => (
          <WayLine key={String(places[0])} isDashed box={box} places={places.map(([x, y]) => ({ x, y }))} />
        ))}
        <WayLine box={box} places={way} />
        {pauses.map(({ at, x, y }) => (
          <circle key={at} cx={x - box.x} cy={box.y + box.height - y} r="0.4" fill="var(--attn)" />
        ))}
      </FloorPicture>
      <p className="text-12 text-text-2">
        {t('disinfectionRecords.detail.legend', { top: run.aim * 2, unit })}
        {way.length > 0 && ` ${t('disinfectionRecords.detail.way')}`}
        {missed.length > 0 &&
          ` ${t(run.state === 'inProgress' ? 'disinfectionRecords.detail.wayLeft' : 'disinfectionRecords.detail.wayMissed')}`}
      </p>
      <Table
        label={t('disinfectionRecords.detail.rooms')}
        idOf={({ id }) => id || '-'}
        rows={run.sections}
        columns={[
          {
            id: 'name',
            head: t('shared.room'),
            cell: (section) => <span className="wrap-anywhere">{sectionName(t, section)}</span>,
          },
          {
            id: 'area',
            head: t('shared.area'),
            numeric: true,
            cell: ({ squareMetres }) => t('disinfectionRecords.squareMetres', { area: squareMetres }),
          },
          {
            id: 'covered',
            head: t('disinfectionRecords.column.covered'),
            numeric: true,
            cell: ({ coverage }) => t('shared.percent', { percent: percent(coverage) }),
          },
          {
            id: 'took',
            head: t('shared.duration'),
            numeric: true,
            cell: ({ seconds }) => spanText(seconds * 1000),
          },
          {
            id: 'dose',
            head: t('disinfectionRecords.column.dose', { unit }),
            numeric: true,
            cell: ({ dose }) => dose ?? dash,
          },
          {
            id: 'state',
            head: t('shared.result'),
            cell: ({ state }) => sectionText(t, state, run.state),
          },
        ]}
      />
      {pauses.length > 0 && (
        <ul className="grid gap-1 text-12 text-text-2">
          {pauses.map(({ at, until }) => (
            <li key={at} className="tabular-nums">
              {until === null
                ? t('disinfectionRecords.detail.seen', { at: timeOfDay(at, timeZone) })
                : t('disinfectionRecords.detail.waited', { at: timeOfDay(at, timeZone), span: spanText(until - at) })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
