/** Menu entries for the sidebar and the phone's drawer. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { FoldedGroup } from './FoldedGroup.tsx';
import { countOf, holds, type MenuEntry } from './menu.ts';
import { MenuCount, useCountedName } from './MenuCount.tsx';
import { MenuLink } from './MenuLink.tsx';
import { routeIcon } from './routeIcons.ts';
import { useTitle } from './useTitle.ts';

export type MenuGroups = Readonly<Record<string, boolean>>;

interface Grouping {
  /** Groups that the user opened or closed, by name; any other group is open while it contains the current page. */
  readonly groups: MenuGroups;
  readonly onGroup: (name: string, open: boolean) => void;
}

export interface MenuListProps extends Grouping {
  readonly entries: readonly MenuEntry[];
  readonly active: MenuEntry | null;
  readonly folded?: boolean;
  readonly onGone?: (() => void) | undefined;
}

export function MenuList({ entries, active, folded = false, groups, onGroup, onGone }: MenuListProps) {
  return (
    <ul>
      {entries.map((entry, index) => (
        <li key={entry.name}>
          {entry.children.length === 0 ? (
            <MenuLink
              entry={entry}
              icon={routeIcon(entry.icon)}
              current={active?.name === entry.name}
              folded={folded}
              onGone={onGone}
            />
          ) : folded ? (
            <FoldedGroup group={entry} active={active} />
          ) : (
            <Group group={entry} active={active} groups={groups} onGroup={onGroup} onGone={onGone} />
          )}
          {entry.divider && index < entries.length - 1 && <hr />}
        </li>
      ))}
    </ul>
  );
}

interface GroupProps extends Grouping {
  readonly group: MenuEntry;
  readonly active: MenuEntry | null;
  readonly onGone: (() => void) | undefined;
}

function Group({ group, active, groups, onGroup, onGone }: GroupProps) {
  const title = useTitle();
  const id = useId();
  const open = groups[group.name] ?? holds(group, active);
  const name = title(group.title, group.name);
  // An open group shows the number at its page.
  const count = open ? 0 : countOf(group.children);
  const countedName = useCountedName(name, count);
  return (
    <>
      <button
        type="button"
        className="side-item"
        aria-expanded={open}
        aria-controls={id}
        aria-label={countedName}
        onClick={() => onGroup(group.name, !open)}
      >
        <Icon of={routeIcon(group.icon)} size={18} />
        <span>{name}</span>
        <span className="ml-auto flex items-center gap-1.5">
          <MenuCount count={count} place="line" />
          <Icon of={open ? ChevronDown : ChevronRight} size={14} className="opacity-[0.55]" />
        </span>
      </button>
      <ul id={id} className="side-sub" hidden={!open}>
        {group.children.map((child) => (
          <li key={child.name}>
            {child.children.length === 0 ? (
              <MenuLink entry={child} current={active?.name === child.name} onGone={onGone} />
            ) : (
              <Group group={child} active={active} groups={groups} onGroup={onGroup} onGone={onGone} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
