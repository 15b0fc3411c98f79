/**
 * The fleet as a train: one block per robot up to 24, beyond that one proportional bar. A block opens its robot, a
 * segment filters.
 */
import type { RobotStatus } from '../../../contract/entities/constants.ts';
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

export function FleetTrain({ label, robots, shares, chosen, onOpen, onFilter }: FleetTrainProps) {
  if (robots.length <= MOST_BLOCKS) {
    return (
      <div className="train" role="group" aria-label={label}>
        {robots.map((robot) => (
          <button
            key={robot.id}
            type="button"
            className={`is-${robot.status}`}
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
    <div className="train" role="group" aria-label={label}>
      {shares
        .filter((share) => share.count > 0)
        .map((share) => (
          <button
            key={share.status}
            type="button"
            className={classes('train-share', `is-${share.status}`)}
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
