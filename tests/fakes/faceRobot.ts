/** A scripted robot that recognises faces: it uploads a picture as a robot does, and reports it on its private topic. */
import { createHmac } from 'node:crypto';
import mqtt from 'mqtt';
import sharp from 'sharp';
import { vi } from 'vitest';
import { canonical } from '../../contract/wire/canonical.ts';
import { API_BASE } from '../../contract/wire/envelope.ts';
import type { PrivateCommand } from '../../contract/wire/privateCommands.ts';
import { FileUploads } from '../../simulator/robot/fileUploads.ts';
import { scriptedRobot } from './scriptedRobot.ts';
import { A, tokenOf, type Person, type TestServer } from './testServer.ts';

export const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

/** A picture with detail, which a blur must destroy. */
export const clearPicture = (seed = 7): Promise<Buffer> => {
  const [width, height] = [240, 300];
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let i = 0; i < pixels.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[i] = state >> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
};

export async function faceRobot(test: TestServer, serialNumber: string = A.serialNumber) {
  let counted = 0;
  const robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: serialNumber,
      password: 'secret',
      clientId: `robot-${serialNumber}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber },
  );
  const tell = (event: { type: string } & Record<string, unknown>, at = Date.now(), id = `e-${++counted}`) =>
    robot.say('private/events', { id, at, event });
  const uploads = new FileUploads({
    now: () => Date.now(),
    retryMs: 20,
    send: (message) => void robot.say('private/events', message),
  });
  let heard = 0;
  /** Hands what arrived on the private topic to the uploads. */
  const pump = setInterval(() => {
    for (; heard < robot.received.length; heard++) {
      const one = robot.received[heard];
      if (one?.name === 'private/commands') uploads.hear(one.message as unknown as PrivateCommand);
    }
  }, 10);
  return {
    robot,
    tell,
    upload: (bytes: Uint8Array) => uploads.upload({ kind: 'face', name: 'face.jpg', bytes }),
    /** The last list of persons that the robot was told. */
    recognition: () =>
      robot.received
        .map(({ message }) => message)
        .filter((message) => message['type'] === 'faceRecognition')
        .at(-1) as { sentAt: number; isOn: boolean; persons: { personId: string; faceId: string }[] } | undefined,
    leave: async () => {
      clearInterval(pump);
      await robot.leave();
    },
  };
}
export type FaceRobot = Awaited<ReturnType<typeof faceRobot>>;

/** A call whose reply is read as bytes. */
export function rawCall(test: TestServer, person: Person, path: string, data: object) {
  const [id, time, token] = [test.newId(), String(Date.now()), tokenOf(person)];
  const extra = createHmac('sha256', token)
    .update([id, time, path, canonical(data)].join('\n'))
    .digest('hex');
  return test.server.inject({
    method: 'POST',
    url: `${API_BASE}${path}`,
    headers: {
      'content-type': 'application/json',
      language: 'en-us',
      'system-type': 'web',
      time,
      authorization: token,
    },
    payload: JSON.stringify({ id, data, extra }),
  });
}
