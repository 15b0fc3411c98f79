/**
 * What of a machine may leave this browser in a capsule (design 10). Deny by default: every machine declares it beside itself
 * (`{name}.leaves.ts`, listed in redactionRules.ts), and what is not declared is replaced by its type and length.
 *
 *   export const homeRedaction = defineRedaction<HomeContext, HomeEvent>()({ context: { query: 'query', hovered: true }, events: { 'robot.hover': { serialNumber: true } } });
 *
 * Never declared: what a person typed, names of people, e-mail, phone numbers, pictures, tokens, codes, a robot's or server's free words.
 */

/**
 * `true`: all of it. `query`, `path`: an address' query and path, without what somebody may have typed into them. `failure`: the code
 * and the field. `numbers`: a number, or of the words that fill a text those that are numbers. An object: field by field, `*` for every other
 * key or every element of a list.
 */
export type RedactionRule =
  true | 'query' | 'path' | 'failure' | 'numbers' | { readonly [field: string]: RedactionRule };

export interface RedactionRules {
  context?: RedactionRule;
  /** What it was started with: a test from the start needs it. */
  input?: RedactionRule;
  /** By event type: its fields. Absent: its type alone. */
  events?: { readonly [type: string]: RedactionRule };
  /** What its promises answer, by the name it starts them under. */
  outputs?: { readonly [src: string]: RedactionRule };
  /** Event types that come all the time with telemetry: recorded at most at TELEMETRY_RATE. */
  telemetry?: readonly string[];
  /** Fields of the context that older recordings lack, with the values that the console had in their place. */
  defaults?: Readonly<Record<string, unknown>>;
}

type LeafOf<T> =
  | true
  | 'query'
  | 'path'
  | 'failure'
  | 'numbers'
  | (NonNullable<T> extends readonly (infer Element)[]
      ? { readonly '*': LeafOf<Element> }
      : NonNullable<T> extends object
        ? { readonly [Field in keyof NonNullable<T>]?: LeafOf<NonNullable<T>[Field]> } & {
            readonly '*'?: RedactionRule;
          }
        : never);
interface LeavesOf<Context, Event extends { type: string }, Input> {
  context?: { readonly [Field in keyof Context]?: LeafOf<Context[Field]> };
  input?: LeafOf<Input>;
  events?: {
    readonly [Type in Event['type']]?: {
      readonly [Field in keyof Omit<Extract<Event, { type: Type }>, 'type'>]?: LeafOf<
        Extract<Event, { type: Type }>[Field]
      >;
    };
  };
  outputs?: { readonly [src: string]: RedactionRule };
  telemetry?: readonly Event['type'][];
  defaults?: Partial<Context>;
}

/** Checked against the machine's own types, so that a renamed field is not declared into the void. */
export const defineRedaction =
  <Context, Event extends { type: string }, Input = unknown>() =>
  (leaves: LeavesOf<Context, Event, Input>): RedactionRules =>
    leaves as RedactionRules;
