/**
 * Breadcrumb: links to the parent pages, the page itself as plain text (spec 2). Renders nothing where it is hidden.
 */
import { useSelector } from '@xstate/react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'wouter';
import { selectView } from '../../machines/fleet/fleet.selectors.ts';
import { selectPath } from '../../machines/navigation/navigation.selectors.ts';
import { selectRoutes } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { breadcrumbOf, type Crumb } from './breadcrumb.ts';
import { titleIn } from './menu.ts';
import { useTitle } from './useTitle.ts';

export function Breadcrumb() {
  const { navigation, session } = useApp();
  const view = useSelector(useFleet(), selectView);
  const crumbs = breadcrumbOf(useSelector(session, selectRoutes), useSelector(navigation, selectPath));
  return <Crumbs crumbs={crumbs.map(({ path, title }) => ({ path, title: titleIn(view, title) }))} />;
}

export function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const t = useT();
  const title = useTitle();
  if (crumbs.length === 0) return null;
  return (
    <nav className="-mb-2 flex-none" aria-label={t('shell.crumbs')}>
      <ol className="mb-0.5 flex items-center gap-1 text-12 text-text-2">
        {crumbs.map(({ path, title: key }, index) => (
          <li key={path} className="flex items-center gap-1">
            {index > 0 && <Icon of={ChevronRight} size={12} className="opacity-60" />}
            {index < crumbs.length - 1 ? (
              <Link href={path}>{title(key)}</Link>
            ) : (
              <span className="font-medium text-text" aria-current="page">
                {title(key)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
