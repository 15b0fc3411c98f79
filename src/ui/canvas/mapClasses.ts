/** Classes that the live map and the map editor share; `.map` itself is in map.css. */
export const MAP_LAYER = 'pointer-events-none absolute top-0 left-0 origin-top-left';
export const MAP_GROUND =
  'absolute inset-0 outline-none focus-visible:[box-shadow:inset_0_0_0_2px_var(--focus)] data-[drag=true]:cursor-grabbing';
/** The lists for screen readers and keyboard, visually hidden until focused. A replay has attributes instead of focus. */
export const MAP_LIST =
  'absolute top-14 left-3 z-5 max-h-[calc(100%-72px)] overflow-auto rounded-lg bg-surface p-1 shadow-float not-data-open:not-focus-within:[clip-path:inset(50%)]';
export const MAP_LIST_ITEM =
  'block w-full rounded px-2.5 py-1.5 text-left text-13 data-focused:[box-shadow:var(--ring)]';
