/** Places that a delivery can go from and to, and finding one by what was typed. Pure. */
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';

export interface DeliveryPlaceChoice {
  areaId: string;
  name: string;
  mapId: string;
  floor: string;
  attributes: readonly PointAttribute[];
}

/** Points at which a robot charges, or passes a lift or a door: nobody waits there for a parcel. */
const PASSED: ReadonlySet<PointAttribute> = new Set<PointAttribute>([
  'charging',
  'waitingElevator',
  'elevator',
  'doorAccessWaiting',
  'doorAccess',
  'mapSwitching',
]);
const isPlace = ({ attributes }: DeliveryPlaceChoice): boolean => !attributes.some((each) => PASSED.has(each));

/** Destinations. */
export const destinationsIn = (places: readonly DeliveryPlaceChoice[]): DeliveryPlaceChoice[] => places.filter(isPlace);
/** Loading points; all places of a site that has none. */
export function originsIn(places: readonly DeliveryPlaceChoice[]): DeliveryPlaceChoice[] {
  const loading = places.filter(({ attributes }) => attributes.includes('loading'));
  return loading.length > 0 ? loading : destinationsIn(places);
}

const MOST_MATCHES = 8;
const bare = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const digits = (text: string): string => text.replace(/\D/gu, '');
const RANKS = 5;

/** 0: the name itself; 1: its number; then names and numbers that begin with it, or contain it; RANKS: no match. */
function rankOf(name: string, typed: string): number {
  const [given, number] = [bare(name), digits(name)];
  if (given === typed) return 0;
  const isNumber = /^\d+$/u.test(typed);
  if (isNumber && number === typed) return 1;
  if (given.startsWith(typed)) return 2;
  if (isNumber && number.startsWith(typed)) return 3;
  return given.includes(typed) ? 4 : RANKS;
}

export interface PlaceMatches {
  /** Best first. */
  found: readonly DeliveryPlaceChoice[];
  /** The place that the text names beyond doubt: by its whole name or number, alone. */
  exact: DeliveryPlaceChoice | null;
}

/** @param typed '' matches nothing */
export function matchPlaces(places: readonly DeliveryPlaceChoice[], typed: string): PlaceMatches {
  const wanted = bare(typed);
  if (wanted === '') return { found: [], exact: null };
  const ranked = places
    .map((place) => ({ place, rank: rankOf(place.name, wanted) }))
    .filter(({ rank }) => rank < RANKS)
    .sort((a, b) => a.rank - b.rank);
  const [first, second] = ranked;
  const isExact = first !== undefined && first.rank <= 1 && second?.rank !== first.rank;
  return {
    found: ranked.slice(0, MOST_MATCHES).map(({ place }) => place),
    exact: isExact ? first.place : null,
  };
}
