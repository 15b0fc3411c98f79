/**
 * What a list page keeps in the URL: filters, order, page. Values that are absent or invalid fall back to the usual ones,
 * which are left out of the URL.
 *
 *   const auditQuery = defineQuery({ who: text('who'), from: day('from'), page: page() });
 *   auditQuery.read(query)              // { who: '', from: '2026-03-29', page: 1 }
 *   auditQuery.patch({ who: 'lin' })    // { who: 'lin', page: '' }: another filter begins at the first page
 *   auditQuery.isFiltered(query)        // true
 */
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { parsePage } from '../parsePage.ts';

interface Parameter<Value> {
  /** Name in the URL. */
  name: string;
  read(text: string): Value;
  /** '' for the usual value. */
  write(value: Value): string;
  /** Narrows down the list: page, page size and order do not. */
  filters: boolean;
  /** Typed as text, and therefore debounced. */
  typed?: boolean;
}

/** Search text. */
export const text = (name: string): Parameter<string> => ({
  name,
  read: (given) => given,
  write: (value) => value,
  filters: true,
  typed: true,
});
/** An id, or another value that is chosen and not typed. */
export const value = (name: string): Parameter<string> => ({ ...text(name), typed: false });
/** YYYY-MM-DD; '' for unbounded. */
export const day = (name: string): Parameter<string> => ({
  ...value(name),
  read: (given) => (/^\d{4}-\d{2}-\d{2}$/u.test(given) ? given : ''),
});
/** Values separated by commas. */
export const values = (name: string): Parameter<readonly string[]> => ({
  name,
  read: (given) => given.split(',').filter(Boolean),
  write: (chosen) => chosen.join(','),
  filters: true,
});
/** One of a list. */
export const choice = <const Value extends string>(
  name: string,
  choices: readonly Value[],
  usual: NoInfer<Value>,
): Parameter<Value> => ({
  name,
  read: (given) => choices.find((each) => each === given) ?? usual,
  write: (chosen) => (chosen === usual ? '' : chosen),
  filters: true,
});
/** The column by which the list is sorted. */
export const order = <const Value extends string>(
  name: string,
  columns: readonly Value[],
  usual: NoInfer<Value>,
): Parameter<Value> => ({ ...choice(name, columns, usual), filters: false });
/** Written as `on` when true. */
export const flag = (name: string, on: string): Parameter<boolean> => ({
  name,
  read: (given) => given === on,
  write: (isSet) => (isSet ? on : ''),
  filters: false,
});
export const page = (): Parameter<number> => ({
  name: 'page',
  read: parsePage,
  write: (number) => (number === 1 ? '' : String(number)),
  filters: false,
});
export const pageSize = (sizes: readonly number[]): Parameter<number> => ({
  name: 'size',
  read: (given) => sizes.find((size) => String(size) === given) ?? PAGE_SIZE.first,
  write: (size) => (size === PAGE_SIZE.first ? '' : String(size)),
  filters: false,
});

export interface ListQuery<Values extends { page: number }> {
  read(query: Query): Values;
  /** A patch of the URL's query; every change but that of the page begins at the first page. */
  patch(change: Partial<Values>): Query;
  /** Some filter is set. */
  isFiltered(query: Query): boolean;
  /** A patch that clears all filters. */
  readonly cleared: Query;
  /** Names of the parameters that are typed as text. */
  readonly typed: readonly string[];
}

export function defineQuery<Values extends { page: number }>(parameters: {
  readonly [Field in keyof Values]: Parameter<Values[Field]>;
}): ListQuery<Values> {
  type Field = keyof Values;
  const fields = Object.keys(parameters) as Field[];
  const filters = fields.map((field) => parameters[field]).filter((parameter) => parameter.filters);
  const valueOf = <One extends Field>(field: One, query: Query): Values[One] =>
    parameters[field].read(query[parameters[field].name] ?? '');
  const written = <One extends Field>(field: One, change: Partial<Values>): Query => {
    const { name, write } = parameters[field];
    const changed = change[field];
    return changed === undefined ? {} : { [name]: write(changed) };
  };
  const none = (query: Query) => filters.every(({ name, read, write }) => isUsual(read, write, query[name] ?? ''));
  return {
    read: (query) => Object.fromEntries(fields.map((field) => [field, valueOf(field, query)])) as unknown as Values,
    patch: (change) => Object.assign({ page: '' }, ...fields.map((field) => written(field, change))) as Query,
    isFiltered: (query) => !none(query),
    cleared: Object.fromEntries([...filters.map(({ name }) => [name, '']), ['page', '']]) as Query,
    typed: fields.map((field) => parameters[field]).flatMap(({ name, typed }) => (typed ? [name] : [])),
  };
}

/** An invalid value counts as the usual one. */
const isUsual = <Value>(read: (given: string) => Value, write: (value: Value) => string, given: string): boolean =>
  write(read(given)).trim() === '';

/** Whether the server would be asked for the same list. */
export const isSameRequest = (requestOf: (query: Query) => unknown, one: Query, other: Query): boolean =>
  JSON.stringify(requestOf(one)) === JSON.stringify(requestOf(other));

/** Of a list with a search field and nothing else. */
export const searchQuery = defineQuery({ text: text('q'), page: page() });
export function searchRequest(query: Query) {
  const { text: typed, page: number } = searchQuery.read(query);
  return { page: number, text: typed.trim(), limit: PAGE_SIZE.first };
}
export type SearchRequest = ReturnType<typeof searchRequest>;
