/** How a robot connects: what its manufacturer has to enter. Without secrets, so it can be shown at any time. */
import type { RobotConnection } from '../../contract/entities/registration.ts';
import { baseOf, type RobotAddress } from '../../contract/wire/topics.ts';
import { robotUserName } from '../broker/credentials.ts';
import type { Settings } from '../settings.ts';

export interface RegistrationNeeds {
  /** Public URL of the console, without a trailing slash. */
  publicUrl: () => string;
  /** The broker's URL for browsers: absolute, or a path on the page's origin. */
  mqttUrl: () => string;
  /** Whether robots have to trust the certificate authority at `/ca.pem`. */
  servesCa: boolean;
}
type Needs = { settings: Pick<Settings, 'mqtt' | 'mqttTlsPort' | 'mqttTcpPort'> } & RegistrationNeeds;

/** The broker's WebSocket URL as a robot needs it, which is not on a page's origin. */
export const webSocketUrl = ({ publicUrl, mqttUrl }: RegistrationNeeds): string =>
  new URL(mqttUrl(), publicUrl().replace(/^http/u, 'ws')).href;

export function robotConnectionOf(robot: RobotAddress, needs: Needs): RobotConnection {
  const { settings, publicUrl, servesCa } = needs;
  const { hostname } = new URL(publicUrl());
  const own = settings.mqtt === undefined;
  return {
    mqttUsername: robotUserName(robot.serialNumber),
    brokers: [
      ...(own && settings.mqttTlsPort !== undefined
        ? [{ kind: 'tls' as const, url: `mqtts://${hostname}:${settings.mqttTlsPort}` }]
        : []),
      { kind: 'webSocket', url: webSocketUrl(needs) },
      ...(own && settings.mqttTcpPort !== undefined
        ? [{ kind: 'tcp' as const, url: `mqtt://${hostname}:${settings.mqttTcpPort}` }]
        : []),
    ],
    topicPrefix: baseOf(robot),
    caUrl: servesCa ? `${publicUrl()}/ca.pem` : null,
  };
}
