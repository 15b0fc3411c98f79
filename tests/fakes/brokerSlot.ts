/** A test's own slot of the RabbitMQ that services.setup.ts started, in the scaled run; none in the embedded run. */
import { inject } from 'vitest';
import type { Slot } from './rabbitmq.ts';

/** Whether the tests run on an external PostgreSQL and RabbitMQ. */
export const SCALED = process.env.ROUNDHOUSE_SCALED === '1';
/** Of each server: together they fit into the 100 that an external PostgreSQL usually has. */
export const CONNECTIONS = '6';
/** The server's credentials at the broker. */
export const SERVER_SIGN_IN = { username: 'roundhouse', password: 'roundhouse-at-the-broker' };

export interface BrokerSlot extends Slot {
  /** Sets the servers that the broker asks for authorisation. @param targets URLs of their auth endpoints */
  aim(...targets: string[]): Promise<void>;
  free(): Promise<void>;
}

export async function takeBrokerSlot({ needsSocket = false } = {}): Promise<BrokerSlot> {
  const relay = inject('brokerRelay');
  if (relay === null) throw new Error('there is a RabbitMQ in the scaled run alone');
  const tell = async (path: string, body: object): Promise<unknown> =>
    (await fetch(`${relay}${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  for (;;) {
    const slot = (await tell('/take', { needsSocket })) as Slot | null;
    if (slot === null) await new Promise((resolve) => setTimeout(resolve, 100));
    else
      return {
        ...slot,
        aim: async (...targets) => void (await tell('/aim', { vhost: slot.vhost, targets })),
        free: async () => void (await tell('/free', { vhost: slot.vhost })),
      };
  }
}
