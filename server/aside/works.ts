/** What is done beside the event loop: whatever large bodies and pictures take longer for than anybody else may wait. */
import { openLarge } from '../http/openBody.ts';
import { exportPicture, readPicture } from '../features/mapPicture.ts';

/** A list moves bytes over instead of copying them. */
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
