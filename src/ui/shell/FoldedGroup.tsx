/** A group of the collapsed sidebar: its pages open in a menu beside it. */
import { DropdownMenu } from 'radix-ui';
import { Link } from 'wouter';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { countOf, holds, pagesOf, type MenuEntry } from './menu.ts';
import { MenuCount, useCountedName } from './MenuCount.tsx';
import { routeIcon } from './routeIcons.ts';
import { useTitle } from './useTitle.ts';

const GAP_PX = 8;

export function FoldedGroup({ group, active }: { readonly group: MenuEntry; readonly active: MenuEntry | null }) {
  const t = useT();
  const title = useTitle();
  const name = title(group.title, group.name);
  const count = countOf(group.children);
  const countedName = useCountedName(name, count);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className="side-item"
          aria-label={countedName}
          title={countedName}
          aria-current={holds(group, active) ? 'page' : undefined}
        >
          <Icon of={routeIcon(group.icon)} size={18} />
          <MenuCount count={count} place="corner" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" side="right" align="start" sideOffset={GAP_PX}>
          <DropdownMenu.Label className="menu-label">{name}</DropdownMenu.Label>
          {pagesOf(group.children).map((page) => (
            <DropdownMenu.Item key={page.name} asChild>
              {page.external ? (
                <a
                  className="menu-item"
                  href={page.path}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t('shell.menu.newTab', { title: title(page.title, page.name) })}
                >
                  {title(page.title, page.name)}
                </a>
              ) : (
                <Link
                  className="menu-item"
                  href={page.to ?? page.path}
                  aria-current={active?.name === page.name ? 'page' : undefined}
                >
                  {title(page.title, page.name)}
                </Link>
              )}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
