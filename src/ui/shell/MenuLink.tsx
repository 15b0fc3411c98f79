/** A page in the menu. An external address opens in a new tab, which is announced to screen readers. */
import ExternalLink from 'lucide-react/icons/external-link';
import { Link } from 'wouter';
import { useT } from '../hooks/useT.ts';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from '../kit/Icon.tsx';
import { Tooltip } from '../kit/Tooltip.tsx';
import type { MenuEntry } from './menu.ts';
import { MenuCount, useCountedName } from './MenuCount.tsx';
import { useTitle } from './useTitle.ts';

export interface MenuLinkProps {
  readonly entry: MenuEntry;
  readonly icon?: Glyph;
  readonly current: boolean;
  /** Shows only the icon: the name is the accessible name and the tooltip. */
  readonly folded?: boolean;
  /** Called when the link was followed: closes a drawer. */
  readonly onGone?: (() => void) | undefined;
}

export function MenuLink({ entry, icon, current, folded = false, onGone }: MenuLinkProps) {
  const t = useT();
  const title = useTitle()(entry.title, entry.name);
  const { count = 0 } = entry;
  const name = useCountedName(title, count);
  const inside = (
    <>
      {icon && <Icon of={icon} size={18} />}
      <span>{title}</span>
      <MenuCount count={count} place={folded ? 'corner' : 'line'} />
    </>
  );
  const link = entry.external ? (
    <a
      className="side-item"
      href={entry.path}
      target="_blank"
      rel="noreferrer"
      aria-label={t('shell.menu.newTab', { title })}
      onClick={onGone}
    >
      {inside}
      <Icon of={ExternalLink} size={14} className="side-fold" />
    </a>
  ) : (
    <Link
      className="side-item"
      href={entry.to ?? entry.path}
      aria-label={name}
      aria-current={current ? 'page' : undefined}
      onClick={onGone}
    >
      {inside}
    </Link>
  );
  return folded ? <Tooltip text={name}>{link}</Tooltip> : link;
}
