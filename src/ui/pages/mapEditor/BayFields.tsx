/** The bays of a charging point: name, position and direction of each. */
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { toDegrees, toRadians } from '../../../../contract/rules/mapFrame.ts';
import { BAYS_PER_POINT } from '../../../../contract/rules/mapLimits.ts';
import type { Bay } from '../../../../contract/rules/points.ts';
import type { DraftPoint } from '../../../machines/mapEditor/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

/** Distance of a new bay from the last one, metres. */
const APART_M = 1;

interface BayFieldsProps {
  readonly point: DraftPoint;
  readonly error: string | undefined;
  readonly onChange: (bays: Bay[]) => void;
}

export function BayFields({ point, error, onChange }: BayFieldsProps) {
  const t = useT();
  const { areaId, name, worldX, worldY, chargeBase } = point;
  const put = (id: string, part: Partial<Bay>): void =>
    onChange(chargeBase.map((bay) => (bay.id === id ? { ...bay, ...part } : bay)));
  const add = (): void => {
    const last = chargeBase.at(-1);
    const number = firstFree(
      chargeBase.map(({ id }) => id),
      areaId,
    );
    onChange([
      ...chargeBase,
      {
        id: bayId(areaId, number),
        name: t('mapEditor.bays.new', { point: name, number }),
        x: last ? last.x + APART_M : worldX,
        y: last ? last.y : worldY,
        theta: last?.theta ?? toRadians(point.angle),
      },
    ]);
  };
  return (
    <FieldGroup
      label={t('shared.chargingBays')}
      error={error}
      hint={chargeBase.length === 0 ? t('mapEditor.bays.hint') : undefined}
    >
      {chargeBase.map((bay, i) => {
        const number = i + 1;
        return (
          <div key={bay.id} className="grid grid-cols-[repeat(3,minmax(0,1fr))_auto] gap-1.5">
            <div className="col-span-3">
              <TextInput
                size="s"
                aria-label={t('mapEditor.bays.name', { number })}
                value={bay.name}
                onChange={(text) => put(bay.id, { name: text })}
              />
            </div>
            <IconButton
              size="s"
              icon={X}
              label={t('mapEditor.bays.remove', { name: bay.name })}
              onClick={() => onChange(chargeBase.filter(({ id }) => id !== bay.id))}
            />
            <BayNumber label={t('mapEditor.bays.x', { number })} value={bay.x} onNumber={(x) => put(bay.id, { x })} />
            <BayNumber label={t('mapEditor.bays.y', { number })} value={bay.y} onNumber={(y) => put(bay.id, { y })} />
            <BayNumber
              label={t('mapEditor.bays.angle', { number })}
              value={Math.round(toDegrees(bay.theta) * 10) / 10}
              onNumber={(angle) => put(bay.id, { theta: toRadians(angle) })}
            />
          </div>
        );
      })}
      <span>
        <Button
          size="s"
          icon={Plus}
          disabledReason={chargeBase.length >= BAYS_PER_POINT ? t('mapEditor.fault.tooManyBays') : undefined}
          onClick={add}
        >
          {t('mapEditor.bays.add')}
        </Button>
      </span>
    </FieldGroup>
  );
}

interface BayNumberProps {
  readonly label: string;
  readonly value: number;
  readonly onNumber: (value: number) => void;
}

/** Keeps the typed text while it is not the number's own text. */
function BayNumber({ label, value, onNumber }: BayNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <NumberInput
      size="s"
      aria-label={label}
      text={typed ?? String(value)}
      onNumber={(number) => {
        if (number !== null) onNumber(number);
      }}
      onText={setTyped}
      onBlur={() => setTyped(null)}
    />
  );
}

const bayId = (areaId: string, number: number): string => `${areaId}-${number}`.slice(-64);
function firstFree(ids: readonly string[], areaId: string): number {
  let number = 1;
  while (ids.includes(bayId(areaId, number))) number += 1;
  return number;
}
