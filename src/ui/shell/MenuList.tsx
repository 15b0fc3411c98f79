/** The entries of the menu: the sidebar's, and a phone's drawer. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { FoldedGroup } from './FoldedGroup.tsx';
import { holds, type MenuEntry } from './menu.ts';
import { MenuLink } from './MenuLink.tsx';
import { routeIcon } from './routeIcons.ts';
import { useTitle } from './useTitle.ts';

export interface MenuListProps {
  readonly entries: readonly MenuEntry[];
  readonly active: MenuEntry | null;
  readonly folded?: boolean;
  readonly onGone?: (() => void) | undefined;
}

export function MenuList({ entries, active, folded = false, onGone }: MenuListProps) {
  return (
    <ul>
      {entries.map((entry, index) => (
        <li key={entry.name}>
          {entry.children.length === 0
            ? <MenuLink entry={entry} icon={routeIcon(entry.icon)} current={active?.name === entry.name} folded={folded} onGone={onGone} />
            : folded
              ? <FoldedGroup group={entry} active={active} />
              : <Group group={entry} active={active} onGone={onGone} />}
          {entry.divider && index < entries.length - 1 && <hr />}
        </li>
      ))}
    </ul>
  );
}

function Group({ group, active, onGone }: { readonly group: MenuEntry; readonly active: MenuEntry | null; readonly onGone: (() => void) | undefined }) {
  const title = useTitle();
  const id = useId();
  /** Opened or closed by hand; until then a group is open while one is in it. */
  const [byHand, setByHand] = useState<boolean | null>(null);
  const open = byHand ?? holds(group, active);
  return (
    <>
      <button type="button" className="side-item" aria-expanded={open} aria-controls={id} onClick={() => setByHand(!open)}>
        <Icon of={routeIcon(group.icon)} size={18} />
        <span>{title(group.title, group.name)}</span>
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
