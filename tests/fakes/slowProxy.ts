/** A TCP proxy that a test can stall, delay and cut. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SlowProxy {
  port: number;
  url: string;
  /** Delays every byte from now on by this time, ms; order is kept. */
  lag(ms: number): void;
  /** Holds all data back until `flow`; it then arrives in one burst. */
  stall(): void;
  flow(): void;
  /** Closes every connection and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** @param target a port of this machine, or a Unix socket */
export async function slowProxy(target: number | string): Promise<SlowProxy> {
  let lag = 0;
  let isCut = false;
  let held: (() => void)[] | null = null;
  const sockets = new Set<Socket>();

  const pass = (from: Socket, to: Socket): void => {
    let due = 0;
    from.on('data', (data) => {
      const write = () => void (!to.destroyed && to.write(data));
      if (held) return void held.push(write);
      // Never earlier than previously sent data: a network keeps order.
      due = Math.max(Date.now() + lag, due);
      const wait = due - Date.now();
      if (wait <= 0) write();
      else setTimeout(write, wait);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };

  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const upstream = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    for (const one of [socket, upstream]) {
      one.setNoDelay(true);
      sockets.add(one);
      one.on('close', () => sockets.delete(one));
    }
    pass(socket, upstream);
    pass(upstream, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    lag: (ms) => void (lag = ms),
    stall: () => void (held ??= []),
    flow: () => {
      const late = held ?? [];
      held = null;
      for (const write of late) write();
    },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => void (isCut = false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
