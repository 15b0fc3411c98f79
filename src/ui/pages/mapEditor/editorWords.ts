/** Locale keys of the editor, written out so that the check of unused texts finds them. */
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
export const SUMMARY_WORDS = {
  added: 'mapEditor.versions.added',
  moved: 'mapEditor.versions.moved',
  changed: 'mapEditor.versions.changed',
  deleted: 'mapEditor.versions.deleted',
} as const;
