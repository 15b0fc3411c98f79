/** Whose case it is, for buttons and keys alike. */
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';

export const isMine = ({ owner }: AlarmCase, userId: string): boolean =>
  owner?.kind === 'account' && owner.id === userId;

/** Nobody has it, or it was taken by somebody else over an hour ago. */
export const isTakeable = (found: AlarmCase, userId: string): boolean =>
  found.state === 'open' || (found.state === 'taken' && found.isAskedAgain && !isMine(found, userId));

/** Only its owner can resolve it. */
export const isResolvable = (found: AlarmCase, userId: string): boolean =>
  found.state === 'taken' && isMine(found, userId);
