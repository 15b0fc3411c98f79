/** The binary answer of get-tracks: what goes in comes out, and damage is noticed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TrackDamaged } from '../../../contract/rules/trackChunk.ts';
import { decodeTrackReply, encodeTrackReply } from '../../../contract/wire/trackReply.ts';

const chunk = fc.uint8Array({ maxLength: 40 });
const reply = fc.record({
  periods: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
  robots: fc.array(fc.record({ serialNumber: fc.string(), chunks: fc.array(chunk, { maxLength: 5 }) }), {
    maxLength: 5,
  }),
});
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (one instanceof Uint8Array ? [...one] : one)));

it('comes out as it went in', () => {
  fc.assert(
    fc.property(reply, (given) => {
      expect(plain(decodeTrackReply(encodeTrackReply(given)))).toEqual(plain(given));
    }),
  );
});

it('is refused when it is damaged', () => {
  const whole = encodeTrackReply({
    periods: [[1, 2]],
    robots: [{ serialNumber: 'A', chunks: [Uint8Array.of(1, 2, 3)] }],
  });
  for (const broken of [whole.slice(0, 2), whole.slice(0, 20), whole.slice(0, -1), Uint8Array.of(...whole, 0)])
    expect(() => decodeTrackReply(broken)).toThrow(TrackDamaged);
  expect(() => decodeTrackReply(Uint8Array.of(0, 0, 0, 2, 123, 33))).toThrow(TrackDamaged);
});
