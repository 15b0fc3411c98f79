/**
 * Stop by keyboard while a dialog is open: Tab goes from the last control of the dialog to Stop, and from there back to the first. A dialog
 * otherwise takes the focus back from everything outside of it.
 */
import { FocusScope } from 'radix-ui/internal';
import { useEffect, useState } from 'react';
import { tabbable } from 'tabbable';
import { useStopPlaces } from './stopPlaces.ts';

/** Dialogs that are open, in the order in which they came. */
const open: Element[] = [];
const uppermost = (): Element | undefined =>
  open.find((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1);

/** Stands anywhere in a modal dialog's content. */
export function StopReach() {
  const [mark, setMark] = useState<HTMLElement | null>(null);
  const dialog = mark?.closest('[role="dialog"], [role="alertdialog"]');
  const places = useStopPlaces();
  useEffect(() => {
    if (!dialog) return undefined;
    open.push(dialog);
    return () => void open.splice(open.lastIndexOf(dialog), 1);
  }, [dialog]);
  useEffect(() => {
    if (!dialog) return undefined;
    const turn = (event: KeyboardEvent): void => {
      if (
        event.key !== 'Tab' ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.isComposing ||
        event.defaultPrevented ||
        uppermost() !== dialog
      )
        return;
      const groups = [dialog, ...places].map((place) => tabbable(place));
      const ring = groups.flat();
      const at = ring.findIndex((element) => element === document.activeElement);
      // What had the focus may be gone, a pending Stop that was withdrawn: the page behind the dialog is not next.
      const isLost = document.activeElement === document.body;
      const from = isLost && event.shiftKey ? 0 : at;
      const next = at < 0 && !isLost ? undefined : ring.at((from + (event.shiftKey ? -1 : 1)) % ring.length);
      // Within one of them the browser knows better: it has radio buttons to pass over.
      const isApart =
        next !== undefined &&
        !groups.some((group) => group.includes(next) && group.some((element) => element === document.activeElement));
      if (!isApart) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', turn, true);
    return () => document.removeEventListener('keydown', turn, true);
  }, [dialog, places]);
  return (
    <>
      <span ref={setMark} hidden />
      {places.map((place, n) => (
        <Branch key={n} place={place} />
      ))}
    </>
  );
}

function Branch({ place }: { readonly place: HTMLElement }) {
  FocusScope.useFocusScopeBranch(place);
  return null;
}
