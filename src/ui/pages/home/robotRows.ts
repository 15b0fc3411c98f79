/** Filters and sorts the robots of the home page. Pure. */
import type { Robot } from '../../../../contract/entities/robot.ts';
import { compareByNeed, needsAttention } from '../../../../contract/rules/robotStatus.ts';
import { compareNames } from '../../../machines/nameCollator.ts';
import { robotName } from '../../robots/robotName.ts';
import { HOME_FILTERS, type HomeFilter, type HomeQuery, type HomeSort } from './homeQuery.ts';

const PASSES: Record<HomeFilter, (robot: Robot) => boolean> = {
  all: () => true,
  attention: ({ live }) => needsAttention(live.status),
  stopped: ({ live }) => live.status === 'stopped',
  online: ({ live }) => live.connection === 'online',
  working: ({ live }) => live.status === 'working',
  standby: ({ live }) => live.status === 'standby',
  charging: ({ live }) => live.status === 'charging',
  offline: ({ live }) => live.status === 'offline',
};

export const filterCounts = (robots: readonly Robot[]): Record<HomeFilter, number> => {
  const counts = Object.fromEntries(HOME_FILTERS.map((filter) => [filter, 0])) as Record<HomeFilter, number>;
  for (const robot of robots) for (const filter of HOME_FILTERS) if (PASSES[filter](robot)) counts[filter] += 1;
  return counts;
};

/** Texts to sort by, in the language of the page. */
export interface RowTexts {
  task: (robot: Robot) => string;
  place: (robot: Robot) => string;
}

type Order = (a: Robot, b: Robot) => number;

const byName: Order = (a, b) => compareNames(robotName(a), robotName(b));
const byStatus: Order = (a, b) => compareByNeed(a.live, b.live);
/** Unknown values come last in ascending order. */
const byNumber =
  (value: (robot: Robot) => number | null): Order =>
  (a, b) =>
    (value(a) ?? Infinity) - (value(b) ?? Infinity) || 0;

const orders = (texts: RowTexts): Record<HomeSort, Order> => ({
  need: byStatus,
  robot: byName,
  state: byStatus,
  task: (a, b) => compareNames(texts.task(a), texts.task(b)),
  battery: byNumber(({ live }) => live.battery),
  place: (a, b) => compareNames(texts.place(a), texts.place(b)),
  // Ascending age: latest message first.
  age: byNumber(({ live }) => (live.at === null ? null : -live.at)),
});

export function robotRows(
  robots: readonly Robot[],
  { filter, words: sought, sort, descending }: Pick<HomeQuery, 'filter' | 'words' | 'sort' | 'descending'>,
  texts: RowTexts,
): Robot[] {
  const part = sought.trim().toLowerCase();
  const rows = robots.filter(
    (robot) =>
      PASSES[filter](robot) &&
      (!part || robot.serialNumber.toLowerCase().includes(part) || robot.robotNickName.toLowerCase().includes(part)),
  );
  const order = orders(texts)[sort];
  const way = descending ? -1 : 1;
  return rows.sort((a, b) => order(a, b) * way || byName(a, b) || compareNames(a.serialNumber, b.serialNumber));
}
