import { expect, it } from 'vitest';
import * as v from 'valibot';
import { teleopMessage } from '../../contract/wire/actions.ts';
import { createSentTeleopLog, publishTeleop } from '../../src/services/teleopPublisher.ts';

function socket(waiting = 0) {
  const sent: [string, unknown][] = [];
  return {
    sent,
    parts: {
      bufferedAmount: () => waiting,
      publish: (topic: string, payload: string) => {
        sent.push([topic, JSON.parse(payload)]);
        return true;
      },
    },
  };
}
const pulse = { lease: 7, sequence: 3, stamp: 12, vx: 0.45, wz: 0 };

it('leaves on the topic of its lease, with the stamp it answers', () => {
  const { sent, parts } = socket();
  expect(publishTeleop(parts, 'uagv/v2/acme/SN', pulse)).toBe(true);
  expect(sent[0]?.[0]).toBe('uagv/v2/acme/SN/teleop/7');
  expect(v.parse(teleopMessage, sent[0]?.[1])).toEqual(pulse);
});

it('does not leave while bytes wait, nor over a closed link, nor without an address', () => {
  for (const waiting of [1, Infinity]) {
    const { sent, parts } = socket(waiting);
    expect(publishTeleop(parts, 'uagv/v2/acme/SN', pulse)).toBe(false);
    expect(sent).toEqual([]);
  }
  expect(publishTeleop(socket().parts, '', pulse)).toBe(false);
});

it('leaves when it is a zero, whatever waits', () => {
  const { sent, parts } = socket(5_000);
  expect(publishTeleop(parts, 'uagv/v2/acme/SN', { ...pulse, vx: 0 })).toBe(true);
  expect(sent).toHaveLength(1);
});

it('what left is remembered for half a minute, each robot and lease apart', () => {
  const log = createSentTeleopLog();
  for (let sequence = 0; sequence < 700; sequence += 1)
    log.note({ serialNumber: 'A', lease: 1, sequence }, sequence * 50);
  expect(log.leftAt({ serialNumber: 'A', lease: 1, sequence: 699 })).toBe(699 * 50);
  expect(log.leftAt({ serialNumber: 'A', lease: 1, sequence: 0 })).toBeNull();
  expect(log.leftAt({ serialNumber: 'B', lease: 1, sequence: 699 })).toBeNull();
  expect(log.leftAt({ serialNumber: 'A', lease: 2, sequence: 699 })).toBeNull();
});
