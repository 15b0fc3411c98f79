/**
 * Ctrl/Cmd+K: go to a robot, a page, an action. A list box controlled from its input (combobox pattern): focus stays in
 * the input, arrow keys select, Enter opens, Ctrl+Enter opens in a new tab. The machine does the searching.
 */
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import Search from 'lucide-react/icons/search';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from './Icon.tsx';
import { RobotArt } from './RobotArt.tsx';
import { StopReach } from './StopReach.tsx';

const ART_PX = 26;
const ICON_PX = 18;

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** A serial number or a path. */
  readonly detail?: string | undefined;
  readonly icon?: Glyph | undefined;
  readonly art?: RobotKind | undefined;
  /** Content at the right: a status pill. */
  readonly end?: ReactNode;
}

export interface PaletteSection {
  readonly id: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly label: string;
  readonly query: string;
  readonly placeholder: string;
  readonly sections: readonly PaletteSection[];
  /** Id of the selected item; null if there are no results. */
  readonly chosen: string | null;
  readonly noneText: string;
  /** Keyboard hints in the footer with their texts: [["↑ ↓"], "choose"]. */
  readonly hints: readonly { readonly keys: readonly string[]; readonly text: string }[];
  readonly enterKey: string;
  readonly escapeKey: string;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (id: string) => void;
  readonly onPick: (id: string, inNewTab: boolean) => void;
  readonly onClose: () => void;
}

export function CommandPalette({
  open,
  label,
  query,
  placeholder,
  sections,
  chosen,
  noneText,
  hints,
  enterKey,
  escapeKey,
  onQuery,
  onChoose,
  onPick,
  onClose,
}: CommandPaletteProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const items = sections.flatMap((section) => section.items);
  const at = items.findIndex((item) => item.id === chosen);
  const domId = (id: string): string => `${listId}-${id}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // During IME composition, Enter and arrow keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      event.preventDefault();
      const next = items[(at + step + items.length) % items.length];
      if (next !== undefined) onChoose(next.id);
    }
    if (event.key === 'Enter' && chosen !== null) {
      event.preventDefault();
      onPick(chosen, event.ctrlKey || event.metaKey);
    }
  };

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="palette" aria-describedby={undefined} aria-label={label}>
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <div className="palette-input">
            <Icon of={Search} size={ICON_PX} />
            <input
              role="combobox"
              aria-label={label}
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={chosen === null ? undefined : domId(chosen)}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={query}
              onChange={(event) => onQuery(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <kbd aria-hidden="true">{escapeKey}</kbd>
          </div>
          <div ref={list} id={listId} role="listbox" aria-label={label} className="palette-list">
            {sections
              .filter((section) => section.items.length > 0)
              .map((section) => (
                <div key={section.id} role="group" aria-label={section.title}>
                  <h3 aria-hidden="true">{section.title}</h3>
                  {section.items.map((item) => (
                    <div
                      key={item.id}
                      id={domId(item.id)}
                      role="option"
                      aria-selected={item.id === chosen}
                      className="palette-item"
                      onPointerMove={() => {
                        if (item.id !== chosen) onChoose(item.id);
                      }}
                      onClick={(event) => onPick(item.id, event.ctrlKey || event.metaKey)}
                    >
                      {item.art !== undefined && <RobotArt kind={item.art} size={ART_PX} />}
                      {item.icon !== undefined && <Icon of={item.icon} size={ICON_PX} />}
                      {item.art === undefined ? item.label : <b>{item.label}</b>}
                      {item.detail !== undefined && <small>{item.detail}</small>}
                      <span className="palette-end">
                        {item.end}
                        <kbd aria-hidden="true">{enterKey}</kbd>
                      </span>
                    </div>
                  ))}
                </div>
              ))}
            {items.length === 0 && (
              <p className="palette-none" role="status">
                {noneText}
              </p>
            )}
          </div>
          <div className="palette-foot" aria-hidden="true">
            {hints.map((hint) => (
              <span key={hint.text}>
                {hint.keys.map((key) => [<kbd key={key}>{key}</kbd>, ' '])}
                {hint.text}
              </span>
            ))}
          </div>
          <StopReach />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
