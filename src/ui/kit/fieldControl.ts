/** What a field tells the control inside it: its id, its hint or error, whether it is wrong. */
import { createContext, useContext, useId } from 'react';

export interface FieldControl {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

export const FieldControlContext = createContext<FieldControl | null>(null);

/** Outside a field a control still needs an id of its own. */
export function useFieldControl(): FieldControl {
  const own = useId();
  return useContext(FieldControlContext) ?? { id: own, describedBy: undefined, invalid: false };
}
