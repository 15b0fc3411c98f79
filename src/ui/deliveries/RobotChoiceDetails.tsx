/** Why a robot takes a delivery, folded: what decided, and what kept the others from taking it. */
import type { ChoiceReason, OtherReason, RobotChoice } from '../../../contract/entities/robotChoice.ts';
import type { Translate } from '../hooks/translate.ts';
import { useT } from '../hooks/useT.ts';
import type { Key } from '../hooks/localeTexts.ts';

const REASONS = {
  named: 'deliveryTexts.choice.reason.named',
  sameTrip: 'deliveryTexts.choice.reason.sameTrip',
  onlyOne: 'deliveryTexts.choice.reason.onlyOne',
  nearest: 'deliveryTexts.choice.reason.nearest',
  freeFirst: 'deliveryTexts.choice.reason.freeFirst',
} as const satisfies Record<Exclude<ChoiceReason, ''>, Key>;
const OTHERS = {
  '': 'deliveryTexts.choice.other.unknown',
  ready: 'deliveryTexts.choice.other.ready',
  declined: 'deliveryTexts.choice.other.declined',
  scheduledRun: 'deliveryTexts.choice.other.scheduledRun',
  busy: 'deliveryTexts.choice.other.busy',
  batteryLow: 'deliveryTexts.choice.other.batteryLow',
  offline: 'shared.offline',
  noCompartment: 'deliveryTexts.choice.other.noCompartment',
  liftOut: 'deliveryTexts.choice.other.liftOut',
  noRight: 'deliveryTexts.choice.other.noRight',
  noWay: 'deliveryTexts.choice.other.noWay',
} as const satisfies Record<OtherReason, Key>;

const distanceText = (t: Translate, metres: number | null): string =>
  metres === null ? '' : t('deliveryTexts.choice.metres', { metres });
const batteryText = (t: Translate, battery: number | null): string =>
  battery === null ? '' : t('deliveryTexts.choice.battery', { battery });

function chosenText(t: Translate, { reason, metres, battery, compartments, carries }: RobotChoice): string {
  return [
    reason === '' ? '' : t(REASONS[reason]),
    distanceText(t, metres),
    batteryText(t, battery),
    compartments === 0 ? '' : t('deliveryTexts.choice.compartments', { count: compartments }),
    carries === 0 ? '' : t('deliveryTexts.choice.carries', { count: carries }),
  ]
    .filter(Boolean)
    .join(' · ');
}
/** The distance matters only of a robot that could have taken it; the charge where it is the reason. */
const otherText = (t: Translate, { reason, metres, battery }: RobotChoice['others'][number]): string =>
  [
    t(OTHERS[reason]),
    reason === 'ready' ? distanceText(t, metres) : '',
    reason === 'batteryLow' ? batteryText(t, battery) : '',
  ]
    .filter(Boolean)
    .join(' · ');

interface RobotChoiceDetailsProps {
  readonly choice: RobotChoice;
  /** '' if no robot can be named. */
  readonly robotName: string;
}

export function RobotChoiceDetails({ choice, robotName }: RobotChoiceDetailsProps) {
  const t = useT();
  const { serialNumber, others, more } = choice;
  const isChosen = serialNumber !== '';
  // Nothing can be said of a site without robots that carry deliveries.
  if (!isChosen && others.length === 0) return null;
  return (
    <details className="text-12 font-normal text-text-2">
      <summary className="cursor-pointer py-1 max-desk:py-3">
        {isChosen ? t('deliveryTexts.choice.why', { robot: robotName }) : t('deliveryTexts.choice.whyNone')}
      </summary>
      {isChosen && <p>{chosenText(t, choice)}</p>}
      {others.length > 0 && (
        <ul aria-label={t('deliveryTexts.choice.others')} className="mt-1">
          {others.map((other) => (
            <li key={other.serialNumber}>
              {t('deliveryTexts.choice.line', { robot: other.robotName, facts: otherText(t, other) })}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t('deliveryTexts.choice.more', { count: more })}</p>}
    </details>
  );
}
