/** Jobs for the worker threads: large request bodies and pictures, which would block the event loop for too long. */
import { openLarge } from '../http/openBody.ts';
import { exportPicture, readPicture } from '../features/mapPicture.ts';

/** `moved` lists output buffers that are transferred instead of copied. */
interface Work<Input, Output> {
  run(input: Input): Output | Promise<Output>;
  moved?(output: Output): readonly Uint8Array[];
}
const work = <Input, Output>(one: Work<Input, Output>): Work<Input, Output> => one;

export const WORKS = {
  openBody: work({ run: openLarge }),
  readPicture: work({ run: readPicture, moved: ({ png, picture }) => [png, picture.data] }),
  exportPicture: work({ run: exportPicture, moved: (zip) => [zip] }),
};
export type Works = typeof WORKS;
export type WorkName = keyof Works;
export type WorkInput<Name extends WorkName> = Parameters<Works[Name]['run']>[0];
export type WorkOutput<Name extends WorkName> = Awaited<ReturnType<Works[Name]['run']>>;

export interface Order {
  id: number;
  name: WorkName;
  input: unknown;
}
export type Outcome = { id: number } & (
  { output: unknown } | { refused: { code: number; detail: object } } | { failed: string }
);
