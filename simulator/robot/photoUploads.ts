/** Photos on command: rendered by the video process, uploaded, and named as the result of the action. */
import type { NamedFile } from '../../contract/rules/mapFiles/zip.ts';
import type { Pose } from '../../contract/entities/values.ts';
import type { PhotoCause } from '../../contract/wire/actions.ts';
import { UploadRefused } from './fileUploads.ts';

/** A photo as the camera sees it when the action begins. */
export interface PhotoRequest {
  readonly actionId: string;
  /** Simulated time, ms since 1970. */
  readonly at: number;
  /** Why and where the robot takes it by itself; absent on command. */
  readonly own?: { readonly cause: PhotoCause; readonly pose: Pose; readonly orderId?: string };
}
export type PhotoResult = { readonly fileId: string } | { readonly fault: string };

/** A map that a robot has made for an action. */
export interface ScanUpload {
  readonly actionId: string;
  readonly files: readonly NamedFile[];
}

interface PhotoUploadsOptions {
  /** @returns a JPEG file */
  render: (photo: PhotoRequest) => Promise<Uint8Array>;
  /** @returns the file's id */
  upload: (name: string, bytes: Uint8Array) => Promise<string>;
  finish: (photo: PhotoRequest, result: PhotoResult) => void;
  warn: (fields: object, message: string) => void;
}

/** Photos of one robot at the same time; further ones fail at once. */
const MOST = 3;

export class PhotoUploads {
  private readonly options: PhotoUploadsOptions;
  private running = 0;

  constructor(options: PhotoUploadsOptions) {
    this.options = options;
  }

  take(photo: PhotoRequest): void {
    if (this.running >= MOST) return this.options.finish(photo, { fault: 'The camera is busy with other photos.' });
    this.running++;
    void this.publish(photo).finally(() => this.running--);
  }

  private async publish(photo: PhotoRequest): Promise<void> {
    const { render, upload, finish, warn } = this.options;
    try {
      finish(photo, { fileId: await upload('photo.jpg', await render(photo)) });
    } catch (error) {
      warn({ reason: error instanceof Error ? error.message : String(error) }, 'a photo could not be uploaded');
      finish(photo, {
        fault:
          error instanceof UploadRefused
            ? 'The server does not accept the photo.'
            : 'The photo could not be sent to the server.',
      });
    }
  }
}
