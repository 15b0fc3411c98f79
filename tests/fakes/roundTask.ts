/** A scheduled task of the robot A-1 along the route `round` of routeRunWorld.ts, as it is saved. */
export const roundTask = (change: object = {}) => ({
  userId: '',
  id: '',
  serialNumber: 'A-1',
  executeTime: '08:00',
  pathId: 'round',
  cruiseCount: 1,
  checkboxRespeatDays: '1,2,3,4,5,6,7',
  speech: '',
  state: '1' as const,
  pointSettings: null,
  cruiseSetting: null,
  disinfection: null,
  ...change,
});
