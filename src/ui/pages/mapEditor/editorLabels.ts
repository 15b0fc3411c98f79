/** Locale keys of the editor, written out so that the check of unused texts finds them. */
export const TOOL_LABELS = {
  select: 'shared.select',
  add: 'shared.add',
  pan: 'shared.pan',
  connect: 'mapEditor.tool.connect',
  measure: 'mapEditor.tool.measure',
} as const;
export const STATE_LABELS = {
  added: 'mapEditor.state.added',
  moved: 'mapEditor.state.moved',
  changed: 'mapEditor.state.changed',
  deleted: 'shared.deletedInText',
} as const;
export const EDGE_LABELS = {
  left: 'mapEditor.edge.left',
  middleX: 'mapEditor.edge.middleX',
  right: 'mapEditor.edge.right',
  top: 'mapEditor.edge.top',
  middleY: 'mapEditor.edge.middleY',
  bottom: 'mapEditor.edge.bottom',
} as const;
export const SIDE_LABELS = {
  mine: 'mapEditor.conflict.mine',
  theirs: 'shared.theirs',
} as const;
export const FIELD_LABELS = {
  name: 'shared.name',
  angle: 'mapEditor.angle',
  stay: 'shared.waitingTime',
  attributes: 'mapEditor.attributes',
  departWord: 'mapEditor.departWord',
  arrivedWord: 'mapEditor.arrivedWord',
  elevator: 'mapEditor.elevator',
  door: 'mapEditor.door',
} as const;
export const SUMMARY_LABELS = {
  added: 'mapEditor.versions.added',
  moved: 'mapEditor.versions.moved',
  changed: 'mapEditor.versions.changed',
  deleted: 'mapEditor.versions.deleted',
} as const;
