/** Jobs for the worker threads: large request bodies and pictures, which would block the event loop for too long. */
import { openLargeBody } from '../http/openBody.ts';
import { isPlaceFree, isWayFree, planLegs, startPlaceOn } from '../features/freeWay.ts';
import { exportPicture, readPicture } from '../features/mapPicture.ts';
import { readWalls } from '../features/wallPixels.ts';
import { rewriteFace, rewritePicture } from '../files/rewritePicture.ts';

/** `moved` lists output buffers that are transferred instead of copied. */
interface Work<Input, Output> {
  run(input: Input): Output | Promise<Output>;
  moved?(output: Output): readonly Uint8Array[];
}
const work = <Input, Output>(one: Work<Input, Output>): Work<Input, Output> => one;

export const JOBS = {
  openBody: work({ run: openLargeBody }),
  readPicture: work({ run: readPicture, moved: ({ png, picture }) => [png, picture.data] }),
  isWayFree: work({ run: isWayFree }),
  isPlaceFree: work({ run: isPlaceFree }),
  planLegs: work({ run: planLegs }),
  startPlaceOn: work({ run: startPlaceOn }),
  readWalls: work({ run: readWalls, moved: ({ bits }) => [bits] }),
  exportPicture: work({ run: exportPicture, moved: (zip) => [zip] }),
  rewritePicture: work({ run: (bytes: Uint8Array) => rewritePicture(bytes) }),
  rewriteFace: work({ run: rewriteFace }),
};
export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]['run']>[0];
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]['run']>>;

export interface JobRequest {
  id: number;
  name: JobName;
  input: unknown;
}
export type Outcome = { id: number } & (
  { output: unknown } | { refused: { code: number; detail: object } } | { failed: string }
);
