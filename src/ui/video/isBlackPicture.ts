/** Whether the current frame of a video is black, as a robot sends instead of a picture while access is unconfirmed. */
const WIDTH = 32;
const HEIGHT = 18;
const CHANNELS = 4;
/** Encoders leave some noise in black. */
const DARK = 24;

/** False for a video without a frame. */
export function isBlackPicture(video: HTMLVideoElement): boolean {
  if (video.videoWidth === 0) return false;
  const canvas = video.ownerDocument.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pencil = canvas.getContext('2d');
  if (!pencil) return false;
  pencil.drawImage(video, 0, 0, WIDTH, HEIGHT);
  return pencil
    .getImageData(0, 0, WIDTH, HEIGHT)
    .data.every((value, index) => index % CHANNELS === CHANNELS - 1 || value < DARK);
}
