/** Which of a site's robots the historical monitoring shows: one page of those that match a search. Pure. */
import type { Query } from '../app/events.ts';
import { readMonitoringQuery } from './monitoringQuery.ts';

interface Loaded {
  query: Query;
  siteId: string;
  overview: { robots: readonly { serialNumber: string }[]; page: number; total: number } | null;
}
/** Which of the site's robots are shown; the server decides the page by `robot`, if there is one. */
export interface RobotsShown {
  search: string;
  page: number;
  robot: string;
}
export const robotsShown = (query: Query): RobotsShown => {
  const { search, page, robot } = readMonitoringQuery(query);
  return { search: search.trim(), page, robot };
};
/** Whether a query shows other robots than those that are loaded. One of them that is shown alone changes nothing. */
export function showsOthers({ query, overview, siteId }: Loaded, next: Query): boolean {
  const { siteId: site } = readMonitoringQuery(next);
  if (site !== '' && site !== siteId) return true;
  const [before, after] = [robotsShown(query), robotsShown(next)];
  if (before.search !== after.search) return true;
  if (!overview) return before.page !== after.page || before.robot !== after.robot;
  const { robots, page, total } = overview;
  // For a link to a robot the server chose the page; else it may have given the last page for one beyond it.
  const isPageAsked = after.page !== before.page || before.robot !== '';
  if (after.robot === '' || robots.length === total) return isPageAsked && after.page !== page;
  return after.robot !== before.robot && !robots.some(({ serialNumber }) => serialNumber === after.robot);
}
/**
 * What an export has: the robot that is shown alone, else what is searched for. The server finds those robots, because
 * the lanes may still be of the search before.
 */
export function exportRobots(query: Query): { robots: string; search: string } {
  const { robot, search } = robotsShown(query);
  return robot === '' ? { robots: '', search } : { robots: robot, search: '' };
}
