/** An open case of smoke, as the server stores it. */
import type { addCase } from '../../server/db/repositories/alarmCases.ts';

type NewCase = Parameters<typeof addCase>[1];

export const storedCase = (id: string, serialNumber: string, at: Date, more: Partial<NewCase> = {}): NewCase => ({
  id,
  serialNumber,
  event: 'smoke',
  severity: 'critical',
  state: 'open',
  raisedAt: at,
  lastAt: at,
  firstAlarmId: id,
  lastAlarmId: id,
  ...more,
});
