/** The slow halo of an alarm, or of a stop that a robot is on its way to: elements that the compositor animates, so that a standing alarm costs the canvas no picture. */

export interface Halo {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: 'alarm' | 'underway';
}

export interface HaloLayer {
  readonly show: (halos: readonly Halo[]) => void;
}

/** A hall full of alarms needs no hall full of halos. */
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
