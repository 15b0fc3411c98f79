/**
 * The pulsing halos of alarms and of stops that a robot is heading to. They are elements animated by the compositor, so
 * that a persistent alarm causes no canvas redraw.
 */

export interface Halo {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: 'alarm' | 'underway';
}

export interface HaloLayer {
  readonly show: (halos: readonly Halo[]) => void;
}

/** Upper limit of halos shown at once. */
const MOST_HALOS = 40;
const BEYOND_MARK_PX = 9;
/** The element's own radius, px (map.css). */
const DRAWN_PX = 22;

export function createHaloLayer(element: HTMLElement): HaloLayer {
  return {
    show(halos) {
      const wanted = halos.slice(0, MOST_HALOS);
      while (element.children.length < wanted.length) {
        const halo = document.createElement('span');
        element.append(halo);
      }
      while (element.children.length > wanted.length) element.lastElementChild?.remove();
      wanted.forEach(({ x, y, radius, kind }, index) => {
        const halo = element.children[index];
        if (!(halo instanceof HTMLElement)) return;
        const name = kind === 'alarm' ? 'map-halo' : 'map-halo map-halo-underway';
        if (halo.className !== name) halo.className = name;
        halo.style.transform = `translate(${x}px, ${y}px) scale(${(radius + BEYOND_MARK_PX) / DRAWN_PX})`;
      });
    },
  };
}
