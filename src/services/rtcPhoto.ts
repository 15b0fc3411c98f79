/** Takes the current video frame as a picture. */
import { ApiError } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { withFrame } from './videoFrame.ts';

const QUALITY = 0.9;

/** @returns a JPEG @throws ApiError screenshotFailed if there is no frame */
export async function grabPhoto(stream: MediaStream | null, page: Document): Promise<Blob> {
  try {
    const picture = await withFrame(stream, page, async (video) => {
      const canvas = page.createElement('canvas');
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      const pencil = canvas.getContext('2d');
      if (!pencil) throw new Error('no frame');
      pencil.drawImage(video, 0, 0);
      return new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', QUALITY));
    });
    if (!picture) throw new Error('no picture');
    return picture;
  } catch (error) {
    throw error instanceof BaseApiError
      ? error
      : new ApiError('screenshotFailed', {}, error instanceof Error ? error.message : '');
  }
}
