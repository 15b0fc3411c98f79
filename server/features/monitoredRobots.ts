/** The robots of one page of the historical monitoring: those that match a search, in the order of their names. Pure. */
import type { Language } from '../../contract/entities/constants.ts';
import { MONITORING_ROBOTS_PER_PAGE } from '../../contract/rules/monitoringLimits.ts';
import { nameIn } from '../db/localName.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';

/** As the console orders names; creating a collator costs more than sorting with it. */
const { compare } = new Intl.Collator('zh-CN', { numeric: true });

type Named = Pick<RobotRow, 'serialNumber' | 'name'>;

/**
 * A page beyond the last one is the last one. `robot` decides the page if it is one of the robots.
 * @returns the page, from 1, and how many robots match
 */
export function pageOfRobots<Robot extends Named>(
  robots: readonly Robot[],
  { search, page, robot }: { search: string; page: number; robot: string },
  language: Language,
): { robots: Robot[]; page: number; total: number } {
  const nameOf = ({ name, serialNumber }: Robot): string => nameIn(name, language) || serialNumber;
  const part = search.toLocaleLowerCase();
  const sorted = robots
    .map((one) => ({ one, name: nameOf(one) }))
    .filter(
      ({ one, name }) => name.toLocaleLowerCase().includes(part) || one.serialNumber.toLocaleLowerCase().includes(part),
    )
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.one.serialNumber, b.one.serialNumber));
  const index = sorted.findIndex(({ one }) => one.serialNumber === robot);
  const last = Math.max(1, Math.ceil(sorted.length / MONITORING_ROBOTS_PER_PAGE));
  const shown = index >= 0 ? Math.floor(index / MONITORING_ROBOTS_PER_PAGE) + 1 : Math.min(page, last);
  const begin = (shown - 1) * MONITORING_ROBOTS_PER_PAGE;
  return {
    robots: sorted.slice(begin, begin + MONITORING_ROBOTS_PER_PAGE).map(({ one }) => one),
    page: shown,
    total: sorted.length,
  };
}
