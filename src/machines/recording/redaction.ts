/**
 * Which data of a machine a recording may contain (design 10). Deny by default: every machine has its own rules
 * (`{name}.redaction.ts`, listed in redactionRules.ts), and undeclared data is replaced by its type and length.
 *
 *   export const homeRedaction = defineRedaction<HomeContext, HomeEvent>()({ context: { query: 'query', hovered: true }, events: { 'robot.hover': { serialNumber: true } } });
 *
 * Never declared: typed text, names of people, e-mail, phone numbers, images, tokens, codes, free text of a robot or
 * server.
 */

/**
 * `true`: the whole value. `query`, `path`: a URL's query and path without parts that may have been typed. `failure`:
 * the code and the field. `numbers`: a number or a switch, or the numeric values
 * among text parameters. An object: field by field,
 * `*` for every other key or every element of a list.
 */
export type RedactionRule =
  true | 'query' | 'path' | 'failure' | 'numbers' | { readonly [field: string]: RedactionRule };

export interface RedactionRules {
  context?: RedactionRule;
  /** The machine's input, which a test generated from the start needs. */
  input?: RedactionRule;
  /** By event type: its fields. Absent: the type only. */
  events?: { readonly [type: string]: RedactionRule };
  /** Results of its promises, by the name under which it starts them. */
  outputs?: { readonly [src: string]: RedactionRule };
  /** Event types that arrive continuously with telemetry: recorded at TELEMETRY_RATE at most. */
  telemetry?: readonly string[];
  /** Context fields that older recordings lack, with the values that are equivalent to their absence. */
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

/** Checked against the machine's own types, so that renaming a field causes a compile error here. */
export const defineRedaction =
  <Context, Event extends { type: string }, Input = unknown>() =>
  (leaves: LeavesOf<Context, Event, Input>): RedactionRules =>
    leaves as RedactionRules;
