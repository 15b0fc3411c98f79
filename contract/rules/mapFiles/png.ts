/**
 * Reads and writes PNG without a canvas, so that grey levels are preserved exactly, in the browser and on the server.
 * Own implementation on the platform's streams: fast-png 8.0 decompresses colour profiles and pixels without a limit
 * (300 KB become 600 MiB, whatever size the header declares) and writes no row filters: photographs of 4,000 by 4,000
 * pixels would exceed MAP_PNG_MAX_BYTES.
 */
import { checkSize, MapFileFault, type Picture, type Progress } from './picture.ts';
import { crc32, pack, unpack } from './streams.ts';

const MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Samples per pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export const isPng = (bytes: Uint8Array): boolean => MARK.every((byte, i) => bytes[i] === byte);

interface Head {
  width: number;
  height: number;
  depth: number;
  colour: number;
  isInterlaced: boolean;
}

function* chunksOf(bytes: Uint8Array): Generator<{ name: string; data: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = MARK.length; at < bytes.length;) {
    if (at + 12 > bytes.length) throw new MapFileFault('pictureDamaged');
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) throw new MapFileFault('pictureDamaged');
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (view.getUint32(at + 8 + length) !== crc32(bytes.subarray(at + 4, at + 8 + length)))
      throw new MapFileFault('pictureDamaged');
    yield { name, data: bytes.subarray(at + 8, at + 8 + length) };
    if (name === 'IEND') return;
    at += 12 + length;
  }
  throw new MapFileFault('pictureDamaged');
}

function headOf(data: Uint8Array): Head {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (data.length !== 13) throw new MapFileFault('pictureDamaged');
  const head = {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth: view.getUint8(8),
    colour: view.getUint8(9),
    isInterlaced: view.getUint8(12) !== 0,
  };
  checkSize(head.width, head.height);
  if (!DEPTHS[head.colour]?.includes(head.depth)) throw new MapFileFault('pictureUnsupported');
  return head;
}

/** Reads the header of a PNG without decompressing it. @throws MapFileFault */
export function headOfPng(bytes: Uint8Array): { width: number; height: number; depth: number; samples: number } {
  if (!isPng(bytes)) throw new MapFileFault('notAPicture');
  const { value } = chunksOf(bytes).next();
  if (value?.name !== 'IHDR') throw new MapFileFault('pictureDamaged');
  const { width, height, depth, colour } = headOf(value.data);
  return { width, height, depth, samples: SAMPLES[colour] ?? 1 };
}

/** @throws MapFileFault notAPicture, pictureTooLarge, pictureDamaged, pictureUnsupported (interlaced) */
export async function decodePng(bytes: Uint8Array, progress: Progress = () => undefined): Promise<Picture> {
  if (!isPng(bytes)) throw new MapFileFault('notAPicture');
  let head: Head | undefined;
  let palette: Uint8Array = new Uint8Array();
  const packed: Uint8Array[] = [];
  for (const { name, data } of chunksOf(bytes)) {
    // The header must come first: its size is checked before anything is decompressed.
    if (!head) {
      if (name !== 'IHDR') throw new MapFileFault('pictureDamaged');
      head = headOf(data);
    } else if (name === 'PLTE') palette = data;
    else if (name === 'IDAT') packed.push(data);
  }
  if (!head || packed.length === 0 || (head.colour === 3 && palette.length === 0))
    throw new MapFileFault('pictureDamaged');
  if (head.isInterlaced) throw new MapFileFault('pictureUnsupported');
  const stride = Math.ceil((head.width * (SAMPLES[head.colour] ?? 1) * head.depth) / 8);
  const size = (stride + 1) * head.height;
  const together = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0));
  packed.reduce((at, part) => (together.set(part, at), at + part.length), 0);
  const raw = await unpack(together, 'deflate', size, (done) => progress((done / size) * 0.4));
  if (raw?.length !== size) throw new MapFileFault('pictureDamaged');
  unfilter(raw, stride, head);
  progress(0.7);
  const picture = pixelsOf(raw, stride, head, palette);
  progress(1);
  return picture;
}

/** In place. */
function unfilter(raw: Uint8Array, stride: number, { height, colour, depth }: Head): void {
  const back = Math.max(1, ((SAMPLES[colour] ?? 1) * depth) / 8);
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1) + 1;
    const filter = raw[start - 1] ?? 0;
    if (filter > 4) throw new MapFileFault('pictureDamaged');
    if (filter === 0) continue;
    const above = row === 0 ? -1 : start - stride - 1;
    for (let i = 0; i < stride; i++) {
      const left = i >= back ? (raw[start + i - back] ?? 0) : 0;
      const up = above >= 0 ? (raw[above + i] ?? 0) : 0;
      const corner = i >= back && above >= 0 ? (raw[above + i - back] ?? 0) : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
      raw[start + i] = (raw[start + i] ?? 0) + guess;
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function pixelsOf(
  raw: Uint8Array,
  stride: number,
  { width, height, depth, colour }: Head,
  palette: Uint8Array,
): Picture {
  const samples = SAMPLES[colour] ?? 1;
  const channels = colour === 0 || colour === 4 ? 1 : 3;
  const data = new Uint8Array(width * height * channels);
  const most = 2 ** depth - 1;
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1) + 1;
    let to = row * width * channels;
    // Fast path for almost all maps: 8-bit greyscale.
    if (depth === 8 && colour === 0) {
      data.set(raw.subarray(start, start + width), to);
      continue;
    }
    const sample = (index: number): number => {
      if (depth === 8) return raw[start + index] ?? 0;
      if (depth === 16)
        return Math.round((((raw[start + 2 * index] ?? 0) << 8) | (raw[start + 2 * index + 1] ?? 0)) / 257);
      const bit = index * depth;
      const value = ((raw[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
      return colour === 3 ? value : Math.round((value * 255) / most);
    };
    for (let column = 0; column < width; column++) {
      const at = column * samples;
      if (colour === 3) {
        const entry = sample(at) * 3;
        for (let i = 0; i < 3; i++) data[to++] = palette[entry + i] ?? 0;
        continue;
      }
      // Transparent pixels are blended with white.
      const alpha = samples === 2 || samples === 4 ? sample(at + samples - 1) : 255;
      for (let i = 0; i < channels; i++) data[to++] = Math.round((sample(at + i) * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return { width, height, channels, data };
}

export async function encodePng({ width, height, channels, data }: Picture): Promise<Uint8Array> {
  const stride = width * channels;
  const raw = new Uint8Array((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    const at = row * (stride + 1);
    // Grey maps consist of uniform areas and compress best unfiltered. Photographs compress better with the Sub filter.
    if (channels === 1) raw.set(data.subarray(row * stride, (row + 1) * stride), at + 1);
    else {
      raw[at] = 1;
      for (let i = 0; i < stride; i++)
        raw[at + 1 + i] = (data[row * stride + i] ?? 0) - (i < channels ? 0 : (data[row * stride + i - channels] ?? 0));
    }
  }
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, channels === 1 ? 0 : 2], 8);
  const chunks = [chunk('IHDR', head), chunk('IDAT', await pack(raw, 'deflate')), chunk('IEND', new Uint8Array())];
  const whole = new Uint8Array(MARK.length + chunks.reduce((sum, { length }) => sum + length, 0));
  whole.set(MARK);
  chunks.reduce((at, part) => (whole.set(part, at), at + part.length), MARK.length);
  return whole;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(
    [...name].map((letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
