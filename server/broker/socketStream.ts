/**
 * Wraps a WebSocket as the byte stream that the broker needs. `writev` joins queued data into one frame: without it
 * every MQTT packet costs a frame and a system call, and a thousand robots saturate a core.
 */
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

export interface SocketStreamOptions {
  /** Current delay in both directions, ms: the injected "slow network" fault. */
  delay(): number;
}

export function socketStream(socket: WebSocket, { delay }: SocketStreamOptions): Duplex {
  const send = (data: Buffer, done: (error?: Error | null) => void): void => {
    if (socket.readyState !== socket.OPEN) return done(new Error('socket closed'));
    const wait = delay();
    if (wait > 0) {
      setTimeout(() => socket.readyState === socket.OPEN && socket.send(data, { binary: true }), wait);
      return done();
    }
    socket.send(data, { binary: true }, (error) => done(error));
  };

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

  const take = (data: Buffer): void => {
    if (!stream.destroyed && !stream.push(data)) socket.pause();
  };
  socket.on('message', (data: Buffer | ArrayBuffer | Buffer[]) => {
    const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
    const wait = delay();
    if (wait > 0) setTimeout(() => take(bytes), wait);
    else take(bytes);
  });
  socket.on('close', () => {
    if (!stream.destroyed) stream.push(null);
    stream.destroy();
  });
  socket.on('error', () => stream.destroy());
  return stream;
}
