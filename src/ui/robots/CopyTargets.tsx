/** The robots to which something of another robot is copied: what is known of each, and a tick. */
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { Checkbox } from '../kit/Checkbox.tsx';
import { statusKey } from '../labels/statusKey.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { robotName } from './robotName.ts';

interface CopyTargetsProps {
  readonly robots: readonly Robot[];
  /** Serial numbers. */
  readonly chosen: readonly string[];
  /** Why no further robot can be chosen. */
  readonly full?: string | undefined;
  /** Why a robot cannot have it: it stays in the list, with the reason. */
  readonly reasonOf?: ((serialNumber: string) => string | undefined) | undefined;
  readonly onToggle: (serialNumber: string) => void;
}

export function CopyTargets({ robots, chosen, full, reasonOf, onToggle }: CopyTargetsProps) {
  const t = useT();
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-4 gap-y-1">
      {robots.map((robot) => {
        const { serialNumber, robotModel, live } = robot;
        const checked = chosen.includes(serialNumber);
        const reason = reasonOf?.(serialNumber);
        return (
          <li key={serialNumber} className="flex min-w-0 items-center gap-2 max-desk:min-h-11">
            <Checkbox
              label={robotName(robot)}
              checked={checked}
              disabledReason={checked ? undefined : (reason ?? full)}
              onChange={() => onToggle(serialNumber)}
            />
            <span className={classes('text-12 text-text-2', reason === undefined && 'truncate')}>
              {reason ?? `${robotModel} · ${t(statusKey(live.status))}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
