/** What an account administrator can do without a robot: register one, and look after sites, maps and records. */
import { Link } from 'wouter';
import { alarmCases } from '../../../../contract/pages/alarmCases.ts';
import { cruiseRecord } from '../../../../contract/pages/cruiseRecord.ts';
import { maps } from '../../../../contract/pages/maps.ts';
import { robotFleet } from '../../../../contract/pages/robotFleet.ts';
import { sites } from '../../../../contract/pages/sites.ts';
import { useT } from '../../hooks/useT.ts';

const LINKS = [
  { to: robotFleet.path, label: 'shared.registerARobot' },
  { to: sites.path, label: 'routes.sites' },
  { to: maps.path, label: 'routes.maps' },
  { to: cruiseRecord.path, label: 'routes.cruiseRecord' },
  { to: alarmCases.path, label: 'routes.alarmCases' },
] as const;

export function AdministrationLinks() {
  const t = useT();
  return (
    <nav aria-label={t('routes.administration')} className="flex flex-wrap justify-center gap-x-4 gap-y-2 text-13">
      {LINKS.map(({ to, label }) => (
        <Link key={to} href={to} className="text-link">
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
