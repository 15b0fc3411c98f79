/** What may leave of the page of labels in a capsule (machines/capsule/leaves.ts): points as every page has them. */
import type { PageInput } from '../app/messages.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { type Leaf, leavesOf } from '../capsule/leaves.ts';
import type { PointLabelsContext, PointLabelsEvent } from './pointLabels.machine.ts';

const FLOOR = {
  mapId: true,
  name: true,
  floor: true,
  points: { '*': { areaId: true, name: true, attributes: true } },
} as const satisfies Leaf;
/** Support is asked why codes lead nowhere: the address that they hold may leave. */
const FOUND = { floors: { '*': FLOOR }, site: true, origin: true, mayPrint: true } as const satisfies Leaf;
const SHEET = { format: true, paper: true, size: true } as const satisfies Leaf;

export const pointLabelsLeaves = leavesOf<PointLabelsContext, PointLabelsEvent, PageInput>()({
  context: {
    ...FOUND,
    query: 'query',
    serialNumber: true,
    roles: true,
    mapId: true,
    ticked: true,
    attribute: true,
    sheet: SHEET,
    shown: true,
    failure: 'failure',
    printing: { ids: true, done: true },
    printFailure: 'failure',
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'map.choose': { mapId: true },
    'points.filter': { attribute: true },
    'point.tick': { areaId: true },
    'points.tick': { ids: true, on: true },
    'point.show': { areaId: true },
    'sheet.choose': { change: SHEET },
  },
  outputs: { loadPoints: FOUND },
});
