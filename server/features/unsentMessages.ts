/** Messages about a delivery that did not reach its recipient or loader, from its history. */
import type { CodeType } from '../../contract/entities/delivery.ts';
import { isDeliveryOver, isNothingLoaded } from '../../contract/rules/delivery.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import type { DeliveryRow, DeliveryStepRow } from '../db/repositories/deliveries.ts';

type Line = Pick<DeliveryStepRow, 'kind' | 'status' | 'subject'>;

/** Whom a message was for; the history has the masked number only, and both people can have the same. */
function typeOf({ subject, status }: Line, { phoneNumber, loaderPhone }: DeliveryRow): CodeType {
  const isLoader = loaderPhone !== '' && subject === maskAccount(loaderPhone);
  return isLoader && (subject !== maskAccount(phoneNumber) || isNothingLoaded(status)) ? 'loading' : 'pickup';
}

/** @param lines about messages, oldest first @returns whose last message failed or was not allowed, while it matters */
export function unsentTo(row: DeliveryRow, lines: readonly Line[]): CodeType[] {
  if (isDeliveryOver(row.status)) return [];
  const isNeeded: Record<CodeType, boolean> = { loading: isNothingLoaded(row.status), pickup: true };
  return (['loading', 'pickup'] as const).filter((type) => {
    const last = lines.findLast((line) => typeOf(line, row) === type);
    return isNeeded[type] && (last?.kind === 'messageFailed' || last?.kind === 'messageLimited');
  });
}
