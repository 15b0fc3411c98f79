/** Where a label of this height is free of the chips in a band: in the middle of its largest gap; null if there is none. */
export function freePlace(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  chips: readonly { readonly top: number; readonly height: number }[],
  height: number,
): number | null {
  const inside = chips
    .filter((chip) => chip.top < bottom && chip.top + chip.height > top)
    .toSorted((a, b) => a.top - b.top);
  let best: { from: number; length: number } | null = null;
  let from = top;
  for (const end of [...inside, { top: bottom, height: 0 }]) {
    const length = end.top - from;
    if (length >= height && length > (best?.length ?? 0)) best = { from, length };
    from = Math.max(from, end.top + end.height);
  }
  return best && best.from + (best.length - height) / 2;
}
