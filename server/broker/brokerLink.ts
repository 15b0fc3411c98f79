/**
 * The server's own connection to an external broker, reopened whenever it is lost. Each attempt uses a new MQTT client,
 * so that nothing is queued while the broker is unreachable: publishing fails at once instead.
 */
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { MQTT_RECONNECT_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Log } from '../log.ts';
import type { PublishOptions } from './broker.ts';

const RECONNECT_MS = MQTT_RECONNECT_MS / 5;
/** A broker that does not answer a connection attempt or a ping within this time counts as unreachable. */
const CONNECT_MS = 10_000;
const PING_S = 5;
/** Messages that are not sent within this time at shutdown are dropped. */
const LEAVE_MS = 2_000;
/**
 * A broker that has not acknowledged a message within this time counts as unreachable. Without a limit, shutdown could
 * wait forever.
 */
const TAKEN_MS = 3_000;

export interface BrokerLink {
  isUp(): boolean;
  /** @throws ApiError brokerAway */
  publish(topic: string, text: string, options: Required<PublishOptions>): Promise<void>;
  close(): Promise<void>;
}

interface Needs {
  url: string;
  options: () => IClientOptions;
  topics: readonly string[];
  onMessage: (topic: string, payload: Buffer) => void;
  /** All topics are subscribed and messages get through. */
  onUp: () => void;
  log: Log;
}

export function openBrokerLink({ url, options, topics, onMessage, onUp, log }: Needs): BrokerLink {
  let client: MqttClient | undefined;
  let isUp = false;
  let isClosed = false;
  /** Limits the log to one line per outage. */
  let isTold = false;
  let again: NodeJS.Timeout | undefined;

  const open = (): void => {
    const own = mqtt.connect(url, {
      ...options(),
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
      keepalive: PING_S,
      queueQoSZero: false,
      resubscribe: false,
    });
    client = own;
    const logUnreachable = (reason: string): void => {
      if (!isTold && !isClosed) log.warn({ reason }, 'the external broker cannot be reached; retrying');
      isTold = true;
    };
    own.on('error', (error) => logUnreachable(error.message));
    own.on('message', onMessage);
    own.on('connect', () => {
      own
        .subscribeAsync([...topics], { qos: 1 })
        .then((granted) => {
          const refused = granted.filter(({ qos }) => qos > 2).map(({ topic }) => topic);
          if (refused.length > 0) throw new Error(`the broker refused the subscription to ${refused.join(', ')}`);
          if (own !== client || !own.connected) return;
          isUp = true;
          if (isTold) log.info({}, 'the connection to the external broker is restored');
          isTold = false;
          onUp();
        })
        .catch((error: unknown) => {
          logUnreachable(error instanceof Error ? error.message : String(error));
          own.end(true);
        });
    });
    own.once('close', () => {
      isUp = false;
      logUnreachable('the broker closed the connection');
      own.end(true); // drops publishes that wait for an acknowledgement
      if (!isClosed) again = setTimeout(open, RECONNECT_MS);
    });
  };
  open();

  return {
    isUp: () => isUp,
    async publish(topic, text, { qos, retain }) {
      if (!isUp || !client) throw new ApiError('brokerAway');
      await withTimeout(
        client.publishAsync(topic, text, { qos, retain }),
        TAKEN_MS,
        () => new Error(`not acknowledged within ${TAKEN_MS} ms`),
      ).catch((error: unknown) => {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error), topic },
          'a message was not delivered to the external broker',
        );
        throw new ApiError('brokerAway');
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      const own = client;
      if (!own) return;
      const left = new Promise<void>((resolve) => {
        const late = setTimeout(resolve, LEAVE_MS);
        own.end(false, {}, () => {
          clearTimeout(late);
          resolve();
        });
      });
      await left;
      isUp = false;
      own.end(true);
    },
  };
}
