/** The page of a scheduled task. */
export const taskPath = (id: string, serialNumber: string): string =>
  `/schedules/task?id=${encodeURIComponent(id)}&serialNumber=${encodeURIComponent(serialNumber)}`;
