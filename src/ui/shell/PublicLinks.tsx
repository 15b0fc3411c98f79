/** The pages that anybody may read, one beside the other at the foot of each. */
import '../styles/publicLinks.css';
import type { MouseEvent } from 'react';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';

const LINKS = [
  ['/changelog', 'routes.changelog'],
  ['/contact', 'routes.contact'],
  ['/agreement', 'routes.agreement'],
  ['/privacy/app', 'routes.privacy'],
] as const;

export function PublicLinks({ path: here }: { /** The page they stand on. */ readonly path: string }) {
  const t = useT();
  const { navigation } = useApp();
  const go = (event: MouseEvent, to: string): void => {
    // A new tab, a new window: the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.send({ type: 'navigation.go', to });
  };
  return (
    <nav className="public-links" aria-label={t('routes.about')}>
      {LINKS.map(([path, key]) =>
        path === here ? (
          <span key={path} aria-current="page">
            {t(key)}
          </span>
        ) : (
          <a key={path} className="text-link" href={path} onClick={(event) => go(event, path)}>
            {t(key)}
          </a>
        ),
      )}
    </nav>
  );
}
