/** Actions on an account or an invitation that need a confirmation naming the person, and their texts. */
import type { QuestionTexts } from '../factories/confirm.machine.ts';

export type AccountAction = 'lock' | 'unlock' | 'endSessions' | 'resetPassword' | 'withdraw';
export interface AccountTask {
  act: AccountAction;
  /** Id of the account, or of the invitation that is withdrawn. */
  id: string;
  /** The person's name; for an invitation, the recipient. */
  name: string;
}

export const QUESTIONS: Readonly<Record<AccountAction, QuestionTexts>> = {
  lock: ['accounts.ask.lock.title', 'accounts.ask.lock.text', 'accounts.ask.lock.yes'],
  unlock: ['accounts.ask.unlock.title', 'accounts.ask.unlock.text', 'accounts.ask.unlock.yes'],
  endSessions: ['accounts.ask.endSessions.title', 'accounts.ask.endSessions.text', 'accounts.ask.endSessions.yes'],
  resetPassword: ['accounts.ask.resetPassword.title', 'accounts.ask.resetPassword.text', 'routes.forgotPassword'],
  withdraw: ['accounts.ask.withdraw.title', 'accounts.ask.withdraw.text', 'shared.withdrawInvitation'],
};

/** Locale key of the success notice. A password reset has none because its link is shown instead. */
export const DONE: Readonly<Record<AccountAction, string>> = {
  lock: 'accounts.done.lock',
  unlock: 'accounts.done.unlock',
  endSessions: 'accounts.done.endSessions',
  resetPassword: 'accounts.done.edit',
  withdraw: 'accounts.done.withdraw',
};
