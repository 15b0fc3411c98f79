/** Redaction rules of `home` (machines/recording/redaction.ts). */
import { MAP, PAGE_EVENTS, PAGE_INPUT, SITE } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { HomeContext, HomeEvent } from './home.machine.ts';

export const homeRedaction = defineRedaction<HomeContext, HomeEvent, PageInput>()({
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
