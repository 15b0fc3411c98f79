/** What may leave of `offlineRobots` in a capsule (machines/capsule/leaves.ts): what the wall shows. The key is in no machine. */
import { PAGE_EVENTS } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { PageInput } from '../app/messages.ts';
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

export const offlineRobotsLeaves = leavesOf<OfflineRobotsContext, OfflineRobotsEvent, PageInput>()({
  context: { board: BOARD, failure: 'failure' },
  input: { page: true, language: true },
  events: PAGE_EVENTS,
  outputs: { ask: BOARD },
});
