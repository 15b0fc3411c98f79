/**
 * The fleet as a train: one block per robot up to 24, beyond that one proportional bar. A block opens its robot, a
 * segment filters.
 */
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import { classes } from './classes.ts';
import { StatusShape } from './StatusShape.tsx';

const MOST_BLOCKS = 24;
const SHAPE_PX = 11;

export interface FleetTrainProps {
  readonly label: string;
  /** In display order: robots that need attention first. `name` is "West patrol, alarm". */
  readonly robots: readonly { readonly id: string; readonly name: string; readonly status: RobotStatus }[];
  /** In the same order; `label` is "5 working". */
  readonly shares: readonly { readonly status: RobotStatus; readonly count: number; readonly label: string }[];
  /** The status filter. */
  readonly chosen?: RobotStatus | undefined;
  readonly onOpen: (id: string) => void;
  readonly onFilter: (status: RobotStatus) => void;
}

const BLOCK =
  'h-[30px] min-w-0 flex-1 cursor-pointer rounded-[5px] first:rounded-l last:rounded-r focus-visible:shadow-ring aria-pressed:shadow-[0_0_0_2px_var(--surface),0_0_0_4px_var(--mark)]';
const ROBOT = 'grid place-items-center';
const SHARE = 'flex items-center justify-center gap-1 overflow-hidden text-11 font-semibold';
const STOPPED =
  'inset-ring-2 inset-ring-st-stopped-line [&>svg]:stroke-current [&>svg]:stroke-[0.5] [&>svg]:text-(color:--on-mark)';
const ROBOT_LOOK: Record<RobotStatus, string> = {
  online: 'bg-(--cs)',
  standby: 'bg-(--cs)',
  charging: 'bg-(--cs)',
  offline: '[background:var(--hatch-grey),var(--cs)]',
  working: 'bg-(--c) [&>svg]:text-(color:--on-mark)',
  alarm: 'bg-(--c) [&>svg]:text-(color:--on-mark)',
  stopped: classes('bg-(--c)', STOPPED),
};
/** These carry text, so the filled ones have the darker colours. */
const SHARE_LOOK: Record<RobotStatus, string> = {
  online: 'bg-(--cs) text-(color:--ct)',
  standby: 'bg-(--cs) text-(color:--ct)',
  charging: 'bg-(--cs) text-(color:--ct)',
  offline: 'text-(color:--ct) [background:var(--hatch-grey),var(--cs)]',
  working: 'bg-fill text-(color:--on-mark) [&>svg]:text-(color:--on-mark)',
  alarm: 'bg-stop text-(color:--on-mark) [&>svg]:text-(color:--on-mark)',
  stopped: classes('bg-st-stopped-text text-(color:--on-mark) dark:bg-st-stopped-soft', STOPPED),
};

export function FleetTrain({ label, robots, shares, chosen, onOpen, onFilter }: FleetTrainProps) {
  if (robots.length <= MOST_BLOCKS) {
    return (
      <div className="train flex gap-[3px]" role="group" aria-label={label}>
        {robots.map((robot) => (
          <button
            key={robot.id}
            type="button"
            className={classes(BLOCK, ROBOT, `is-${robot.status}`, ROBOT_LOOK[robot.status])}
            title={robot.name}
            aria-label={robot.name}
            onClick={() => onOpen(robot.id)}
          >
            <StatusShape status={robot.status} size={SHAPE_PX} />
          </button>
        ))}
      </div>
    );
  }
  return (
    <div className="train flex gap-[3px]" role="group" aria-label={label}>
      {shares
        .filter((share) => share.count > 0)
        .map((share) => (
          <button
            key={share.status}
            type="button"
            className={classes(BLOCK, SHARE, `is-${share.status}`, SHARE_LOOK[share.status])}
            style={{ flexGrow: share.count }}
            title={share.label}
            aria-label={share.label}
            aria-pressed={share.status === chosen}
            onClick={() => onFilter(share.status)}
          >
            <StatusShape status={share.status} size={SHAPE_PX} />
            <span>{share.count}</span>
          </button>
        ))}
    </div>
  );
}

export interface FleetLegendPart {
  readonly count: number;
  readonly label: string;
  /** These robots need attention. */
  readonly isAlert?: boolean;
  /** Left out in a narrow window. */
  readonly isMinor?: boolean;
}

/** The figures below the train; a phone has no space for them. */
export function FleetLegend({ parts }: { readonly parts: readonly FleetLegendPart[] }) {
  return (
    <div className="flex gap-3 overflow-hidden text-12 whitespace-nowrap text-text-2 max-desk:hidden">
      {parts.map(({ count, label, isAlert = false, isMinor = false }) => (
        <span
          key={label}
          className={classes(
            'inline-flex items-center gap-[5px]',
            isAlert && 'text-st-alarm-text',
            isMinor && 'max-wide:hidden',
          )}
        >
          <b className={isAlert ? undefined : 'text-text'}>{count}</b> {label}
        </span>
      ))}
    </div>
  );
}
