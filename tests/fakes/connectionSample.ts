/** The connection machine's part that pages read: whether the browser has a network, and the state of its links. */
import { assign, setup } from 'xstate';

export type SampleLink = 'ok' | 'lost';

/** Sends `network.set` to change it. @param link `lost`: live updates have stopped */
export const sampleConnection = (hasNetwork = true, link: SampleLink = 'ok') =>
  setup({
    types: {
      context: {} as { hasNetwork: boolean; links: object },
      events: {} as { type: 'network.set'; hasNetwork: boolean },
      tags: {} as SampleLink,
    },
  }).createMachine({
    context: { hasNetwork, links: {} },
    on: { 'network.set': { actions: assign({ hasNetwork: ({ event }) => event.hasNetwork }) } },
    initial: 'on',
    states: { on: { tags: link } },
  });
