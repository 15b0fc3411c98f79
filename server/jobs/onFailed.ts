/** What ends with a job of a kind: used where the job fails, and where an administrator cancels it. */
import { endDeliveryMessage, endDigest, endNotification, endSummary } from '../features/messageEnds.ts';
import type { JobKind } from './jobKind.ts';

export const ON_FAILED: Readonly<Record<string, JobKind['onFailed']>> = {
  alarmNotification: endNotification,
  alarmEmail: endNotification,
  alarmDigest: endDigest,
  alarmSummary: endSummary,
  deliveryMessage: endDeliveryMessage,
};
