/** A test's own part of the RabbitMQ that services.setup.ts started, in the scaled run; none in the embedded one. */
import { inject } from 'vitest';
import type { Slot } from './rabbitmq.ts';

/** Whether the tests run on an outside PostgreSQL and a RabbitMQ. */
export const SCALED = process.env.ROUNDHOUSE_SCALED === '1';
/** The server's own sign-in there. */
export const SERVER_SIGN_IN = { username: 'roundhouse', password: 'roundhouse-at-the-broker' };

export interface BrokerSlot extends Slot {
  /** Which servers the broker asks who may do what: the addresses of their auth end points. */
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
