/** The square crop of an image: zoom, and centre as fractions of the image's sides. */
export interface PictureSize {
  width: number;
  height: number;
}
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const FIRST_CROP: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const MOST_ZOOM = 4;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** In pixels of the image. */
export function squareOf(
  { width, height }: PictureSize,
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return {
    left: within(x * width - side / 2, 0, width - side),
    top: within(y * height - side / 2, 0, height - side),
    side,
  };
}

/** The same crop, clamped to the image. */
export function fitted(size: PictureSize, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, MOST_ZOOM);
  const { left, top, side } = squareOf(size, { ...crop, zoom });
  return { zoom, x: (left + side / 2) / size.width, y: (top + side / 2) / size.height };
}
