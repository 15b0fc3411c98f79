/**
 * Redaction rules of `offlineRobots` (machines/recording/redaction.ts): the displayed data. The access key is in no
 * machine.
 */
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { OfflineRobotsContext, OfflineRobotsEvent } from './offlineRobots.machine.ts';

const ROBOT = {
  serialNumber: true,
  robotNickName: true,
  robotModel: true,
  kind: true,
  site: true,
  timeZone: true,
  floor: true,
  room: true,
  since: true,
} as const;
const BOARD = { at: true, total: true, online: true, robots: { '*': ROBOT } } as const;

export const offlineRobotsRedaction = defineRedaction<OfflineRobotsContext, OfflineRobotsEvent, PageInput>()({
  context: { board: BOARD, failure: 'failure' },
  input: { page: true, language: true },
  events: PAGE_EVENTS,
  outputs: { ask: BOARD },
});
