/** The form of a robot's alarm rules: what is on, from which value, in which ways, and which roles on each level. */
import type { AlarmRule, ContactHours } from '../../../contract/rules/alarmContacts.ts';
import { faultOfRule } from '../../../contract/rules/alarmContacts.ts';
import { createForm } from '../factories/form.ts';

export interface AlarmRulesFields {
  readonly serialNumber: string;
  readonly revision: number;
  readonly rules: readonly AlarmRule[];
  /** Checked against them: a rule that reaches nobody cannot be saved. */
  readonly contacts: readonly ContactHours[];
}

export const alarmRulesFormMachine = createForm<AlarmRulesFields, null>({
  id: 'alarmRulesForm',
  faultsOf: ({ rules, contacts }) => {
    const faults = rules.map((rule) => faultOfRule(rule, contacts)).filter((fault) => fault !== null);
    if (faults.length === 0) return {};
    const isOutOfRange = faults.every((fault) => fault === 'threshold');
    return { rules: isOutOfRange ? 'alarmRules.fault.threshold' : 'alarmRules.fault.some' };
  },
  once: true,
});
