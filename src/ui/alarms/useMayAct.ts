/** Whether the user may act on cases of a robot. */
import { useHasRight } from '../robots/useHasRight.ts';

export const useMayAct = (serialNumber: string): boolean => useHasRight('operate')(serialNumber);
