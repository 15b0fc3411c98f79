/**
 * The embedded broker's ports for robots without WebSocket: plain MQTT, and MQTT over TLS with the console's
 * certificate.
 */
import { createServer as createNet, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTls, type Server as TlsServer } from 'node:tls';
import type { Settings } from '../settings.ts';
import { TlsError, type Tls } from '../tls.ts';

/** Clients that do not finish the TLS handshake within this time are disconnected, ms. */
const HANDSHAKE_MS = 10_000;

export interface TcpListeners {
  /** Uses a renewed certificate for new connections. */
  renew(tls: Tls): void;
  close(): void;
}

/** TLS alerts by which a client says that it does not trust our certificate. */
const UNTRUSTED = /alert (?:unknown ca|bad certificate|certificate unknown|certificate expired)/u;

/**
 * @param onUntrusted receives the address of a client that does not trust our certificate
 * @throws TlsError if a port needs a certificate and there is none
 */
export async function openTcpListeners(
  { mqttTcpPort, mqttTlsPort, host }: Pick<Settings, 'mqttTcpPort' | 'mqttTlsPort' | 'host'>,
  tls: Tls | undefined,
  onSocket: (socket: Socket) => void,
  onUntrusted: (address: string) => void = () => undefined,
): Promise<TcpListeners> {
  const opened: NetServer[] = [];
  const listen = async <Listening extends NetServer>(server: Listening, port: number): Promise<Listening> => {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(port, host.replace(/^\[|\]$/gu, ''), resolve),
    );
    opened.push(server);
    return server;
  };
  let secure: TlsServer | undefined;
  try {
    if (mqttTcpPort !== undefined) await listen(createNet(onSocket), mqttTcpPort);
    if (mqttTlsPort !== undefined) {
      if (!tls)
        throw new TlsError(
          'MQTT_TLS_PORT needs a certificate: set TLS_CERT and TLS_KEY, or a HOST that is not a loopback address',
        );
      secure = createTls({ key: tls.key, cert: tls.cert, handshakeTimeout: HANDSHAKE_MS }, onSocket);
      // Failed handshakes are the client's problem and are not logged.
      secure.on('tlsClientError', (error, socket) => {
        if (UNTRUSTED.test(error.message)) onUntrusted(socket.remoteAddress ?? '');
        socket.destroy();
      });
      await listen(secure, mqttTlsPort);
    }
  } catch (error) {
    for (const server of opened) server.close();
    throw error;
  }
  return {
    renew: ({ key, cert }) => secure?.setSecureContext({ key, cert }),
    close: () => opened.forEach((server) => server.close()),
  };
}
