/**
 * A handler in two steps: the preparation, which must run before the write's transaction begins (rate limits that count
 * even when the request fails, slow hashes), and the work itself. No code takes a second database connection while it
 * holds one, so the work must not do anything that belongs to the preparation. A repeat of a completed request runs
 * neither step.
 */
import type { RequestContext } from './requestContext.ts';

/** `db` is not a transaction; effects belong to the work only. */
export type PreparationContext = Omit<RequestContext, 'afterCommit'>;

interface Steps {
  isGuarded: boolean;
  before(input: unknown, context: PreparationContext): Promise<unknown>;
  handle(input: unknown, context: RequestContext, found: unknown): Promise<unknown>;
  /** Removes what the preparation created, once the work has failed permanently. */
  undo(found: unknown): Promise<void>;
  /** Turns the result of the work into the reply, read again for every repeat. Only of a `rereading` handler. */
  present?(input: unknown, context: PreparationContext, done: unknown): Promise<unknown>;
}
const STEPS = new WeakMap<object, Steps>();

/**
 * Called directly, the handler runs both steps; the API handler runs them separately.
 * @param undo removes what the preparation created when the work fails
 */
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
  STEPS.set(both, { isGuarded: true, before, handle, undo } as Steps); // the API handler passes input that matches the request schema, and the result of the preparation
  return both;
}

/**
 * A guarded write whose reply contains a secret, such as a code: only what the work returns is stored for repeats, and
 * each reply is read by `present` after the commit.
 */
export function rereading<Input, Found, Done, Answer>(
  before: (input: Input, context: PreparationContext) => Promise<Found>,
  handle: (input: Input, context: RequestContext, found: Found) => Promise<Done>,
  present: (input: Input, context: PreparationContext, done: Done) => Promise<Answer>,
): (input: Input, context: RequestContext) => Promise<Answer> {
  const all = async (input: Input, context: RequestContext): Promise<Answer> =>
    present(input, context, await handle(input, context, await before(input, context)));
  STEPS.set(all, { isGuarded: true, before, handle, undo: () => Promise.resolve(), present } as Steps); // as above
  return all;
}

/** A handler with a single step gets an empty preparation. */
export const stepsOf = (handle: (input: unknown, context: RequestContext) => Promise<unknown>): Steps =>
  STEPS.get(handle) ?? {
    isGuarded: false,
    before: () => Promise.resolve(undefined),
    handle: (input, context) => handle(input, context),
    undo: () => Promise.resolve(),
  };
