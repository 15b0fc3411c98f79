/** Formats a valibot schema as a type for the API reference. */
import type * as v from 'valibot';

/** Common fields of all schemas and the extra ones of single kinds; used only to write the reference. */
export interface AnySchema {
  type: string;
  entries?: Record<string, AnySchema>;
  options?: readonly unknown[];
  item?: AnySchema;
  items?: readonly AnySchema[];
  key?: AnySchema;
  value?: AnySchema;
  wrapped?: AnySchema;
  literal?: unknown;
  default?: unknown;
  pipe?: readonly (AnySchema & { kind: string; requirement?: unknown })[];
  getter?: (input: unknown) => AnySchema;
}

/** Schemas with a name in the reference. */
export type Names = ReadonlyMap<unknown, string>;

export const plain = (schema: v.GenericSchema): AnySchema => schema as unknown as AnySchema; // valibot hides these fields

export function typeOf(schema: AnySchema, names: Names, indent = ''): string {
  const name = names.get(schema);
  return name ?? spelled(schema, names, indent);
}

/** Like typeOf, but expands a named schema. */
export function spelled(schema: AnySchema, names: Names, indent = ''): string {
  const inner = (one: AnySchema | undefined): string => (one ? typeOf(one, names, indent) : 'unknown');
  switch (schema.type) {
    case 'object':
    case 'loose_object':
      return objectText(schema, names, indent);
    case 'array':
      return `${bracketed(inner(schema.item))}[]`;
    case 'tuple':
      return `[${(schema.items ?? []).map(inner).join(', ')}]`;
    case 'record':
      return `{ [key]: ${inner(schema.value)} }`;
    case 'union':
    case 'variant':
      return (schema.options as AnySchema[]).map(inner).join(' | ');
    case 'picklist':
      return (schema.options ?? []).map((option) => JSON.stringify(option)).join(' | ');
    case 'literal':
      return JSON.stringify(schema.literal);
    case 'nullable':
      return `${inner(schema.wrapped)} | null`;
    case 'optional':
      return inner(schema.wrapped);
    case 'lazy':
      return inner(schema.getter?.(undefined));
    default:
      return schema.type;
  }
}

const bracketed = (text: string): string => (text.includes(' | ') ? `(${text})` : text);

function objectText({ entries = {} }: AnySchema, names: Names, indent: string): string {
  const fields = Object.entries(entries);
  if (fields.length === 0) return '{}';
  const deeper = `${indent}  `;
  return `{\n${fields.map(([field, one]) => `${deeper}${field}${one.type === 'optional' ? '?' : ''}: ${typeOf(one, names, deeper)}`).join('\n')}\n${indent}}`;
}

const LIMITS: Readonly<Record<string, (requirement: unknown) => string>> = {
  min_value: (least) => `at least ${String(least)}`,
  max_value: (most) => `at most ${String(most)}`,
  max_length: (most) => `at most ${String(most)} characters`,
  non_empty: () => 'not empty',
  integer: () => 'whole',
  safe_integer: () => 'whole',
  regex: (pattern) => `matches \`${String(pattern).replaceAll('|', '\\|')}\``,
  email: () => 'an e-mail address',
};

/** The constraints of a value as text. */
export function limitsOf(schema: AnySchema): string {
  if (schema.type === 'optional' || schema.type === 'nullable') return schema.wrapped ? limitsOf(schema.wrapped) : '';
  if (schema.type === 'union') return (schema.options as AnySchema[]).map(limitsOf).filter(Boolean).join('; ');
  return (schema.pipe ?? [])
    .flatMap((one) => (one.kind === 'schema' ? limitsOf(one) : (LIMITS[one.type]?.(one.requirement) ?? '')))
    .filter(Boolean)
    .join(', ');
}
