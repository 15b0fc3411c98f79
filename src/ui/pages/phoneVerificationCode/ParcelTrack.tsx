/** The stations of a parcel as its recipient knows them, with their names. */
import type { Parcel } from '../../../../contract/entities/delivery.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { TRACK_LINE, TRACK_NODE } from '../../kit/Track.tsx';

const STATIONS = [
  'phoneVerificationCode.station.ordered',
  'phoneVerificationCode.station.loaded',
  'phoneVerificationCode.station.way',
  'phoneVerificationCode.station.door',
  'phoneVerificationCode.end.completed',
] as const satisfies readonly Key[];
/** From the six stations of a delivery (rules/delivery.ts); the way to the loading point belongs to the order. */
const PLACE_OF = [0, 0, 1, 2, 3, 4] as const;

export function ParcelTrack({ parcel: { station } }: { readonly parcel: Parcel }) {
  const t = useT();
  const current = PLACE_OF[station] ?? 0;
  return (
    <ol aria-label={t('phoneVerificationCode.progress')} className="mt-3 grid grid-cols-5">
      {STATIONS.map((label, index) => (
        <li
          key={label}
          className="min-w-0 text-center text-[12px]/4"
          aria-current={index === current ? 'step' : undefined}
        >
          <span aria-hidden="true" className="mb-1 flex h-3 items-center">
            <span className={`flex-1 ${index === 0 ? '' : TRACK_LINE[index <= current ? 'done' : 'todo']}`} />
            <span className={TRACK_NODE[index === current ? 'now' : index < current ? 'done' : 'todo']} />
            <span
              className={`flex-1 ${index === STATIONS.length - 1 ? '' : TRACK_LINE[index < current ? 'done' : 'todo']}`}
            />
          </span>
          <span className={index === current ? 'font-semibold wrap-anywhere' : 'text-text-2 wrap-anywhere'}>
            {t(label)}
          </span>
        </li>
      ))}
    </ol>
  );
}
