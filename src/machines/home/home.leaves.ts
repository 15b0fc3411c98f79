/** What may leave of `home` in a capsule (machines/capsule/leaves.ts). */
import { MAP, PAGE_EVENTS, PAGE_INPUT, SITE } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { HomeContext, HomeEvent } from './home.machine.ts';

export const homeLeaves = leavesOf<HomeContext, HomeEvent, PageInput>()({
  context: {
    query: 'query',
    hovered: true,
    sites: { '*': SITE },
    maps: { '*': MAP },
    failure: 'failure',
    camera: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'home.show': { query: 'query', push: true },
    'robot.hover': { serialNumber: true },
    'robot.open': { serialNumber: true },
    'robot.stop': { serialNumber: true, at: true },
    'map.moved': { camera: true },
  },
  outputs: { loadMaps: { sites: { '*': SITE }, maps: { '*': MAP } } },
});
