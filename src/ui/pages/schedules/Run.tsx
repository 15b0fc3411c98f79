/** A run as a chip, with its details beside it while it is open. */
import { useSelector } from '@xstate/react';
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { type SchedulesRef, selectSchedules } from '../../../machines/schedules/schedules.selectors.ts';
import { runIn, runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { DetailsPopover } from '../../kit/later/DetailsPopover.tsx';
import { RunChip } from '../../kit/later/RunChip.tsx';
import { chipText, runLabel, runLook } from '../../schedules/runTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { RunDetails } from './RunDetails.tsx';
import type { ShownTimetable } from './useTimetable.ts';

interface RunProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
  readonly run: TimetableRun;
  /** Where the place does not say them. */
  readonly named?: boolean | undefined;
}

export function Run({ screen, shown, run, named = false }: RunProps) {
  const t = useT();
  const { query } = useSelector(screen, selectSchedules);
  const key = runKeyOf(run);
  const open = runIn(query) === key;
  const name = shown.nameOf(run);
  const { timeZone } = shown.data;
  const close = () => screen.send({ type: 'run.open', key: '' });
  const isFuture = run.state === null;
  const moved = run.change?.startsAt ?? null;
  return (
    <DetailsPopover
      open={open}
      label={t('schedules.run.details')}
      onClose={close}
      anchor={
        // Without a connection nobody knows whether a planned run still is as it was.
        <div className={isFuture && shown.isLost ? 'rounded-in bg-hatch-grey' : undefined}>
          <RunChip
            look={runLook(run, shown.robotOf(run.serialNumber))}
            state={chipText(t, run)}
            time={named || moved !== null ? timeOfDay(run.startsAt, timeZone) : undefined}
            name={named ? name : undefined}
            label={runLabel(t, run, name, timeZone, named)}
            current={open}
            onOpen={() => (open ? close() : screen.send({ type: 'run.open', key }))}
          />
        </div>
      }
    >
      {open && <RunDetails screen={screen} shown={shown} run={run} />}
    </DetailsPopover>
  );
}
