/** PGM, the image format of ROS maps: binary P5 (8 and 16 bits) and plain-text P2, with comments in the header. */
import { checkSize, MapFileFault, type Picture, type Progress } from './picture.ts';

export const isPgm = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && (bytes[1] === 0x35 || bytes[1] === 0x32) && isSpace(bytes[2]);

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
const HASH = 0x23;
const ROWS_A_STEP = 200;

/** Reads the numbers of the header and of P2, skipping white space and comments; -1 at the end. */
function reader(bytes: Uint8Array, from: number) {
  let at = from;
  const next = (): number => {
    for (;;) {
      if (isSpace(bytes[at])) at += 1;
      else if (bytes[at] === HASH) while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
      else break;
    }
    if (at >= bytes.length) return -1;
    let value = 0;
    const start = at;
    for (; at < bytes.length; at++) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      if (value > 1e9) throw new MapFileFault('pictureDamaged');
    }
    if (at === start) throw new MapFileFault('pictureDamaged');
    return value;
  };
  return { next, place: () => at };
}

/** @throws MapFileFault notAPicture, pictureTooLarge, pictureDamaged */
export function decodePgm(bytes: Uint8Array, progress: Progress = () => undefined): Picture {
  if (!isPgm(bytes)) throw new MapFileFault('notAPicture');
  const numbers = reader(bytes, 2);
  const [width, height, most] = [numbers.next(), numbers.next(), numbers.next()];
  checkSize(width, height);
  if (most < 1 || most > 65_535) throw new MapFileFault('pictureDamaged');
  const data = new Uint8Array(width * height);
  const scaled = (value: number): number => {
    if (value > most) throw new MapFileFault('pictureDamaged');
    return most === 255 ? value : Math.round((value * 255) / most);
  };
  const told = (row: number): void => {
    if (row % ROWS_A_STEP === 0) progress(row / height);
  };
  if (bytes[1] === 0x32) {
    for (let row = 0; row < height; row++) {
      told(row);
      for (let column = 0; column < width; column++) {
        const value = numbers.next();
        if (value < 0) throw new MapFileFault('pictureDamaged');
        data[row * width + column] = scaled(value);
      }
    }
  } else {
    // A single white-space character ends the header.
    const start = numbers.place() + 1;
    const size = most > 255 ? 2 : 1;
    if (bytes.length < start + width * height * size) throw new MapFileFault('pictureDamaged');
    if (most === 255) data.set(bytes.subarray(start, start + width * height));
    else
      for (let row = 0, from = start, to = 0; row < height; row++) {
        told(row);
        for (let column = 0; column < width; column++, from += size)
          data[to++] = scaled(size === 2 ? ((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0) : (bytes[from] ?? 0));
      }
  }
  progress(1);
  return { width, height, channels: 1, data };
}

export function encodePgm({ width, height, channels, data }: Picture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + width * height);
  bytes.set(head);
  if (channels === 1) bytes.set(data, head.length);
  else
    for (let i = 0; i < width * height; i++) {
      const [red, green, blue] = [data[3 * i] ?? 0, data[3 * i + 1] ?? 0, data[3 * i + 2] ?? 0];
      bytes[head.length + i] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
    }
  return bytes;
}
