/** Saves the current video frame as a picture on the user's disk. */
import { ApiError } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { download } from './download.ts';
import { withFrame } from './videoFrame.ts';

/** @throws ApiError screenshotFailed if there is no frame */
export async function savePhoto(stream: MediaStream | null, name: string, page: Document): Promise<void> {
  try {
    const picture = await withFrame(stream, page, async (video) => {
      const canvas = page.createElement('canvas');
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      const pencil = canvas.getContext('2d');
      if (!pencil) throw new Error('no frame');
      pencil.drawImage(video, 0, 0);
      return new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'));
    });
    if (!picture) throw new Error('no picture');
    download(picture, name, page);
  } catch (error) {
    throw error instanceof BaseApiError
      ? error
      : new ApiError('screenshotFailed', {}, error instanceof Error ? error.message : '');
  }
}
