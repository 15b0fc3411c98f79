/** Each robot's own name for the map, by which its position is assigned to the map. */
import { ROBOT_MAP_NAME_MAX } from '../../../../contract/rules/mapLimits.ts';
import type { RobotNames } from '../../../machines/maps/maps.setup.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

interface RobotNameFieldsProps {
  readonly robots: readonly RobotNames[];
  readonly names: Readonly<Record<string, string>>;
  /** Id of this map; empty for a new one. */
  readonly own: string;
  readonly onName: (serialNumber: string, name: string) => void;
}

export function RobotNameFields({ robots, names, own, onName }: RobotNameFieldsProps) {
  const t = useT();
  if (robots.length === 0) return null;
  return (
    <details className="text-13 [&_.field]:mt-2">
      <summary className="cursor-pointer py-2 max-desk:py-3">{t('maps.robotNames.title')}</summary>
      <p className="field-hint">{t('maps.robotNames.about')}</p>
      {robots.map(({ serialNumber, name, mapNames }) => {
        const others = mapNames.filter(({ mapId }) => mapId !== own).map((one) => one.name);
        return (
          <Field
            key={serialNumber}
            label={name}
            hint={
              fullText(t, names[serialNumber] ?? '', ROBOT_MAP_NAME_MAX) ??
              (others.length > 0 ? t('maps.robotNames.others', { names: others.join(', ') }) : undefined)
            }
          >
            <TextInput
              value={names[serialNumber] ?? ''}
              maxLength={ROBOT_MAP_NAME_MAX}
              onChange={(typed) => onName(serialNumber, typed)}
            />
          </Field>
        );
      })}
    </details>
  );
}
