/** The forecast of a week for one robot, as server and console compute it; measured in Node and in a browser. */
import { expand, type TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { forecastOf, type ForecastTask } from '../../contract/rules/schedule/forecast.ts';

export const TASKS = 10;
const DAYS = 7;
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-05-04T06:00:00Z');
const estimate: TaskEstimate = {
  stops: Array.from({ length: 10 }, (_, i) => ({ areaId: `p${i}`, at: i * 60 })),
  roundSeconds: 600,
  metres: 200,
  battery: 4,
  paths: [],
};
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** @returns the number of runs, so that nothing is left out by the compiler */
export function weekForecast(robot: number): number {
  const tasks = new Map<string, ForecastTask>();
  const planned = Array.from({ length: TASKS }, (_, i) => {
    const id = `${robot}.${i}`;
    tasks.set(id, { estimate, rounds: 1 + (i % 4), patience: 30, name: id, broken: null, blockedIn: () => null });
    return expand({
      task: {
        id,
        executeTime: clock(i * 137 + robot),
        days: [1, 2, 3, 4, 5, 6, 7],
        anchorAt: 0,
        isOn: true,
        rounds: 1 + (i % 4),
      },
      timeZone: 'Europe/Berlin',
      periods: [{ id: 'x', points: [], from: NOW + 30 * HOUR_MS, to: NOW + 34 * HOUR_MS }],
      changes: [],
      estimate,
      from: NOW,
      to: NOW + DAYS * 24 * HOUR_MS,
    });
  }).flat();
  return forecastOf(planned, tasks, {
    now: NOW,
    battery: 80,
    canCharge: true,
    charging: false,
    reserve: 15,
    busyUntil: null,
    trouble: null,
  }).runs.length;
}

/** Durations of the forecasts of so many robots, one after another, ms. */
export function forecastTimes(robots: number): number[] {
  return Array.from({ length: robots }, (_, robot) => {
    const began = performance.now();
    weekForecast(robot);
    return performance.now() - began;
  });
}
