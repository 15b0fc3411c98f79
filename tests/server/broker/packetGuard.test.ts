import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAllowance,
  guardPackets,
  strangersAllowance,
  type Allowance,
} from '../../../server/broker/packetGuard.ts';

const LONGEST = 2_000;
let stream: PassThrough;
let refused: string[];
let time: number;
let allowance: Allowance;
beforeEach(() => {
  stream = new PassThrough();
  refused = [];
  time = 0;
  allowance = createAllowance(LONGEST, () => time);
  guard(stream);
});
const guard = (one: PassThrough): void => {
  guardPackets(one, { allowance: () => allowance, onRefused: (reason) => void refused.push(reason) });
  // Reads like the broker: whenever data is available.
  one.on('readable', () => void one.read());
};
const sendOn = async (one: PassThrough, ...chunks: Buffer[]): Promise<void> => {
  for (const chunk of chunks) {
    if (!one.destroyed) one.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const send = (...chunks: Buffer[]): Promise<void> => sendOn(stream, ...chunks);
/** A PUBLISH on the topic `t`. Its body is three bytes longer than its payload. */
const publish = (bytes: number): Buffer => {
  const length = bytes + 3;
  const announced = length < 128 ? [length] : [(length % 128) | 0x80, Math.floor(length / 128)];
  return Buffer.concat([Buffer.from([0x30, ...announced, 0, 1]), Buffer.from('t'), Buffer.alloc(bytes)]);
};
const ping = Buffer.from([0xc0, 0]);

describe('a connection', () => {
  it('may send packets of any kind and size up to the longest, cut anywhere', async () => {
    const bytes = Buffer.concat([ping, publish(0), publish(100), ping, publish(LONGEST - 10), ping]);
    await send(bytes, ...Array.from(bytes, (byte) => Buffer.from([byte])));
    expect(refused).toEqual([]);
  });
  it('is ended at the announcement of a packet that is too long', async () => {
    await send(ping, publish(LONGEST).subarray(0, 3));
    expect(refused).toEqual([`a packet of ${LONGEST + 3} bytes`]);
    expect(stream.destroyed).toBe(true);
  });
  it('names no more topics at once than a few hundred', async () => {
    allowance = createAllowance(1 << 20, () => time);
    const packet = (type: number, length: number): Buffer =>
      Buffer.concat([
        Buffer.from([type, (length % 128) | 0x80, ((length >> 7) % 128) | 0x80, length >> 14]),
        Buffer.alloc(length),
      ]);
    await send(packet(0x30, 20 << 10), packet(0x82, 16 << 10), packet(0xa2, 16 << 10));
    expect(refused).toEqual([]);
    await send(packet(0x82, 20 << 10));
    expect(refused).toEqual([`a packet of ${20 << 10} bytes`]);
  });
  it('is ended when its lengths are none', async () => {
    await send(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x7f]));
    expect(refused).toEqual(['not MQTT']);
  });
  it('is ended by a flood of packets, but not by as many over a while', async () => {
    for (let second = 0; second < 20; second += 1) {
      await send(Buffer.concat(Array.from({ length: 300 }, () => ping)));
      time += 1_000;
    }
    expect(refused).toEqual([]);
    await send(Buffer.concat(Array.from({ length: 3_000 }, () => ping)));
    expect(refused).toEqual(['too many packets']);
  });
  it('shares what it may send with the others of its account', async () => {
    const others = Array.from({ length: 20 }, () => new PassThrough());
    others.forEach(guard);
    for (const one of others) await sendOn(one, Buffer.concat(Array.from({ length: 280 }, () => ping)));
    expect(others.filter(({ destroyed }) => !destroyed)).toHaveLength(3); // A burst of a thousand is allowed.
    expect(allowance.rate().messages).toBeGreaterThan(1_000);
    await send(ping);
    expect(stream.destroyed).toBe(true);
  });
  it('that did not say yet whose it is may send who it is, and no more', async () => {
    allowance = strangersAllowance(() => time);
    await send(publish(1_000), ping);
    expect(refused).toEqual([]);
    await send(Buffer.from([0x30, 0x80, 0x80, 0x02])); // A declared length of 32 KiB
    expect(refused).toEqual(['a packet of 32768 bytes']);
  });
});
