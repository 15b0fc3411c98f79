/** Where something is in a picture. */
import * as v from 'valibot';

const share = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1));
/** In parts of the picture, 0 to 1: `x` and `y` of the upper left corner, from the left and from the top. */
export const pictureBox = v.pipe(
  v.object({ x: share, y: share, width: share, height: share }),
  // Rounded numbers may add up to a little more.
  v.check(({ x, y, width, height }) => x + width <= 1.001 && y + height <= 1.001, 'a box inside the picture'),
);
export type PictureBox = v.InferOutput<typeof pictureBox>;
