import { expect, it } from 'vitest';
import * as v from 'valibot';
import { teleopMessage } from '../../contract/wire/actions.ts';
import { sendPulse } from '../../src/services/drivePulse.ts';

function socket(waiting = 0) {
  const sent: [string, unknown][] = [];
  return { sent, parts: { bufferedAmount: () => waiting, ticks: () => 1_234.5, publish: (topic: string, payload: string) => { sent.push([topic, JSON.parse(payload)]); return true; } } };
}
const pulse = { lease: 7, sequence: 3, vx: 0.45, wz: 0 };

it('leaves on the topic of its lease, stamped with the time it leaves', () => {
  const { sent, parts } = socket();
  expect(sendPulse(parts, 'uagv/v2/acme/SN', pulse)).toBe(true);
  expect(sent[0]?.[0]).toBe('uagv/v2/acme/SN/teleop/7');
  expect(v.parse(teleopMessage, sent[0]?.[1])).toEqual({ ...pulse, sentAt: 1_234.5 });
});

it('does not leave while bytes wait, nor over a closed link, nor without an address', () => {
  for (const waiting of [1, Infinity]) {
    const { sent, parts } = socket(waiting);
    expect(sendPulse(parts, 'uagv/v2/acme/SN', pulse)).toBe(false);
    expect(sent).toEqual([]);
  }
  expect(sendPulse(socket().parts, '', pulse)).toBe(false);
});
