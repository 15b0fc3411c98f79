import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ACCOUNT_KEY, type LinkKey } from '../app/events.ts';
import type { connectionMachine, LinkStatus } from './connection.machine.ts';

export type ConnectionRef = ActorRefFrom<typeof connectionMachine>;

type Snapshot = SnapshotFrom<typeof connectionMachine>;

/** Browser to server. `silent`: open, but no messages; `connecting`: no message yet. */
export type CloudLink = 'connecting' | 'ok' | 'slow' | 'silent' | 'down';
/** Server to broker; `unknown` while the server itself is not heard. */
export type BrokerLink = 'unknown' | 'ok' | 'slow' | 'down';

export const selectCloudLink = (snapshot: Snapshot): CloudLink =>
  (['connecting', 'ok', 'slow', 'silent', 'down'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'connecting';
export const selectBrokerLink = (snapshot: Snapshot): BrokerLink =>
  snapshot.hasTag('brokerDown') ? 'down' : snapshot.hasTag('brokerHeard') ? snapshot.context.broker : 'unknown';
/** False when the browser reports that it is offline. */
export const selectHasNetwork = ({ context }: Snapshot): boolean => context.hasNetwork;
/** Live values are frozen: show since when, and hatch them. */
export const selectIsFeedLost = (snapshot: Snapshot): boolean => snapshot.hasTag('lost');

/** This browser's connection for a key; null while no actor holds it. */
export const selectLink =
  (key: LinkKey) =>
  ({ context }: Snapshot): LinkStatus | null =>
    context.links[key] ?? null;
export const selectIsLinkOpen =
  (key: LinkKey) =>
  ({ context }: Snapshot): boolean =>
    context.links[key]?.state === 'open';
/** This tab's MQTT client id for a key, as leases and signalling need it; empty until the connection is open. */
export const selectClientId =
  (key: LinkKey) =>
  ({ context }: Snapshot): string =>
    context.links[key]?.terms?.clientId ?? '';
export const selectAccountLink = selectLink(ACCOUNT_KEY);
