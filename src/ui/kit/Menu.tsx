/** A dropdown menu. A disabled item stays visible and shows its reason below its name. */
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import Check from 'lucide-react/icons/check';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { isPressBlocked } from './isPressBlocked.ts';
import { clearOfStop } from './stopPlaces.ts';

export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly id: string;
      readonly label: string;
      readonly note?: string | undefined;
      readonly icon?: Glyph | undefined;
      readonly danger?: boolean | undefined;
      readonly disabledReason?: string | undefined;
      readonly onSelect: () => void;
    }
  /** Stays open after selection: columns, layers. */
  | {
      readonly kind: 'check';
      readonly id: string;
      readonly label: string;
      readonly checked: boolean;
      readonly onChange: (checked: boolean) => void;
    }
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly label: string;
      readonly value: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly onChange: (value: string) => void;
    }
  | { readonly kind: 'label'; readonly id: string; readonly label: string }
  | { readonly kind: 'line'; readonly id: string };

export interface MenuProps {
  /** A Button or IconButton. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end' | undefined;
}

const GAP_PX = 6;
const EDGE_PX = 8;
const TICK_PX = 14;

export function Menu({ trigger, entries, align = 'end' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Opened entries={entries} align={align} />
      </Radix.Portal>
    </Radix.Root>
  );
}

/** By itself, because the portal renders it when it opens: Stop may have come or moved since the page was rendered. */
function Opened({ entries, align }: Pick<MenuProps, 'entries'> & { readonly align: NonNullable<MenuProps['align']> }) {
  return (
    <Radix.Content className="menu" align={align} sideOffset={GAP_PX} collisionPadding={clearOfStop(EDGE_PX)}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </Radix.Content>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'line':
      return <Radix.Separator className="menu-line" />;
    case 'label':
      return <Radix.Label className="menu-label">{entry.label}</Radix.Label>;
    case 'check':
      return (
        <Radix.CheckboxItem
          className="menu-item"
          checked={entry.checked}
          onCheckedChange={entry.onChange}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="menu-check">{entry.checked && <Icon of={Check} size={TICK_PX} />}</span>
          {entry.label}
        </Radix.CheckboxItem>
      );
    case 'choice':
      return (
        <Radix.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
          {entry.options.map((option) => (
            <Radix.RadioItem key={option.value} className="menu-item" value={option.value}>
              <span className="menu-check">{option.value === entry.value && <Icon of={Check} size={TICK_PX} />}</span>
              {option.label}
            </Radix.RadioItem>
          ))}
        </Radix.RadioGroup>
      );
    case 'item':
      return (
        // Not Radix's `disabled`: arrow keys would skip the item, and its reason would not be announced.
        <Radix.Item
          className={classes('menu-item', entry.danger === true && 'menu-item-danger')}
          aria-disabled={entry.disabledReason !== undefined || undefined}
          onSelect={(event) => {
            if (isPressBlocked(entry.disabledReason !== undefined)) event.preventDefault();
            else entry.onSelect();
          }}
        >
          {entry.icon !== undefined && <Icon of={entry.icon} />}
          <span>
            {entry.label}
            {(entry.disabledReason ?? entry.note) !== undefined && <small>{entry.disabledReason ?? entry.note}</small>}
          </span>
        </Radix.Item>
      );
  }
}
