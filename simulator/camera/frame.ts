/**
 * An I420 picture: a luma plane, then two chroma planes at half the size in each direction. Limited range (16..235),
 * BT.601, as WebRTC expects it.
 */

export type I420Buffer = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
};
export type Planes = {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  readonly chromaWidth: number;
};
export type Yuv = readonly [y: number, u: number, v: number];

export const i420Size = (width: number, height: number): number =>
  width * height + 2 * ((width + 1) >> 1) * ((height + 1) >> 1);

export function createFrame(width: number, height: number): I420Buffer {
  return { width, height, data: new Uint8ClampedArray(i420Size(width, height)) };
}

const [BLACK, NO_COLOUR] = [16, 128];
export function blackFrame(width: number, height: number): I420Buffer {
  const frame = createFrame(width, height);
  frame.data.fill(BLACK, 0, width * height).fill(NO_COLOUR, width * height);
  return frame;
}

export function planesOf({ width, height, data }: I420Buffer): Planes {
  const chromaWidth = (width + 1) >> 1;
  const luma = width * height;
  const chroma = chromaWidth * ((height + 1) >> 1);
  const view = (from: number, length: number) => new Uint8Array(data.buffer, data.byteOffset + from, length);
  return { width, height, chromaWidth, y: view(0, luma), u: view(luma, chroma), v: view(luma + chroma, chroma) };
}

export function yuv(r: number, g: number, b: number): Yuv {
  return [
    Math.round(16 + 0.2568 * r + 0.5041 * g + 0.0979 * b),
    Math.round(128 - 0.1482 * r - 0.291 * g + 0.4392 * b),
    Math.round(128 + 0.4392 * r - 0.3678 * g - 0.0714 * b),
  ];
}

/**
 * Fills one column from `top` to `bottom` (pixels, fractions allowed), interpolating luma between two values. The rows
 * at both ends are blended by their coverage, so that slanting edges look smooth.
 */
export function fillColumn(
  planes: Planes,
  x: number,
  top: number,
  bottom: number,
  lumaTop: number,
  lumaBottom: number,
  u: number,
  v: number,
): void {
  const { width, height, y: luma } = planes;
  const from = top < 0 ? 0 : top;
  const to = bottom > height ? height : bottom;
  if (to <= from) return;
  const slope = (lumaBottom - lumaTop) / (bottom - top);
  const first = Math.floor(from);
  const last = Math.floor(to);
  let tone = lumaTop + (from - top) * slope;
  if (first === last) {
    mixLuma(luma, first * width + x, tone, to - from);
  } else {
    let row = first;
    if (first < from) {
      mixLuma(luma, first * width + x, tone, first + 1 - from);
      tone += slope * (first + 1 - from);
      row++;
    }
    for (let at = row * width + x; row < last; row++, at += width, tone += slope) luma[at] = tone;
    if (to > last) mixLuma(luma, last * width + x, tone, to - last);
  }
  if ((x & 1) === 0) fillChroma(planes, x >> 1, (Math.round(from) + 1) >> 1, (Math.round(to) + 1) >> 1, u, v);
}

function fillChroma(
  { chromaWidth, u: planeU, v: planeV }: Planes,
  column: number,
  first: number,
  end: number,
  u: number,
  v: number,
) {
  for (let row = first, at = first * chromaWidth + column; row < end; row++, at += chromaWidth) {
    planeU[at] = u;
    planeV[at] = v;
  }
}

function mixLuma(luma: Uint8Array, at: number, tone: number, share: number) {
  const old = luma[at] ?? 0;
  luma[at] = old + (tone - old) * share;
}
