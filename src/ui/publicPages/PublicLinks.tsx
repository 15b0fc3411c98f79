/** Links to the public pages, shown at the bottom of each. */
import type { MouseEvent } from 'react';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { isPlainClick } from '../kit/isPlainClick.ts';

const LINKS = [
  ['/changelog', 'routes.changelog'],
  ['/contact', 'routes.contact'],
  ['/agreement', 'routes.agreement'],
  ['/privacy/app', 'routes.privacy'],
] as const;

export interface PublicLinksProps {
  /** Path of the current page. */
  readonly path: string;
  /** As wide as a form instead of a text. */
  readonly narrow?: boolean | undefined;
}

const WIDTH = { text: 'w-[min(680px,100%)]', form: 'w-[min(480px,100%)]' };

export function PublicLinks({ path: here, narrow = false }: PublicLinksProps) {
  const t = useT();
  const { navigation } = useApp();
  const go = (event: MouseEvent, to: string): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    navigation.send({ type: 'navigation.go', to });
  };
  return (
    <nav
      className={classes(
        'mt-6 flex flex-wrap gap-x-5 gap-y-2 border-t border-line-2 pt-4 text-13 text-text-2',
        WIDTH[narrow ? 'form' : 'text'],
      )}
      aria-label={t('routes.about')}
    >
      {LINKS.map(([path, key]) =>
        path === here ? (
          <span key={path} aria-current="page">
            {t(key)}
          </span>
        ) : (
          <a key={path} className="text-link text-13" href={path} onClick={(event) => go(event, path)}>
            {t(key)}
          </a>
        ),
      )}
    </nav>
  );
}
