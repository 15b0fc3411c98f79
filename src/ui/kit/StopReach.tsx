/**
 * Keyboard access to Stop while a dialog is open: Tab goes from the dialog's last control to Stop, and from there back
 * to the first. Otherwise a dialog takes focus back from everything outside it.
 */
import { FocusScope } from 'radix-ui/internal';
import { useEffect, useState } from 'react';
import { tabbable } from 'tabbable';
import { useStopPlaces } from './stopPlaces.ts';

/** Open dialogs in opening order. */
const open: Element[] = [];
const uppermost = (): Element | undefined =>
  open.find((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1);

/** Can be rendered anywhere in a modal dialog's content. */
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
      // The focused element can be gone (a pending stop that was withdrawn); Tab must not continue in the page behind
      // the dialog.
      const isLost = document.activeElement === document.body;
      const from = isLost && event.shiftKey ? 0 : at;
      const next = at < 0 && !isLost ? undefined : ring.at((from + (event.shiftKey ? -1 : 1)) % ring.length);
      // Within one container the browser handles Tab, because it has to skip radio buttons.
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
