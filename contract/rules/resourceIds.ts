/**
 * Finds the ids in a request by the `idOf` declarations of its schema (entities/values.ts). A schema is walked once; a
 * construct that could hide ids from the walk throws an error.
 */
import * as v from 'valibot';
import { RESOURCE_KINDS, type IdKind, type ResourceKind } from '../entities/idOf.ts';

/** Path steps: each element of a list or value of a record, and each key of a record. */
const EACH = '[]';
const KEYS = '{}';

/** A field of a request with text, a number or a file. Fields with fixed values are left out. */
export interface RequestField {
  /** Path in the request's data: keys, `[]` for each element, `{}` for each key of a record. */
  path: readonly string[];
  /** The last key of the path, used in error responses. */
  name: string;
  schema: v.GenericSchema;
  /** The kind of id, if the field is one. */
  idOf?: IdKind;
  isHandlerChecked: boolean;
  /** Need not agree with the other ids of the request. */
  isIndependent: boolean;
}

/** An id of a robot's or a site's resource in a request. */
export interface ResourceId {
  field: string;
  kind: Exclude<ResourceKind, 'robots'>;
  id: string;
  /** Whether the field names a single resource that must agree with the other ids of the request (entities/idOf.ts). */
  isSingle: boolean;
}

export interface IdReader {
  /** Names of the fields that `resourceIds` reads. */
  resourceFields: readonly string[];
  /** All ids that the access check resolves. Empty fields are skipped. */
  resourceIds(input: unknown): ResourceId[];
  /** All ids that must be the caller's own account. */
  callerIds(input: unknown): { field: string; id: string }[];
}

/** The parts of a schema that contain other schemas. */
interface SchemaParts {
  type: string;
  entries?: Record<string, v.GenericSchema>;
  options?: readonly v.GenericSchema[];
  item?: v.GenericSchema;
  items?: readonly v.GenericSchema[];
  key?: v.GenericSchema;
  value?: v.GenericSchema;
  wrapped?: v.GenericSchema;
  pipe?: readonly (v.GenericSchema | { kind: 'validation' | 'transformation' | 'metadata'; type: string })[];
}

/** Transformations that keep the text in its place. */
const KEEPING: ReadonlySet<string> = new Set(['trim', 'trim_start', 'trim_end', 'to_lower_case', 'normalize']);
const OPEN: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'date', 'file', 'blob']);
const FIXED: ReadonlySet<string> = new Set([
  'literal',
  'picklist',
  'enum',
  'null',
  'undefined',
  'void',
  'nan',
  'never',
]);

/** @throws Error for a schema that could hide ids */
export function requestFields(schema: v.GenericSchema, path: readonly string[] = []): RequestField[] {
  const where = path.join('.') || 'the data';
  const name = path.findLast((step) => step !== EACH && step !== KEYS) ?? 'data';
  const { idOf, checkedBy, agrees } = v.getMetadata(schema) as { idOf?: IdKind; checkedBy?: 'handler'; agrees?: false }; // as declared in idOf.ts
  const isHandlerChecked = checkedBy === 'handler';
  if (isHandlerChecked && !idOf) throw new Error(`${where} is checked by the handler, but is no id`);
  const isIndependent = agrees === false;
  const fields = idOf
    ? [{ path, name, schema, idOf, isHandlerChecked, isIndependent }]
    : innerSchemas(schema, path, where).flatMap(([inner, at]) =>
        inner === schema ? [{ path: at, name, schema, isHandlerChecked, isIndependent }] : requestFields(inner, at),
      );
  if (isReshaped(schema) && fields.some((field) => field.idOf)) throw new Error(`${where} transforms an id`);
  return fields;
}

/** The inner schemas with their paths. A schema with open values returns itself. */
function innerSchemas(
  schema: v.GenericSchema,
  path: readonly string[],
  where: string,
): (readonly [v.GenericSchema, readonly string[]])[] {
  const parts = schema as v.GenericSchema & SchemaParts; // valibot's generic type hides the parts
  const { type, entries = {}, options = [], item, items = [], key, value, wrapped, pipe } = parts;
  const under = (step: string, inner: v.GenericSchema | undefined) =>
    inner ? [[inner, [...path, step]] as const] : [];
  if (pipe) {
    const schemas = pipe.filter((one) => one.kind === 'schema');
    // A pipe with one schema is that schema with its limits, so the field keeps the pipe.
    if (schemas.length === 1 && OPEN.has(type)) return [[schema, path]];
    return schemas.map((one) => [one, path]);
  }
  switch (type) {
    case 'object':
    case 'strict_object':
      return Object.entries(entries).flatMap(([step, inner]) => under(step, inner));
    case 'array':
      return under(EACH, item);
    case 'tuple':
      // A place is a tuple of numbers, so there is no field for an id.
      if (items.some((inner) => requestFields(inner, path).some((field) => field.idOf))) break;
      return items.flatMap((inner) => under(EACH, inner));
    case 'record':
      return [...under(KEYS, key), ...under(EACH, value)];
    case 'union':
    case 'variant':
      return options.map((inner) => [inner, path]);
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'nullable':
    case 'nullish':
    case 'non_optional':
    case 'non_nullable':
    case 'non_nullish':
      return wrapped ? [[wrapped, path]] : [];
    default:
      if (OPEN.has(type)) return [[schema, path]];
      if (FIXED.has(type)) return [];
  }
  throw new Error(`${where} is of the type ${type}: ids in it would not be found`);
}

function isReshaped(schema: v.GenericSchema): boolean {
  const { pipe = [] } = schema as v.GenericSchema & SchemaParts; // valibot's generic type hides the parts
  return pipe.some((one) =>
    one.kind === 'schema' ? isReshaped(one) : one.kind === 'transformation' && !KEEPING.has(one.type),
  );
}

/** @throws Error for a schema that could hide ids */
export function createIdReader(schema: v.GenericSchema): IdReader {
  const declared = new Map(
    requestFields(schema).flatMap(({ path, name, idOf, isHandlerChecked, isIndependent }) =>
      idOf && !isHandlerChecked ? [[`${idOf} ${path.join('.')}`, { path, name, idOf, isIndependent }]] : [],
    ),
  );
  const resources = [...declared.values()].flatMap(({ path, name, idOf, isIndependent }) =>
    isResource(idOf) ? [{ path, name, kind: idOf, isIndependent }] : [],
  );
  const callers = [...declared.values()].filter(({ idOf }) => idOf === 'caller');
  return {
    resourceFields: resources.map(({ name }) => name),
    resourceIds: (input) =>
      resources.flatMap(({ path, name: field, kind, isIndependent }) =>
        textsAt(input, path).flatMap((text): ResourceId[] =>
          kind === 'robots'
            ? splitIds(text).map((id) => ({ field, kind: 'robot', id, isSingle: false }))
            : [{ field, kind, id: text, isSingle: !isIndependent }],
        ),
      ),
    callerIds: (input) => callers.flatMap(({ path, name: field }) => textsAt(input, path).map((id) => ({ field, id }))),
  };
}

const isResource = (kind: IdKind): kind is ResourceKind => (RESOURCE_KINDS as readonly string[]).includes(kind); // includes() requires its own element type

const splitIds = (joined: string): string[] =>
  joined
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function textsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return typeof value === 'string' && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (step === KEYS) return Object.keys(value).filter(Boolean);
  if (step === EACH) return Object.values(value).flatMap((one) => textsAt(one, rest));
  return Object.hasOwn(value, step) ? textsAt((value as Record<string, unknown>)[step], rest) : [];
}
