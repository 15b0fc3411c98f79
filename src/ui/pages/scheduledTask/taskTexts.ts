/** Texts of the faults of a task. */
import type { Key } from '../../hooks/localeTexts.ts';
import type { DraftFault } from '../../../machines/scheduledTask/taskDraft.ts';

export const FAULTS: Record<DraftFault['error'], Key> = {
  placesEmpty: 'scheduledTask.fault.placesEmpty',
  minutesWrong: 'scheduledTask.fault.minutesWrong',
  doseWrong: 'scheduledTask.fault.doseWrong',
  robotsEmpty: 'shared.chooseRobot',
  timeEmpty: 'scheduledTask.fault.timeEmpty',
  countWrong: 'scheduledTask.fault.countWrong',
  speechTooLong: 'shared.speechTooLong',
  routeEmpty: 'scheduledTask.fault.routeEmpty',
  tooFewStops: 'scheduledTask.fault.tooFewStops',
  stayTimeWrong: 'scheduledTask.fault.stayTimeWrong',
  stopUnknown: 'scheduledTask.fault.stopUnknown',
};
