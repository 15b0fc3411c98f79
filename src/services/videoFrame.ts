/** The current frame of a live stream. */

/** Longest time for a frame: a stream that is flowing has one at once. */
const PATIENCE_MS = 5_000;

/**
 * Plays the stream in an element that is not shown, and reads the first frame.
 * @throws Error if there is no frame
 */
export async function withFrame<Result>(
  stream: MediaStream | null,
  page: Document,
  read: (video: HTMLVideoElement) => Promise<Result>,
): Promise<Result> {
  if (!stream?.getVideoTracks().some(({ readyState }) => readyState === 'live')) throw new Error('no stream');
  const video = page.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      video.play(),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('no frame')), PATIENCE_MS);
      }),
    ]);
    if (video.videoWidth === 0) throw new Error('no frame');
    return await read(video);
  } finally {
    clearTimeout(timer);
    video.srcObject = null;
  }
}
