/**
 * MQTT over a WebSocket as a byte stream whose `writev` joins queued packets into one frame. Otherwise each packet
 * takes several frames and system calls, and a thousand robots keep a CPU core busy with that alone.
 */
import { Duplex } from 'node:stream';
import { WebSocket } from 'ws';

export interface SocketOptions {
  url: string;
  /** PEM of a certificate authority to trust besides the machine's own. */
  caPem?: string | undefined;
}

export interface SocketStream {
  stream: Duplex;
  /** Bytes waiting to be sent. */
  waiting(): number;
  /** Terminates the socket without a closing handshake, as in a power failure. */
  cut(): void;
}

const HANDSHAKE_MS = 10_000;

export function webSocketStream({ url, caPem }: SocketOptions): SocketStream {
  const socket = new WebSocket(url, ['mqtt'], {
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_MS,
    ...(caPem !== undefined && { ca: caPem }),
  });
  const whenOpen = (act: () => void): void => {
    if (socket.readyState === socket.CONNECTING) socket.once('open', act);
    else act();
  };
  const send = (data: Buffer, done: (error?: Error | null) => void): void =>
    whenOpen(() =>
      socket.readyState === socket.OPEN
        ? socket.send(data, { binary: true }, (error) => done(error))
        : done(new Error('the socket is closed')),
    );
  const stream = new Duplex({
    read() {
      socket.resume();
    },
    write(chunk: Buffer, _encoding, done) {
      send(chunk, done);
    },
    writev(chunks, done) {
      send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done);
    },
    final(done) {
      socket.close();
      done();
    },
    destroy(error, done) {
      socket.terminate();
      done(error);
    },
  });
  socket.on('message', (data: Buffer | ArrayBuffer | Buffer[]) => {
    const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
    if (!stream.destroyed && !stream.push(bytes)) socket.pause();
  });
  socket.on('error', (error) => stream.destroy(error));
  socket.on('close', () => {
    if (!stream.destroyed) stream.push(null);
    stream.destroy();
  });
  return { stream, waiting: () => socket.bufferedAmount + stream.writableLength, cut: () => void stream.destroy() };
}
