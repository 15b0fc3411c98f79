/**
 * HMAC-SHA256 (RFC 2104, FIPS 180-4) in lower-case hex. Pure JavaScript, because a page on plain http other than localhost
 * has no crypto.subtle; written for size, because the sign-in page loads it. It only signs requests: the server verifies
 * with node:crypto.
 */

const BLOCK_BYTES = 64;

/** The first 32 bits after the point. */
const fractionOf = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const isPrime = (number: number): boolean => {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
};

/** The cube roots of the first 64 primes, and the square roots of the first 8. */
const ROUNDS = new Int32Array(64);
const INITIAL = new Int32Array(8);
for (let number = 2, count = 0; count < 64; number += 1) {
  if (!isPrime(number)) continue;
  ROUNDS[count] = fractionOf(Math.cbrt(number));
  if (count < 8) INITIAL[count] = fractionOf(Math.sqrt(number));
  count += 1;
}

const at = (list: Int32Array, index: number): number => list[index] ?? 0;
const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The hash of two parts, as if they were one. */
function sha256(start: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = start.length + rest.length;
  // Padded with a 1 bit, zeros, and the number of bits (64 bits, big-endian).
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  bytes.set(start);
  bytes.set(rest, start.length);
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, length / 2 ** 29);
  view.setUint32(bytes.length - 4, length << 3);

  const hash = INITIAL.slice();
  const words = new Int32Array(64);
  for (let block = 0; block < bytes.length; block += BLOCK_BYTES) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let round = 0; round < 64; round += 1) {
      if (round < 16) words[round] = view.getInt32(block + round * 4);
      else {
        const early = at(words, round - 15);
        const late = at(words, round - 2);
        words[round] =
          at(words, round - 16) +
          (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
          at(words, round - 7) +
          (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
      }
      const one =
        h +
        (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
        ((e & f) ^ (~e & g)) +
        at(ROUNDS, round) +
        at(words, round);
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    hash.set([a, b, c, d, e, f, g, h].map((word, index) => word + at(hash, index)));
  }
  hash.forEach((word, index) => view.setInt32(index * 4, word));
  return bytes.slice(0, 32);
}

const NOTHING = new Uint8Array();

export function hmacSha256(key: string, message: string): string {
  const encoder = new TextEncoder();
  const secret = encoder.encode(key);
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(secret.length > BLOCK_BYTES ? sha256(secret, NOTHING) : secret);
  const padded = (pad: number): Uint8Array => block.map((byte) => byte ^ pad);
  const digest = sha256(padded(0x5c), sha256(padded(0x36), encoder.encode(message)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
