/** Names of alarm events, the place of a case and its countdown, in the reader's language. */
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { Key } from '../hooks/localeTexts.ts';

export const EVENT_NAMES = {
  humanBody: 'alarmEvents.events.humanBody',
  highTemperature: 'alarmEvents.events.highTemperature',
  smoke: 'alarmEvents.events.smoke',
  noMask: 'alarmEvents.events.noMask',
  doorOpen: 'alarmEvents.events.doorOpen',
  noise: 'alarmEvents.events.noise',
  carton: 'alarmEvents.events.carton',
  waterAccumulation: 'alarmEvents.events.waterAccumulation',
  fall: 'alarmEvents.events.fall',
  unclosedWindow: 'alarmEvents.events.unclosedWindow',
  missingExtinguisher: 'alarmEvents.events.missingExtinguisher',
  clutter: 'alarmEvents.events.clutter',
  navigationException: 'alarmEvents.events.navigationException',
  offline: 'alarmEvents.events.offline',
} as const satisfies Record<AlarmEvent, Key>;

/** Where it was raised: the nearest point and the floor; '' for a case without a place. */
export const placeText = ({ place }: Pick<AlarmCase, 'place'>): string =>
  [place?.name, place?.floor].filter(Boolean).join(' · ');

/** '11:36'; an hour and more as '1:02:03'. @param ms negative counts as 0 */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
