/**
 * What is on the lane of a robot: runs, alarms, acts of people and planned runs. What overlaps is stacked in rows. The lane
 * has one tab stop: arrows move along it in time, Enter opens the record. From an hour down the runs have their names.
 */
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { RovingFocusGroup, RovingFocusItem } from '../../kit/RovingFocusGroup.tsx';
import { BY_HAND_LOOK, COMMAND_LOOK, PLANNED_LOOK } from './laneLooks.ts';
import { LANE_ROW_PX, type PlannedBar, type Stacked } from './laneShapes.ts';

export interface LaneMark {
  readonly id: string;
  /** Address of its record. */
  readonly path: string;
  readonly look: 'run' | 'command' | 'byHand' | 'alarm' | PlannedBar['run']['look'];
  readonly label: string;
  /** Name in the bar, if there is room for it. */
  readonly name: string;
  readonly left: number;
  readonly width: number;
  readonly textLeft: number;
}

interface LaneMarksProps {
  /** Of the robot. */
  readonly name: string;
  readonly marks: readonly Stacked<LaneMark>[];
  readonly isNear: boolean;
}

export function LaneMarks({ name, marks, isNear }: LaneMarksProps) {
  const t = useT();
  if (marks.length === 0) return null;
  return (
    <RovingFocusGroup
      label={t('monitoring.lanes.marks', { name })}
      className="absolute inset-0"
      ids={marks.map(({ id }) => id)}
    >
      {marks.map((mark) => {
        const { id, path, look, label, left, width, textLeft, row } = mark;
        const [inset, minPx] = BOX[look];
        // The state of the robot shows the first row of runs from afar.
        const isBar = look === 'run' && !isNear;
        const edge = isBar && row > 0 ? 5 : inset;
        return (
          <RovingFocusItem
            key={id}
            id={id}
            data-record={path}
            aria-label={label}
            title={label}
            className={classes(
              'absolute cursor-pointer truncate text-left text-11/3.5 focus-visible:z-10',
              look === 'alarm'
                ? 'size-2 -translate-x-1/2 rotate-45 bg-st-alarm'
                : look === 'command'
                  ? COMMAND_LOOK
                  : look === 'byHand'
                    ? BY_HAND_LOOK
                    : look === 'run'
                      ? classes(
                          'rounded-in text-selected-text',
                          isNear ? 'border border-st-working bg-st-working-soft px-1' : row > 0 && 'bg-st-working',
                        )
                      : classes('rounded-in border border-dashed px-1 text-text-2', PLANNED_LOOK[look]),
            )}
            style={{
              left: `${left}%`,
              top: row * LANE_ROW_PX + edge,
              ...(look === 'alarm' ? {} : { width: `max(${minPx}px, ${width}%)`, height: LANE_ROW_PX - 2 * edge }),
            }}
          >
            {isNear && mark.name !== '' && (
              <span className="relative" style={{ left: `${textLeft}%` }}>
                {mark.name}
              </span>
            )}
          </RovingFocusItem>
        );
      })}
    </RovingFocusGroup>
  );
}

/** Space above and below in its row, and least width, px. */
const BOX: Readonly<Record<LaneMark['look'], readonly [number, number]>> = {
  run: [1, 3],
  command: [2, 3],
  byHand: [2, 3],
  alarm: [5, 8],
  planned: [1, 8],
  doubtful: [1, 8],
  skipped: [1, 8],
  missed: [1, 8],
};
