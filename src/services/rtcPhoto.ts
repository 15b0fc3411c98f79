/** Takes the current video frame as a picture, for the library or as the still of a recording. */
import { THUMBNAIL_PX } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { withFrame } from './videoFrame.ts';

const QUALITY = 0.9;
const STILL_QUALITY = 0.75;

/** @returns a JPEG @throws ApiError screenshotFailed if there is no frame */
export async function grabPhoto(stream: MediaStream | null, page: Document): Promise<Blob> {
  try {
    const picture = await withFrame(
      stream,
      page,
      (video) => new Promise<Blob | null>((made) => drawn(video, page, 1).toBlob(made, 'image/jpeg', QUALITY)),
    );
    if (!picture) throw new Error('no picture');
    return picture;
  } catch (error) {
    throw error instanceof BaseApiError
      ? error
      : new ApiError('screenshotFailed', {}, error instanceof Error ? error.message : '');
  }
}

/** @returns a JPEG of the size of a thumbnail, in base64 @throws Error if there is no frame */
export const grabStill = (stream: MediaStream | null, page: Document): Promise<string> =>
  withFrame(stream, page, async (video) => {
    const scale = Math.min(1, THUMBNAIL_PX / Math.max(video.videoWidth, video.videoHeight));
    const [, base64 = ''] = drawn(video, page, scale).toDataURL('image/jpeg', STILL_QUALITY).split(',');
    if (base64 === '') throw new Error('no picture');
    return base64;
  });

function drawn(video: HTMLVideoElement, page: Document, scale: number): HTMLCanvasElement {
  const canvas = page.createElement('canvas');
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  const pencil = canvas.getContext('2d');
  if (!pencil) throw new Error('no frame');
  pencil.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}
