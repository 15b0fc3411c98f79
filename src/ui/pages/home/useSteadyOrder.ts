/** Freezes the row order while the pointer or the focus is in the list. */
import { useRef, useState, type FocusEvent } from 'react';
import type { Robot } from '../../../../contract/entities/robot.ts';

/** Sorts rows by the kept order; new rows come last, removed rows are left out. */
export function inKeptOrder(rows: readonly Robot[], kept: readonly string[]): Robot[] {
  const place = new Map(kept.map((serialNumber, index) => [serialNumber, index]));
  const placeOf = ({ serialNumber }: Robot): number => place.get(serialNumber) ?? kept.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** @param wish key of the user's filter and sort choice; a new key reorders at once */
export function useSteadyOrder(rows: readonly Robot[], wish: string) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const kept = useRef<{ wish: string; order: readonly string[] }>({ wish, order: [] });
  const frozen = (pointed || focused) && kept.current.wish === wish;
  const shown = frozen ? inKeptOrder(rows, kept.current.order) : rows;
  kept.current = { wish, order: shown.map(({ serialNumber }) => serialNumber) };
  return {
    rows: shown,
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    },
  };
}
