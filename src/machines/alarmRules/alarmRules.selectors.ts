/** Selectors of the alarm rules. */
import { alarmRuleChanges } from '../../../contract/rules/alarmRuleChanges.ts';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alarmRulesMachine } from './alarmRules.machine.ts';
import type { alarmRulesFormMachine } from './alarmRulesForm.machine.ts';

export type AlarmRulesRef = ActorRefFrom<typeof alarmRulesMachine>;
export type AlarmRulesFormRef = ActorRefFrom<typeof alarmRulesFormMachine>;
type Snapshot = SnapshotFrom<typeof alarmRulesMachine>;

export const selectAlarmRules = ({ context }: Snapshot) => context;
export const selectRulesForm = ({ children }: Snapshot) => children.form ?? null;
export const selectIsTrying = (snapshot: Snapshot): boolean => snapshot.hasTag('trying');
export const selectIsCopying = (snapshot: Snapshot): boolean => snapshot.hasTag('copying');
export const selectIsComparing = (snapshot: Snapshot): boolean => snapshot.hasTag('comparing');
export const selectIsCopyOpen = (snapshot: Snapshot): boolean => !snapshot.matches({ copy: 'closed' });
export const selectHasFailed = (snapshot: Snapshot): boolean => snapshot.matches({ rules: 'failed' });

/** Whether saving would change a rule. */
export const selectIsChanged = ({ context: { saved, draft } }: SnapshotFrom<typeof alarmRulesFormMachine>): boolean =>
  alarmRuleChanges(saved.rules, draft.rules, []).length > 0;
