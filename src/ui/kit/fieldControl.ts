/** What a field provides to its control: id, hint or error, validity. */
import { createContext, useContext, useId } from 'react';

export interface FieldControl {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

export const FieldControlContext = createContext<FieldControl | null>(null);

/** Outside a field, the control generates its own id. */
export function useFieldControl(): FieldControl {
  const own = useId();
  return useContext(FieldControlContext) ?? { id: own, describedBy: undefined, invalid: false };
}
