/** Keys of words by what they are for: written out, so that each is found. */
export const FAULT_WORDS = {
  nameEmpty: 'mapEditor.fault.nameEmpty',
  nameTooLong: 'mapEditor.fault.nameTooLong',
  nameTaken: 'mapEditor.fault.nameTaken',
  speechTooLong: 'mapEditor.fault.speechTooLong',
  angleWrong: 'mapEditor.fault.angleWrong',
  stayTimeWrong: 'mapEditor.fault.stayTimeWrong',
  outsideMap: 'mapEditor.fault.outsideMap',
  secondCharging: 'mapEditor.fault.secondCharging',
  secondLoading: 'mapEditor.fault.secondLoading',
  elevatorUnknown: 'mapEditor.fault.elevatorUnknown',
  doorUnknown: 'mapEditor.fault.doorUnknown',
} as const;
export const TOOL_WORDS = {
  select: 'mapEditor.tool.select',
  add: 'mapEditor.tool.add',
  pan: 'mapEditor.tool.pan',
  connect: 'mapEditor.tool.connect',
  measure: 'mapEditor.tool.measure',
} as const;
export const STATE_WORDS = {
  added: 'mapEditor.state.added',
  moved: 'mapEditor.state.moved',
  changed: 'mapEditor.state.changed',
  deleted: 'mapEditor.state.deleted',
} as const;
export const ATTRIBUTE_WORDS = {
  charging: 'mapEditor.attribute.charging',
  loading: 'mapEditor.attribute.loading',
  waitingElevator: 'mapEditor.attribute.waitingElevator',
  elevator: 'mapEditor.attribute.elevator',
  doorAccessWaiting: 'mapEditor.attribute.doorAccessWaiting',
  doorAccess: 'mapEditor.attribute.doorAccess',
  temperature: 'mapEditor.attribute.temperature',
  manual: 'mapEditor.attribute.manual',
  mapSwitching: 'mapEditor.attribute.mapSwitching',
} as const;
export const EDGE_WORDS = {
  left: 'mapEditor.edge.left',
  middleX: 'mapEditor.edge.middleX',
  right: 'mapEditor.edge.right',
  top: 'mapEditor.edge.top',
  middleY: 'mapEditor.edge.middleY',
  bottom: 'mapEditor.edge.bottom',
} as const;
export const SIDE_WORDS = {
  mine: 'mapEditor.conflict.mine',
  theirs: 'mapEditor.conflict.theirs',
} as const;
export const FIELD_WORDS = {
  name: 'mapEditor.name',
  angle: 'mapEditor.angle',
  stay: 'mapEditor.stay',
  attributes: 'mapEditor.attributes',
  departWord: 'mapEditor.departWord',
  arrivedWord: 'mapEditor.arrivedWord',
  elevator: 'mapEditor.elevator',
  door: 'mapEditor.door',
} as const;
