/** Links to the public pages, shown at the bottom of each. */
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

export function PublicLinks({ path: here }: { /** Path of the current page. */ readonly path: string }) {
  const t = useT();
  const { navigation } = useApp();
  const go = (event: MouseEvent, to: string): void => {
    // Opening in a new tab or window is left to the browser.
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
