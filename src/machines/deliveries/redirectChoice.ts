/** The choice of another destination for a delivery. Pure. */
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { type DeliveryPlaceChoice, destinationsIn, matchPlaces } from './places.ts';

export interface RedirectChoice {
  /** The name or number as typed. */
  typed: string;
  /** Id of the place that was taken from the list; '' for none. */
  picked: string;
  /** It was submitted without a place. */
  isPlaceMissing: boolean;
}
export const NO_CHOICE: RedirectChoice = { typed: '', picked: '', isPlaceMissing: false };

interface Known {
  places: readonly DeliveryPlaceChoice[];
  details: { readonly delivery: Pick<Delivery, 'to'> } | null;
}
/** All destinations except the present one. */
export const otherDestinations = ({ places, details }: Known): DeliveryPlaceChoice[] =>
  destinationsIn(places).filter(({ areaId }) => areaId !== details?.delivery.to.areaId);

/** The place from the list, or the only one that the text can mean. */
export function placeOf(known: Known & Pick<RedirectChoice, 'typed' | 'picked'>): DeliveryPlaceChoice | undefined {
  const choices = otherDestinations(known);
  const { found, exact } = matchPlaces(choices, known.typed);
  return choices.find(({ areaId }) => areaId === known.picked) ?? exact ?? (found.length === 1 ? found[0] : undefined);
}
