/** What a parcel's page says: the phase of the delivery as its recipient or loader sees it. */
import type { Parcel } from '../../../../contract/entities/delivery.ts';
import type { DeliveryStatus } from '../../../../contract/entities/robotConstants.ts';
import { clockText } from '../../alarms/alarmTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';

export type ParcelPhase = 'way' | 'door' | 'open' | 'done' | 'over';

const AT_LOADER: Partial<Record<DeliveryStatus, ParcelPhase>> = {
  arrivedAtLoadingPoint: 'door',
  loading: 'open',
  created: 'way',
  goingToLoadingPoint: 'way',
};
const AT_RECIPIENT: Partial<Record<DeliveryStatus, ParcelPhase>> = { arrivedAtRoom: 'door', cabinetOpen: 'open' };

/** `done`: loaded, which ends the loader's part. */
export function phaseOf({ isOver, type, status }: Pick<Parcel, 'isOver' | 'type' | 'status'>): ParcelPhase {
  if (isOver) return 'over';
  return type === 'loading' ? (AT_LOADER[status] ?? 'done') : (AT_RECIPIENT[status] ?? 'way');
}

const ENDS = {
  completed: 'phoneVerificationCode.end.completed',
  notPickedUp: 'phoneVerificationCode.end.notPickedUp',
  cancelled: 'phoneVerificationCode.end.cancelled',
  expired: 'phoneVerificationCode.end.failed',
  deliveryFailed: 'phoneVerificationCode.end.failed',
  loadingFailed: 'phoneVerificationCode.end.failed',
  loadingTimeout: 'phoneVerificationCode.end.notLoaded',
  goingToLoadingFailed: 'phoneVerificationCode.end.failed',
} as const satisfies Partial<Record<DeliveryStatus, Key>>;
const LIFT = {
  waiting: 'phoneVerificationCode.now.forLift',
  riding: 'phoneVerificationCode.now.inLift',
} as const satisfies Record<NonNullable<Parcel['lift']>, Key>;
const endOf = (status: DeliveryStatus): Key =>
  status in ENDS ? ENDS[status as keyof typeof ENDS] : 'phoneVerificationCode.end.failed';

/** Title and sentence. @param now the server's clock, ms */
export function headline(t: Translate, parcel: Parcel, now: number): readonly [title: string, text: string] {
  const { type, status, loadingPoint, changedAt, leavesAt, timeZone, keypadLockedUntil } = parcel;
  const zone = timeZone || 'UTC';
  const isLoader = type === 'loading';
  const place = (isLoader ? loadingPoint : parcel.destination) || '–';
  const expected = isLoader ? parcel.loadingAt : parcel.arrivalAt;
  const phase = phaseOf(parcel);
  if (keypadLockedUntil !== null && keypadLockedUntil > now && phase === 'door')
    return [
      t('phoneVerificationCode.now.door'),
      t('phoneVerificationCode.now.locked', { time: timeOfDay(keypadLockedUntil, zone) }),
    ];
  switch (phase) {
    case 'over':
      return [
        t(endOf(status)),
        t(parcel.reason === 'notMine' ? 'phoneVerificationCode.end.notMine' : 'phoneVerificationCode.end.text', {
          at: timeOfDay(changedAt, zone),
        }),
      ];
    case 'done':
      return [t('phoneVerificationCode.station.loaded'), t('phoneVerificationCode.now.loadedText')];
    case 'open':
      return [
        t('phoneVerificationCode.now.open'),
        t(
          isLoader
            ? 'phoneVerificationCode.now.openLoad'
            : parcel.isLeftInside === true
              ? 'phoneVerificationCode.now.leftInside'
              : 'phoneVerificationCode.now.openTake',
        ),
      ];
    case 'door':
      return [
        t(isLoader ? 'phoneVerificationCode.now.atLoading' : 'phoneVerificationCode.now.door'),
        leavesAt === null ? place : t('phoneVerificationCode.now.leaves', { place, left: clockText(leavesAt - now) }),
      ];
    case 'way':
      return [
        t(isOrdered(parcel) ? 'phoneVerificationCode.now.ordered' : 'phoneVerificationCode.now.way', { place }),
        [
          expected === null
            ? t('phoneVerificationCode.now.soon')
            : t('phoneVerificationCode.now.expected', { time: timeOfDay(expected, zone) }),
          ...(parcel.lift === undefined ? [] : [t(LIFT[parcel.lift])]),
        ].join(t.language === 'zhCN' ? '' : ' '),
      ];
  }
}
/** The parcel of a recipient is not on its way before it is in the robot. */
const isOrdered = ({ type, status, station }: Parcel): boolean =>
  type === 'loading' ? status === 'created' : station < 2;
