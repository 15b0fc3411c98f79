/** Texts for the links in the top bar: each link's state, and one summary. Pure. */
import type { BrokerLink, CloudLink } from '../../machines/connection/connection.selectors.ts';
import type { LinkState } from '../kit/LinkLine.tsx';

/** How a link is drawn; unknown states are drawn as silent. */
export const drawn = (state: CloudLink | BrokerLink): LinkState =>
  state === 'connecting' || state === 'unknown' ? 'silent' : state;

const STATE_KEYS = {
  connecting: 'shell.links.connecting',
  unknown: 'shell.links.unknown',
  ok: 'shell.links.ok',
  slow: 'shell.links.slow',
  silent: 'shell.links.silent',
  down: 'shell.links.lost',
} as const satisfies Record<CloudLink | BrokerLink, string>;
/** The locale key of a link's state. */
export const stateKey = (state: CloudLink | BrokerLink) => STATE_KEYS[state];

export type LinkTone = 'good' | 'attn' | 'bad';

/** The summary: state of the worse link, the browser's own link first. */
export function wordOf(
  cloud: CloudLink,
  broker: BrokerLink,
): { key: 'shell.links.live' | (typeof STATE_KEYS)[CloudLink]; tone: LinkTone } {
  if (cloud === 'down') return { key: STATE_KEYS.down, tone: 'bad' };
  if (cloud === 'silent' || cloud === 'connecting') return { key: STATE_KEYS[cloud], tone: 'attn' };
  if (broker === 'down') return { key: STATE_KEYS.down, tone: 'bad' };
  if (cloud === 'slow' || broker === 'slow') return { key: STATE_KEYS.slow, tone: 'attn' };
  return { key: 'shell.links.live', tone: 'good' };
}

/** The lost link that is nearest to the user. */
export const lostLink = (cloud: CloudLink): 'cloud' | 'broker' =>
  cloud === 'ok' || cloud === 'slow' ? 'broker' : 'cloud';
