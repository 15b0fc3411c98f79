/** Actions on an account or an invitation that need a confirmation naming the person, and their texts. */
import type { ConfirmInput } from '../factories/confirm.machine.ts';

export type AccountAction = 'lock' | 'unlock' | 'endSessions' | 'resetPassword' | 'withdraw';
export interface PendingAction {
  act: AccountAction;
  /** Id of the account, or of the invitation that is withdrawn. */
  id: string;
  /** The person's name; for an invitation, the recipient. */
  name: string;
}

export const QUESTIONS: Readonly<Record<AccountAction, ConfirmInput>> = {
  lock: {
    titleKey: 'accounts.ask.lock.title',
    textKey: 'accounts.ask.lock.text',
    acceptKey: 'accounts.ask.lock.yes',
    destructive: true,
  },
  unlock: {
    titleKey: 'accounts.ask.unlock.title',
    textKey: 'accounts.ask.unlock.text',
    acceptKey: 'accounts.ask.unlock.yes',
  },
  endSessions: {
    titleKey: 'accounts.ask.endSessions.title',
    textKey: 'accounts.ask.endSessions.text',
    acceptKey: 'accounts.ask.endSessions.yes',
    destructive: true,
  },
  resetPassword: {
    titleKey: 'accounts.ask.resetPassword.title',
    textKey: 'accounts.ask.resetPassword.text',
    acceptKey: 'accounts.ask.resetPassword.yes',
    destructive: true,
  },
  withdraw: {
    titleKey: 'accounts.ask.withdraw.title',
    textKey: 'accounts.ask.withdraw.text',
    acceptKey: 'accounts.ask.withdraw.yes',
    destructive: true,
  },
};

/** Locale key of the success notice. A password reset has none because its link is shown instead. */
export const DONE: Readonly<Record<AccountAction, string>> = {
  lock: 'accounts.done.lock',
  unlock: 'accounts.done.unlock',
  endSessions: 'accounts.done.endSessions',
  resetPassword: 'accounts.done.edit',
  withdraw: 'accounts.done.withdraw',
};
