/**
 * A handler in two steps: what has to happen before the write's transaction begins (limits that are counted whatever becomes of the
 * call, slow hashes), and the work. Nobody takes a second connection of the database while holding one, so nothing of the first step
 * may be done in the second. A repeat of a call that was done does neither.
 */
import type { RequestContext } from './requestContext.ts';

/** `db` is no transaction; effects are of the work alone. */
export type PreparationContext = Omit<RequestContext, 'afterCommit'>;

interface Steps {
  isGuarded: boolean;
  before(input: unknown, context: PreparationContext): Promise<unknown>;
  handle(input: unknown, context: RequestContext, found: unknown): Promise<unknown>;
  /** What the first step made is taken away again, once the work has failed for good. */
  undo(found: unknown): Promise<void>;
}
const STEPS = new WeakMap<object, Steps>();

/** Called as it is, it does both steps; the door does each at its time. @param undo takes away what the first step made, when the second fails */
export function guarded<Input, Found, Answer>(
  before: (input: Input, context: PreparationContext) => Promise<Found>,
  handle: (input: Input, context: RequestContext, found: Found) => Promise<Answer>,
  undo: (found: Found) => Promise<void> = () => Promise.resolve(),
): (input: Input, context: RequestContext) => Promise<Answer> {
  const both = async (input: Input, context: RequestContext): Promise<Answer> => {
    const found = await before(input, context);
    return handle(input, context, found).catch(async (error: unknown) => {
      await undo(found);
      throw error;
    });
  };
  STEPS.set(both, { isGuarded: true, before, handle, undo } as Steps); // the door hands each what the schema of the call gave, and what the first found
  return both;
}

/** Of a handler in one step, the first finds nothing. */
export const stepsOf = (handle: (input: unknown, context: RequestContext) => Promise<unknown>): Steps =>
  STEPS.get(handle) ?? {
    isGuarded: false,
    before: () => Promise.resolve(undefined),
    handle: (input, context) => handle(input, context),
    undo: () => Promise.resolve(),
  };
