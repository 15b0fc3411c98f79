/** Props of the parts of a case's page. */
import type { AlarmCaseRef } from '../../../machines/alarmCase/alarmCase.selectors.ts';

export interface CaseProps {
  readonly screen: AlarmCaseRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}
