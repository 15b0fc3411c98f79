/**
 * Scans QR codes with the phone's camera: reads the central square of the picture some times per second, only while a
 * scanner is open. The decoder is loaded once the camera has started.
 */
export type CameraTrouble = 'denied' | 'absent' | 'busy' | 'insecure' | 'broken';

export interface Watch {
  opened(hasTorch: boolean): void;
  failed(trouble: CameraTrouble): void;
  seen(text: string): void;
}
export interface Camera {
  /** @returns a function that closes the camera */
  open(watch: Watch): () => void;
  torch(on: boolean): void;
  /** Sets the video element; null detaches it. */
  attach(video: HTMLVideoElement | null): void;
}
export interface CameraParts {
  /** Undefined in insecure contexts. */
  devices: Pick<MediaDevices, 'getUserMedia'> | undefined;
  isSecure: boolean;
  createCanvas(): HTMLCanvasElement;
  loadReader(): Promise<(picture: ImageData) => string | null>;
}

const LOOK_EVERY_MS = 150;
/** Side of the decoded square, pixels: enough for a code across half a room, and fast on an old phone. */
const SIDE_PX = 640;
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
};

export function createCamera({ devices, isSecure, createCanvas, loadReader }: CameraParts): Camera {
  let stream: MediaStream | null = null;
  let shown: HTMLVideoElement | null = null;
  const show = (): void => {
    if (!shown || shown.srcObject === stream) return;
    shown.srcObject = stream;
    // The video is muted and in the document, so playback only fails when the element is removed.
    if (stream) void shown.play().catch(() => undefined);
  };
  const track = (): MediaStreamTrack | undefined => stream?.getVideoTracks()[0];

  return {
    attach(video) {
      shown = video;
      show();
    },
    torch: (on) =>
      void track()
        ?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
        .catch(() => undefined),
    open(watch) {
      if (!devices) {
        watch.failed(isSecure ? 'absent' : 'insecure');
        return () => undefined;
      }
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const canvas = createCanvas();
      const end = (): void => {
        isOver = true;
        clearTimeout(timer);
        for (const one of stream?.getTracks() ?? []) one.stop();
        stream = null;
        show();
      };
      const begin = async (): Promise<void> => {
        const opened = await devices.getUserMedia(WANTED);
        if (isOver) {
          for (const one of opened.getTracks()) one.stop();
          return;
        }
        stream = opened;
        show();
        track()?.addEventListener('ended', () => !isOver && watch.failed('busy'));
        watch.opened('torch' in (track()?.getCapabilities?.() ?? {}));
        const read = await loadReader();
        const look = (): void => {
          if (isOver) return;
          const picture = shown && squareOf(shown, canvas);
          const text = picture && read(picture);
          if (text) watch.seen(text);
          timer = setTimeout(look, LOOK_EVERY_MS);
        };
        look();
      };
      begin().catch((error: unknown) => {
        if (isOver) return;
        end();
        watch.failed(troubleOf(error));
      });
      return end;
    },
  };
}

/** Null while there is no picture yet. */
function squareOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth: width, videoHeight: height } = video;
  const side = Math.min(width, height);
  const context = side > 0 ? canvas.getContext('2d', { willReadFrequently: true }) : null;
  if (!context) return null;
  const size = Math.min(SIDE_PX, side);
  canvas.width = size;
  canvas.height = size;
  context.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, size, size);
  return context.getImageData(0, 0, size, size);
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
};
const troubleOf = (error: unknown): CameraTrouble =>
  (error instanceof Error ? TROUBLES[error.name] : undefined) ?? 'broken';
