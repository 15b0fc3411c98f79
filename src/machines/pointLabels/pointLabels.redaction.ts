/** Redaction rules of the page of labels (machines/recording/redaction.ts): points as on every page. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PointLabelsContext, PointLabelsEvent } from './pointLabels.machine.ts';

const FLOOR = {
  mapId: true,
  name: true,
  floor: true,
  points: { '*': { areaId: true, name: true, attributes: true } },
} as const satisfies RedactionRule;
/** Support needs the origin to find out why codes lead nowhere: it is recorded. */
const FOUND = { floors: { '*': FLOOR }, site: true, origin: true, mayPrint: true } as const satisfies RedactionRule;
const SHEET = { format: true, paper: true, size: true } as const satisfies RedactionRule;

export const pointLabelsRedaction = defineRedaction<PointLabelsContext, PointLabelsEvent, PageInput>()({
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
