/**
 * State of the home page that lives in its URL: filter, search text, view, order, floor, selected robot, map layers. So
 * a shared link shows the same view and Back works. Default values are omitted.
 */
import type { Query } from '../../../machines/app/events.ts';
import type { HomeRef } from '../../../machines/home/home.selectors.ts';

export const HOME_FILTERS = [
  'all',
  'attention',
  'stopped',
  'online',
  'working',
  'standby',
  'charging',
  'offline',
] as const;
export type HomeFilter = (typeof HOME_FILTERS)[number];
/** `map` exists on phones only; on desktop the map is beside the cards. */
export const HOME_VIEWS = ['cards', 'table', 'map'] as const;
export type HomeView = (typeof HOME_VIEWS)[number];
export const HOME_SORTS = ['need', 'robot', 'state', 'task', 'battery', 'place', 'age'] as const;
export type HomeSort = (typeof HOME_SORTS)[number];
export const MAP_LAYERS = ['trails', 'paths', 'points'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

export interface HomeQuery {
  filter: HomeFilter;
  words: string;
  view: HomeView;
  sort: HomeSort;
  descending: boolean;
  /** null: the floor with the most robots. */
  mapId: string | null;
  /** Serial number of the selected robot. */
  robot: string | null;
  layers: readonly MapLayer[];
}

/** Props of the components that show and change the query. */
export interface HomeQueryProps {
  readonly screen: HomeRef;
  readonly query: HomeQuery;
  /** `push` adds a history entry, so that Back undoes the change. */
  readonly onShow: (change: Partial<HomeQuery>, push?: boolean) => void;
}

/** Trails and planned paths are on by default; points only help to find a name. */
const USUAL_LAYERS: readonly MapLayer[] = ['trails', 'paths'];
export const USUAL_QUERY: HomeQuery = {
  filter: 'all',
  words: '',
  view: 'cards',
  sort: 'need',
  descending: false,
  mapId: null,
  robot: null,
  layers: USUAL_LAYERS,
};

const oneOf = <const T extends string>(choices: readonly T[], text: string | undefined, usual: T): T =>
  choices.find((choice) => choice === text) ?? usual;

export function readQuery(given: Query): HomeQuery {
  const { layers } = given;
  return {
    filter: oneOf(HOME_FILTERS, given.filter, USUAL_QUERY.filter),
    words: given.q ?? '',
    view: oneOf(HOME_VIEWS, given.view, USUAL_QUERY.view),
    sort: oneOf(HOME_SORTS, given.sort, USUAL_QUERY.sort),
    descending: given.order === 'desc',
    mapId: given.map || null,
    robot: given.robot || null,
    layers: layers === undefined ? USUAL_LAYERS : MAP_LAYERS.filter((layer) => layers.split(',').includes(layer)),
  };
}

/** Changes to the URL query; an empty value removes the parameter. */
export function queryPatch(change: Partial<HomeQuery>): Query {
  const patch: Record<string, string> = {};
  if (change.filter !== undefined) patch.filter = unless(USUAL_QUERY.filter, change.filter);
  if (change.words !== undefined) patch.q = change.words;
  if (change.view !== undefined) patch.view = unless(USUAL_QUERY.view, change.view);
  if (change.sort !== undefined) patch.sort = unless(USUAL_QUERY.sort, change.sort);
  if (change.descending !== undefined) patch.order = change.descending ? 'desc' : '';
  if (change.mapId !== undefined) patch.map = change.mapId ?? '';
  if (change.robot !== undefined) patch.robot = change.robot ?? '';
  // An empty layer list must differ from the default layers.
  if (change.layers !== undefined) patch.layers = unless(USUAL_LAYERS.join(), change.layers.join() || NO_LAYER);
  return patch;
}

const NO_LAYER = 'none';
const unless = (usual: string, value: string): string => (value === usual ? '' : value);
