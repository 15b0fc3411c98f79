/** The robots of a filter row: a choice that adds one, and a removable chip for each chosen one. */
import { useSelector } from '@xstate/react';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { compareNames } from '../../machines/nameCollator.ts';
import { useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { FilterChip } from '../kit/FilterChip.tsx';
import { Select } from '../kit/Select.tsx';

interface RobotFilterProps {
  /** Serial numbers; none: all robots. */
  readonly chosen: readonly string[];
  readonly onChange: (serialNumbers: string[]) => void;
}

export function RobotSelect({
  chosen,
  kind,
  onChange,
}: RobotFilterProps & {
  /** Only robots of this kind. */
  readonly kind?: RobotKind | undefined;
}) {
  const t = useT();
  const robots = useSelector(useFleet(), selectRobots)
    .filter((robot) => (kind === undefined || robot.kind === kind) && !chosen.includes(robot.serialNumber))
    .toSorted((a, b) => compareNames(a.robotNickName, b.robotNickName));
  return (
    <Select
      size="s"
      className="desk:w-[148px]"
      label={t('common.robot')}
      value=""
      options={[
        { value: '', label: t(chosen.length === 0 ? 'shared.allRobots' : 'shared.addRobot') },
        ...robots.map(({ serialNumber, robotNickName }) => ({
          value: serialNumber,
          label: robotNickName || serialNumber,
        })),
      ]}
      onChange={(serialNumber) => {
        if (serialNumber !== '') onChange([...chosen, serialNumber]);
      }}
    />
  );
}

export function RobotChips({ chosen, onChange }: RobotFilterProps) {
  const t = useT();
  const robots = useSelector(useFleet(), selectRobots);
  return chosen.map((serialNumber) => {
    const name = robots.find((robot) => robot.serialNumber === serialNumber)?.robotNickName || serialNumber;
    return (
      <FilterChip
        key={serialNumber}
        name={t('common.robot')}
        value={name}
        removeLabel={t('lists.robots.remove', { name })}
        onRemove={() => onChange(chosen.filter((each) => each !== serialNumber))}
      />
    );
  });
}
