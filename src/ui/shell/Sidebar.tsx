/**
 * The sidebar menu (spec 2 "Layout"): nested, collapsible, external links in a new tab, dividers as the route table
 * defines. When collapsed, a group opens beside the sidebar instead of below its name.
 */
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { Logo } from '../kit/Logo.tsx';
import { activeEntry, type MenuEntry } from './menu.ts';
import { type MenuGroups, MenuList } from './MenuList.tsx';
import { PRODUCT } from './product.ts';

export interface SidebarProps {
  readonly entries: readonly MenuEntry[];
  readonly path: string;
  readonly folded: boolean;
  /** Groups that the user opened or closed, by name. */
  readonly groups: MenuGroups;
  readonly onGroup: (name: string, open: boolean) => void;
  readonly onFold: () => void;
}

export function Sidebar({ entries, path, folded, groups, onGroup, onFold }: SidebarProps) {
  const t = useT();
  return (
    <aside className="side">
      <div className="brand">
        <Logo />
        <span>{PRODUCT}</span>
      </div>
      <nav id="menu" aria-label={t('shell.palette.pages')}>
        <MenuList
          entries={entries}
          active={activeEntry(entries, path)}
          folded={folded}
          groups={groups}
          onGroup={onGroup}
        />
      </nav>
      <button
        type="button"
        className="side-item side-collapse"
        onClick={onFold}
        aria-expanded={!folded}
        aria-controls="menu"
        aria-label={t(folded ? 'shell.menu.expand' : 'shell.menu.collapse')}
      >
        <Icon of={folded ? PanelLeftOpen : PanelLeftClose} size={18} />
        <span>{t('shell.menu.collapse')}</span>
      </button>
    </aside>
  );
}
