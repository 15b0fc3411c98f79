/** The demo's scheduled tasks and exceptions: a typical week of such sites. */
import type { DisinfectionMode } from '../contract/rules/disinfection.ts';
import type { NotStartedReason } from '../contract/rules/schedule/scheduleLimits.ts';
import { named, type LocalName } from './localName.ts';

export interface DemoTask {
  readonly id: string;
  readonly serialNumber: string;
  readonly pathId: string;
  /** HH:mm in the site's time zone. */
  readonly executeTime: string;
  /** 1 is Monday. */
  readonly days: string;
  readonly rounds: number;
  readonly speech: LocalName | '';
  readonly isOn: boolean;
}
/** A disinfection of rooms, or of points for some minutes each. */
export interface DemoDisinfectionTask {
  readonly id: string;
  readonly serialNumber: string;
  readonly mapId: string;
  readonly executeTime: string;
  readonly days: string;
  readonly mode: DisinfectionMode;
  readonly dose: number;
  readonly rooms: readonly string[];
  readonly points: readonly { readonly areaId: string; readonly minutes: number }[];
}
export interface DemoException {
  readonly id: string;
  readonly serialNumber: string;
  /** Days from today, and the times of day. */
  readonly inDays: number;
  readonly from: string;
  readonly to: string;
  readonly weekly: boolean;
  readonly points: readonly string[];
  readonly remark: string;
}

const EVERY_DAY = '1,2,3,4,5,6,7';
const WORKING_DAYS = '1,2,3,4,5';
const NIGHT_WATCH = named('The hotel is on night watch. Good night.', '酒店夜间巡逻中，晚安。');
const task = (
  id: string,
  serialNumber: string,
  pathId: string,
  executeTime: string,
  more: Partial<Omit<DemoTask, 'id' | 'serialNumber' | 'pathId' | 'executeTime'>> = {},
): DemoTask => ({
  id: `demo-task.${id}`,
  serialNumber,
  pathId,
  executeTime,
  days: EVERY_DAY,
  rounds: 1,
  speech: '',
  isOn: true,
  ...more,
});

/** Two patrols and two carriers of the hotel. */
const [EAST_PATROL, WEST_PATROL, LINEN, MEALS] = ['S2-2402-0056', 'S2-2402-0057', 'W2-2405-0107', 'W1-2308-0417'];

export const TASKS: readonly DemoTask[] = [
  task('morning', EAST_PATROL, 'harbour-1f.route-lobby', '07:30', { rounds: 2 }),
  task('afternoon', EAST_PATROL, 'harbour-1f.route-lobby', '14:30'),
  task('night', EAST_PATROL, 'harbour-1f.route-lobby', '22:00', { rounds: 4, speech: NIGHT_WATCH }),
  task('west', WEST_PATROL, 'harbour-1f.route-west', '06:00'),
  task('west-day', WEST_PATROL, 'harbour-1f.route-west', '13:15', { days: WORKING_DAYS }),
  task('west-night', WEST_PATROL, 'harbour-1f.route-west', '23:00', { rounds: 6, speech: NIGHT_WATCH }),
  task('linen', LINEN, 'harbour-2f.route-linen', '10:00'),
  task('supplies', LINEN, 'harbour-2f.route-supplies', '16:00', { days: WORKING_DAYS }),
  task('floor', LINEN, 'harbour-2f.route-guests', '19:40', { days: '5,6', isOn: false }),
  task('breakfast', MEALS, 'harbour-1f.route-kitchen', '08:20', { rounds: 3 }),
];

/** Past runs that did not start. */
export interface DemoNotStarted {
  readonly taskId: string;
  readonly daysAgo: number;
  readonly reason: NotStartedReason;
  /** Who drove the robot. */
  readonly by?: LocalName;
}
export const NOT_STARTED: readonly DemoNotStarted[] = [
  { taskId: 'demo-task.west', daysAgo: 2, reason: 'robotBatteryLow' },
  { taskId: 'demo-task.breakfast', daysAgo: 6, reason: 'robotBusy' },
  { taskId: 'demo-task.linen', daysAgo: 12, reason: 'leaseHeld', by: named('Lin Wei', '林薇') },
  { taskId: 'demo-task.night', daysAgo: 20, reason: 'robotEmergencyStop' },
  { taskId: 'demo-task.morning', daysAgo: 41, reason: 'serverDown' },
];

/** The hotel's disinfection robot: the gym before it opens, the desk at noon, the meeting rooms at night. */
const MIST = { serialNumber: 'D2-2401-0021', mapId: 'harbour-1f', days: EVERY_DAY, rooms: [], points: [] } as const;
export const DISINFECTION_TASKS: readonly DemoDisinfectionTask[] = [
  { ...MIST, id: 'demo-task.gym', executeTime: '05:30', mode: 'spray', dose: 8, rooms: ['gym'] },
  {
    ...MIST,
    id: 'demo-task.desk',
    executeTime: '12:30',
    days: WORKING_DAYS,
    mode: 'mist',
    dose: 5,
    points: [
      { areaId: 'harbour-1f.reception', minutes: 4 },
      { areaId: 'harbour-1f.lobby-east', minutes: 3 },
    ],
  },
  { ...MIST, id: 'demo-task.meetings', executeTime: '22:30', mode: 'uv', dose: 30, rooms: ['meeting-1', 'meeting-2'] },
];

export const EXCEPTIONS: readonly DemoException[] = [
  {
    id: 'demo-exception.wedding',
    serialNumber: EAST_PATROL,
    inDays: 1,
    from: '21:00',
    to: '23:24',
    weekly: false,
    points: [],
    remark: 'Wedding in the lobby 大堂婚宴',
  },
  {
    id: 'demo-exception.floor',
    serialNumber: WEST_PATROL,
    inDays: 3,
    from: '13:00',
    to: '14:00',
    weekly: true,
    points: ['harbour-1f.reception'],
    remark: 'Floor is polished 地面打蜡',
  },
];
