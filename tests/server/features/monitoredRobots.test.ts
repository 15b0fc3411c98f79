/** Pages of the robots of a large site: every robot is on one page, and a named one decides which page is shown. */
import { expect, it } from 'vitest';
import { MONITORING_ROBOTS_PER_PAGE } from '../../../contract/rules/monitoringLimits.ts';
import { pageOfRobots } from '../../../server/features/monitoredRobots.ts';

const COUNT = 1_000;
const ROBOTS = Array.from({ length: COUNT }, (_, n) => ({
  // Not in the order of their names.
  serialNumber: `W1-${(n * 7) % COUNT}`,
  name: { zhCN: `送货 ${(n * 7) % COUNT}`, enUS: `Porter ${(n * 7) % COUNT}` },
}));
const ask = (change: { search?: string; page?: number; robot?: string } = {}) =>
  pageOfRobots(ROBOTS, { search: '', page: 1, robot: '', ...change }, 'enUS');

it('have each of 1,000 robots on one page, by the numbers in their names', () => {
  const pages = Array.from({ length: COUNT / MONITORING_ROBOTS_PER_PAGE }, (_, index) => ask({ page: index + 1 }));
  expect(pages.map(({ page, total, robots }) => [page, total, robots.length])).toEqual(
    pages.map((_, index) => [index + 1, COUNT, MONITORING_ROBOTS_PER_PAGE]),
  );
  expect(pages.flatMap(({ robots }) => robots.map(({ serialNumber }) => serialNumber))).toEqual(
    ROBOTS.map((_, n) => `W1-${n}`),
  );
});

it('end with the last page', () => {
  expect(ask({ page: 99 })).toMatchObject({ page: COUNT / MONITORING_ROBOTS_PER_PAGE, total: COUNT });
  expect(pageOfRobots([], { search: '', page: 3, robot: '' }, 'enUS')).toEqual({ robots: [], page: 1, total: 0 });
});

it('show the page of the robot that is named, and the one that is asked for if the search leaves it out', () => {
  const { page, robots } = ask({ page: 1, robot: 'W1-950' });
  expect(page).toBe(5);
  expect(robots.some(({ serialNumber }) => serialNumber === 'W1-950')).toBe(true);
  expect(ask({ search: 'Porter 7', robot: 'W1-950' })).toMatchObject({ page: 1, total: 111 });
});

it('find names in the language of the reader, and serial numbers, in any case', () => {
  expect(ask({ search: 'pORTER 999' })).toMatchObject({ total: 1, robots: [{ serialNumber: 'W1-999' }] });
  expect(ask({ search: 'w1-99' }).total).toBe(11);
  expect(ask({ search: '送货' }).total).toBe(0);
  expect(pageOfRobots(ROBOTS, { search: '送货 99', page: 1, robot: '' }, 'zhCN').total).toBe(11);
});
