/** Locale keys of point attributes and point problems. */
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';
import type { PointFaultName } from '../../../contract/rules/points.ts';
import type { Key } from '../hooks/localeTexts.ts';

export const POINT_ATTRIBUTE_KEYS = {
  charging: 'mapEditor.attribute.charging',
  loading: 'mapEditor.attribute.loading',
  waitingElevator: 'mapEditor.attribute.waitingElevator',
  elevator: 'mapEditor.attribute.elevator',
  doorAccessWaiting: 'mapEditor.attribute.doorAccessWaiting',
  doorAccess: 'mapEditor.attribute.doorAccess',
  temperature: 'mapEditor.attribute.temperature',
  manual: 'mapEditor.attribute.manual',
  mapSwitching: 'mapEditor.attribute.mapSwitching',
} as const satisfies Record<Exclude<PointAttribute, 'none'>, Key>;
export const POINT_FAULT_KEYS = {
  nameEmpty: 'shared.enterAName',
  nameTooLong: 'mapEditor.fault.nameTooLong',
  nameTaken: 'mapEditor.fault.nameTaken',
  speechTooLong: 'shared.speechTooLong',
  angleWrong: 'shared.enterAngle',
  stayTimeWrong: 'shared.enterSeconds',
  outsideMap: 'mapEditor.fault.outsideMap',
  secondCharging: 'mapEditor.fault.secondCharging',
  secondLoading: 'mapEditor.fault.secondLoading',
  elevatorUnknown: 'mapEditor.fault.elevatorUnknown',
  doorUnknown: 'mapEditor.fault.doorUnknown',
  tooManyBays: 'mapEditor.fault.tooManyBays',
  bayNameEmpty: 'mapEditor.fault.bayNameEmpty',
  bayNameTooLong: 'mapEditor.fault.bayNameTooLong',
  bayNameTaken: 'mapEditor.fault.bayNameTaken',
  bayOutsideMap: 'mapEditor.fault.bayOutsideMap',
  bayBlocked: 'mapEditor.fault.bayBlocked',
} as const satisfies Record<PointFaultName, Key>;
