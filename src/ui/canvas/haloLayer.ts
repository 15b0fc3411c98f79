/** The slow halo of an alarm: elements that the compositor animates, so that a standing alarm costs the canvas no picture. */

export interface HaloLayer {
  readonly show: (halos: readonly { readonly x: number; readonly y: number; readonly radius: number }[]) => void;
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
        halo.className = 'map-halo';
        element.append(halo);
      }
      while (element.children.length > wanted.length) element.lastElementChild?.remove();
      wanted.forEach(({ x, y, radius }, index) => {
        const halo = element.children[index];
        if (halo instanceof HTMLElement) halo.style.transform = `translate(${x}px, ${y}px) scale(${(radius + BEYOND_MARK_PX) / DRAWN_PX})`;
      });
    },
  };
}
