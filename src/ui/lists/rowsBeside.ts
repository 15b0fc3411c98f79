/** The rows before and after the open one, as the buttons of a Drawer open them. */
import type { DrawerProps } from './Drawer.tsx';

/** @param ids of the rows shown, in their order. A button is absent at an end of the list, and if the row is not in it. */
export function rowsBeside(
  ids: readonly string[],
  open: string,
  onOpen: (id: string) => void,
): Pick<DrawerProps, 'onPrevious' | 'onNext'> {
  const at = ids.indexOf(open);
  const step = (to: number): (() => void) | undefined => {
    const id = at < 0 ? undefined : ids[to];
    return id === undefined ? undefined : () => onOpen(id);
  };
  return { onPrevious: step(at - 1), onNext: step(at + 1) };
}
