/**
 * Pictures of alarms: rendered by the video process, uploaded, and reported with the alarm's id. An alarm never waits
 * for its pictures; a picture that the server refuses, or that fails a few times, is given up.
 */
import { UploadRefused } from '../robot/fileUploads.ts';
import type { AlarmPicture } from './alarmWatch.ts';

export interface AlarmPicturesOptions {
  /** @returns a JPEG file */
  render: (picture: AlarmPicture) => Promise<Uint8Array>;
  /** @returns the file's id */
  upload: (name: string, bytes: Uint8Array) => Promise<string>;
  /** Reports the uploaded file. */
  report: (picture: AlarmPicture, fileId: string) => void;
  warn: (fields: object, message: string) => void;
  now: () => number;
  /** Pause before the next try, ms. */
  retryMs?: number;
}

const TRIES = 3;
const RETRY_MS = 5_000;
/** Below the limits of the server: 20 pending uploads, 120 an hour for each robot. */
const MOST_WAITING = 12;
const MOST_PER_HOUR = 90;
const HOUR_MS = 3_600_000;

/** The pictures of one robot, one after another. */
export class AlarmPictures {
  private readonly options: AlarmPicturesOptions;
  private readonly waiting: AlarmPicture[] = [];
  /** When uploads began, within the last hour. */
  private begun: number[] = [];
  private isBusy = false;
  private isClosed = false;

  constructor(options: AlarmPicturesOptions) {
    this.options = options;
  }

  add(picture: AlarmPicture): void {
    if (this.isClosed || this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(picture);
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    for (let picture = this.waiting.shift(); picture && !this.isClosed; picture = this.waiting.shift())
      await this.publish(picture);
    this.isBusy = false;
  }

  private async publish(picture: AlarmPicture): Promise<void> {
    const { render, upload, report, warn, now, retryMs = RETRY_MS } = this.options;
    for (let tries = 1; !this.isClosed; tries++) {
      const time = now();
      this.begun = this.begun.filter((at) => at > time - HOUR_MS);
      if (this.begun.length >= MOST_PER_HOUR) return;
      try {
        const bytes = await render(picture);
        this.begun.push(time);
        return report(picture, await upload(`${picture.moment}.jpg`, bytes));
      } catch (error) {
        if (this.isClosed) return;
        if (tries === TRIES || error instanceof UploadRefused) {
          const reason = error instanceof Error ? error.message : String(error);
          return warn({ alarm: picture.alarmId, moment: picture.moment, reason }, 'a picture of an alarm was given up');
        }
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
  }

  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }
}
