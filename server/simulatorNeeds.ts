/** What the simulator is told about this server. */
import type { Listener } from './http/listener.ts';
import { isLoopback, type Settings } from './settings.ts';

/** URL at which robots on this machine reach the broker. */
export function robotsUrl({ mqtt, host }: Settings, { url, port }: Listener): string {
  // The simulated robots support MQTT over WebSocket only.
  if (mqtt) return mqtt.url.startsWith('ws') ? mqtt.url : mqtt.publicUrl;
  const { protocol, hostname } = new URL(url);
  // `localhost` can resolve to ::1 first, where nothing listens.
  const name =
    isLoopback(host) || host === '0.0.0.0' || host === '::'
      ? host === '::1' || host === '[::1]'
        ? '[::1]'
        : '127.0.0.1'
      : hostname;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${name}:${port}/mqtt`;
}

export const plainIceServer = ({ urls, username, credential }: Settings['iceServers'][number]) => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
});
