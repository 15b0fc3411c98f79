/**
 * What happened to a robot, in the reader's language. Pages that use it list `eventTexts`, `alarmEvents` and
 * `deliveryTexts` among their locales.
 */
import Bot from 'lucide-react/icons/bot';
import Hand from 'lucide-react/icons/hand';
import Package from 'lucide-react/icons/package';
import Route from 'lucide-react/icons/route';
import Siren from 'lucide-react/icons/siren';
import SprayCan from 'lucide-react/icons/spray-can';
import UserCheck from 'lucide-react/icons/user-check';
import type { BizType, EventRecord } from '../../../contract/entities/eventRecord.ts';
import { ALARM_EVENTS, type AlarmEvent } from '../../../contract/rules/alarms.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { casePath, robotPath } from '../../machines/app/events.ts';
import { EVENT_NAMES } from '../alarms/alarmTexts.ts';
import { STATUS_NAMES } from '../deliveries/deliveryTexts.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { Glyph } from '../icons/glyph.ts';
import { recordPath } from '../routeRuns/recordPath.ts';

export const BIZ_NAMES = {
  delivery: 'shared.delivery',
  cruise: 'eventTexts.biz.cruise',
  disinfection: 'shared.disinfection',
  alarm: 'shared.alarm',
  reception: 'eventTexts.biz.reception',
  manual: 'eventTexts.biz.manual',
  system: 'eventTexts.biz.system',
} as const satisfies Record<BizType, Key>;

export const BIZ_ICONS: Readonly<Record<BizType, Glyph>> = {
  delivery: Package,
  cruise: Route,
  disinfection: SprayCan,
  alarm: Siren,
  reception: UserCheck,
  manual: Hand,
  system: Bot,
};

const COMMANDS = {
  goTo: 'eventTexts.command.goTo',
  stop: 'shared.stop',
  resume: 'shared.resume',
  cancel: 'shared.cancelTask',
  charge: 'shared.charge',
  relocate: 'eventTexts.command.relocate',
  drive: 'shared.manualDriving',
  cruise: 'eventTexts.command.cruise',
  device: 'eventTexts.command.device',
} as const satisfies Record<string, Key>;
const STATES = {
  inProgress: 'shared.inProgress',
  finished: 'shared.finished',
  partiallyCompleted: 'shared.partiallyCompleted',
  failed: 'shared.failed',
  open: 'eventTexts.state.open',
  taken: 'eventTexts.state.taken',
  resolved: 'shared.resolved',
  asked: 'eventTexts.state.asked',
  sent: 'common.sent',
  accepted: 'shared.accepted',
  running: 'shared.running',
  expired: 'eventTexts.state.expired',
  signedIn: 'eventTexts.state.signedIn',
  signedOut: 'eventTexts.state.signedOut',
  notStarted: 'eventTexts.state.notStarted',
} as const satisfies Record<string, Key>;
const isCommand = (kind: string): kind is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, kind);
const isState = (state: string): state is keyof typeof STATES => Object.hasOwn(STATES, state);
const isAlarmEvent = (kind: string): kind is AlarmEvent => (ALARM_EVENTS as readonly string[]).includes(kind);
const isDeliveryStatus = (state: string): state is DeliveryStatus =>
  (DELIVERY_STATUSES as readonly string[]).includes(state);

/** "Delivery to 208", "Smoke", "Drove by hand". */
export function eventTitle(t: Translate, { bizType, kind, title }: EventRecord): string {
  if (isAlarmEvent(kind)) return t(EVENT_NAMES[kind]);
  switch (bizType) {
    case 'delivery':
      return title === '' ? t('shared.delivery') : t('eventTexts.title.delivery', { title });
    case 'cruise':
      return title === '' ? t('eventTexts.biz.cruise') : t('eventTexts.title.cruise', { title });
    case 'disinfection':
      return title === '' ? t('shared.disinfection') : t('eventTexts.title.disinfection', { title });
    case 'reception':
      return t('eventTexts.title.reception');
    case 'system':
      return title === '' ? t('eventTexts.state.notStarted') : t('eventTexts.title.notStarted', { title });
    default: {
      const command = t(COMMANDS[isCommand(kind) ? kind : 'device']);
      return title === '' ? command : t('eventTexts.title.command', { command, title });
    }
  }
}

export function eventState(t: Translate, { bizType, state }: EventRecord): string {
  if (bizType === 'delivery' && isDeliveryStatus(state)) return t(STATUS_NAMES[state]);
  return isState(state) ? t(STATES[state]) : state;
}

/** Robot, place, person: "Porter 3 · Linen · Chen Yu". */
export const eventNote = ({ robotName, place, by }: EventRecord): string =>
  [robotName, [place?.name, place?.floor].filter(Boolean).join(', '), by].filter(Boolean).join(' · ');

export const isUnresolved = ({ bizType, state }: EventRecord): boolean => bizType === 'alarm' && state !== 'resolved';

/** Address of the record behind it; '' for what has none. */
export function eventPath({ bizType, sourceId, serialNumber, kind }: EventRecord): string {
  const id = encodeURIComponent(sourceId);
  switch (bizType) {
    case 'alarm':
      return casePath(sourceId);
    case 'system':
      return kind === 'offline' ? casePath(sourceId) : '/schedules/calendar';
    case 'delivery':
      return `/activities/delivery-record?delivery=${id}`;
    case 'cruise':
      return recordPath(sourceId);
    case 'disinfection':
      return `/activities/disinfect-record?run=${id}`;
    case 'manual':
      return robotPath(serialNumber);
    case 'reception':
      return '';
  }
}
