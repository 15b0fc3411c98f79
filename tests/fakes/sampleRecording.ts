/**
 * A small recording of a console, with a page that fails to load and the error shown to the user: the cases that a
 * reader of recordings must distinguish.
 */
import {
  type RecordingHead,
  RECORDING_VERSION,
  type Recording,
  type Step,
} from '../../src/machines/recording/format.ts';

/** 2026-11-21 14:29:57 UTC */
export const TAKEN = Date.UTC(2026, 10, 21, 14, 29, 57);
export const sampleHead: RecordingHead = {
  format: 'roundhouse.capsule',
  version: RECORDING_VERSION,
  build: '1.4.2',
  sentence: 'Porter 1 stopped while driving',
  takenAt: TAKEN + 5_000,
  page: '/home',
  language: 'enUS',
  width: 1440,
  height: 900,
  dark: false,
};
const APP = 0,
  NOTICES = 1,
  HOME = 2,
  LOAD = 3;
const steps: readonly Step[] = [
  {
    at: TAKEN + 100,
    actor: APP,
    from: null,
    event: { type: 'app.pageWanted', shown: { page: 'home' } },
    took: ['app.page:app.pageWanted:0'],
    value: { account: 'present', page: 'shown', report: 'closed' },
    children: [NOTICES, HOME],
  },
  {
    at: TAKEN + 110,
    actor: HOME,
    from: APP,
    event: { type: 'xstate.init' },
    value: 'loading',
    status: 'active',
    patch: { set: { query: {}, hovered: '', failure: null, maps: { '~': 'array', length: 4 } } },
    children: [LOAD],
  },
  {
    at: TAKEN + 900,
    actor: HOME,
    from: null,
    event: { type: 'robot.hover', serialNumber: 'W1-2308' },
    took: ['home:robot.hover:0'],
    patch: { set: { hovered: 'W1-2308' } },
  },
  {
    at: TAKEN + 2_000,
    actor: HOME,
    from: LOAD,
    event: { type: 'xstate.error.actor.0.home.loading', actorId: '0.home.loading', error: { code: 40501, said: '' } },
    took: ['home.loading:xstate.error.actor.0.home.loading:0'],
    value: 'failed',
    patch: { set: { failure: { code: 40501, said: { '~': 'string', length: 11 } } } },
    children: [],
  },
  {
    at: TAKEN + 2_001,
    actor: NOTICES,
    from: HOME,
    event: { type: 'notice.show', notice: { tone: 'error', failure: { code: 40501, said: '' } } },
    took: ['notices:notice.show:0'],
    value: { shown: 'counting' },
    patch: { set: { notice: { tone: 'error', failure: { code: 40501, said: '' } }, number: 1 } },
  },
  {
    at: TAKEN + 4_000,
    actor: HOME,
    from: null,
    event: { type: 'maps.retry' },
    took: ['home.failed:maps.retry:0'],
    value: 'loading',
  },
];
export const sampleRecording: Recording = {
  actors: {
    [APP]: { id: 'app', src: '', systemId: 'app', machine: 'app', parent: null },
    [NOTICES]: { id: 'notices', src: 'notices', systemId: 'notices', machine: 'notices', parent: APP },
    [HOME]: { id: 'screen', src: 'page.home', systemId: 'screen', machine: 'home', parent: APP },
    [LOAD]: { id: '0.home.loading', src: 'loadMaps', parent: HOME },
  },
  base: {
    at: TAKEN,
    timers: [],
    states: {
      [APP]: {
        status: 'active',
        value: { account: 'present', page: 'loading', report: 'closed' },
        context: { language: 'enUS', user: { id: 'u1', nickname: { '~': 'string', length: 8 } } },
        children: [NOTICES],
      },
      [NOTICES]: { status: 'active', value: 'empty', context: { notice: null, number: 0 }, children: [] },
    },
  },
  steps,
};

/** As long as the recorder's limit: events of three actors, every hundredth a fault. */
export const longRecording = (length: number): Recording => ({
  ...sampleRecording,
  steps: Array.from({ length }, (_, index): Step => ({
    at: TAKEN + index * 50,
    actor: index % 3,
    from: index % 3 === 2 ? APP : null,
    event: index % 100 === 99 ? { type: 'load.failed', at: index } : { type: 'robot.heard', at: index },
    ...(index % 3 === 2
      ? { value: index % 2 === 0 ? 'ready' : 'loading', patch: { set: { hovered: String(index) } } }
      : {}),
  })),
});
