/**
 * Decodes an uploaded picture and encodes it again, so that only pixels are stored: no metadata, nothing hidden behind
 * the picture. Runs in a worker thread (workerThreads/jobs.ts).
 */
import { PICTURE_PIXELS_MAX, THUMBNAIL_PX, type ContentType } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';

export interface RewrittenPicture {
  bytes: Uint8Array;
  /** WebP, at most THUMBNAIL_PX a side. */
  thumbnail: Uint8Array;
  contentType: ContentType;
}

const QUALITY = 88;
const THUMBNAIL_QUALITY = 75;

/**
 * Of a face: few pixels, so that what the blur leaves cannot be sharpened again; then enlarged softly. Nobody can be
 * recognised in a dozen pixels.
 */
const BLUR = { few: { width: 12, height: 15 }, shown: { width: 48, height: 60 }, sigma: 2.5 } as const;

/** The same for a face: its thumbnail is blurred. */
export const rewriteFace = (bytes: Uint8Array): Promise<RewrittenPicture> => rewritePicture(bytes, true);

/** @throws fileDamaged, filePixelsTooMany; fileTypeWrong without its parameters for anything but PNG, JPEG and WebP */
export async function rewritePicture(bytes: Uint8Array, blurred = false): Promise<RewrittenPicture> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const format = formatOf(whole);
  if (!format) throw new ApiError('fileTypeWrong');
  // Loaded on first use: the native library takes 30 MB.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // Reads the header only, so that a decompression bomb is refused before anything is unpacked.
  const { width, height } = await sharp(whole, { limitInputPixels: false })
    .metadata()
    .catch(() => Promise.reject(new ApiError('fileDamaged')));
  if (width * height > PICTURE_PIXELS_MAX)
    throw new ApiError('filePixelsTooMany', { words: { limit: PICTURE_PIXELS_MAX / 1e6 } });
  try {
    // `failOn` refuses truncated pictures; the orientation is applied, because its tag is dropped with the metadata.
    const upright = await sharp(whole, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'truncated', pages: 1 })
      .rotate()
      .toColourspace('srgb')
      [format]({ quality: QUALITY })
      .toBuffer();
    const clear = sharp(upright, { limitInputPixels: PICTURE_PIXELS_MAX });
    // Two pipelines, because sharp resizes once in each.
    const small = blurred
      ? sharp(
          await clear
            .resize({ ...BLUR.few, fit: 'cover' })
            .png()
            .toBuffer(),
        )
          .resize({ ...BLUR.shown, kernel: 'cubic' })
          .blur(BLUR.sigma)
      : clear.resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'inside', withoutEnlargement: true });
    const thumbnail = await small.webp({ quality: THUMBNAIL_QUALITY }).toBuffer();
    return { bytes: upright, thumbnail, contentType: `image/${format}` };
  } catch {
    throw new ApiError('fileDamaged');
  }
}

/** By the first bytes: SVG and all other formats never reach the decoder. */
function formatOf(bytes: Buffer): 'png' | 'jpeg' | 'webp' | null {
  if (bytes.length > 8 && bytes.readUInt32BE(0) === 0x89504e47) return 'png';
  if (bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null;
}
