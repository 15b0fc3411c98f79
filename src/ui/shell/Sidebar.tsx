/**
 * The menu (spec 2 "Layout"): nested, foldable, foreign links in a new tab, a hairline where the table asks for one.
 * Folded, a group opens beside the bar instead of below its name.
 */
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { Fragment, useState } from 'react';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { Logo } from '../kit/Logo.tsx';
import { FoldedGroup } from './FoldedGroup.tsx';
import { activeEntry, holds, type MenuEntry } from './menu.ts';
import { MenuLink } from './MenuLink.tsx';
import { routeIcon } from './routeIcons.ts';
import { useTitle } from './useTitle.ts';

export interface SidebarProps {
  readonly entries: readonly MenuEntry[];
  readonly path: string;
  readonly folded: boolean;
  readonly onFold: () => void;
}

export function Sidebar({ entries, path, folded, onFold }: SidebarProps) {
  const t = useT();
  return (
    <aside className="side" aria-label={t('shell.menu.name')}>
      <div className="brand"><Logo /><span>Roundhouse</span></div>
      <nav id="menu" aria-label={t('shell.menu.name')}>
        <MenuList entries={entries} active={activeEntry(entries, path)} folded={folded} />
      </nav>
      <button type="button" className="side-item side-collapse" onClick={onFold} aria-expanded={!folded} aria-controls="menu" aria-label={t(folded ? 'shell.menu.expand' : 'shell.menu.collapse')}>
        <Icon of={folded ? PanelLeftOpen : PanelLeftClose} size={18} />
        <span>{t('shell.menu.collapse')}</span>
      </button>
    </aside>
  );
}

export interface MenuListProps {
  readonly entries: readonly MenuEntry[];
  readonly active: MenuEntry | null;
  readonly folded?: boolean;
  readonly onGone?: () => void;
}

/** The entries alone: the sidebar's, and a phone's drawer. */
export function MenuList({ entries, active, folded = false, onGone }: MenuListProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <Fragment key={entry.name}>
          <li>
            {entry.children.length === 0
              ? <MenuLink entry={entry} icon={routeIcon(entry.icon)} current={active?.name === entry.name} folded={folded} onGone={onGone} />
              : folded
                ? <FoldedGroup group={entry} active={active} />
                : <Group group={entry} active={active} onGone={onGone} />}
          </li>
          {entry.divider && <li role="separator"><hr /></li>}
        </Fragment>
      ))}
    </ul>
  );
}

function Group({ group, active, onGone }: { readonly group: MenuEntry; readonly active: MenuEntry | null; readonly onGone: (() => void) | undefined }) {
  const title = useTitle();
  const current = holds(group, active);
  /** Opened or closed by hand; until then a group is open while one is in it. */
  const [byHand, setByHand] = useState<boolean | null>(null);
  const open = byHand ?? current;
  const id = `menu-${group.name}`;
  return (
    <>
      <button type="button" className="side-item" aria-expanded={open} aria-controls={id} onClick={() => setByHand(!open)}>
        <Icon of={routeIcon(group.icon)} size={18} />
        <span>{title(group.title)}</span>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} className="side-fold" />
      </button>
      <ul id={id} className="side-sub" hidden={!open}>
        {group.children.map((child) => (
          <li key={child.name}>
            {child.children.length === 0
              ? <MenuLink entry={child} current={active?.name === child.name} onGone={onGone} />
              : <Group group={child} active={active} onGone={onGone} />}
          </li>
        ))}
      </ul>
    </>
  );
}
