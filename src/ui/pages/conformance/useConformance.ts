import { useSelector } from '@xstate/react';
import { type ConformanceRef, selectConformance } from '../../../machines/conformance/conformance.selectors.ts';

export interface ConformanceProps {
  readonly screen: ConformanceRef;
}
/** The whole context: the page shows nearly all of it. */
export const useConformance = (screen: ConformanceRef) => useSelector(screen, selectConformance);
