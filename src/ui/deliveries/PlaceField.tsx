/**
 * A place of the site by typing its name or the digits of its room. The matches are listed below while the field has the
 * focus; arrows move, Enter takes the marked one, and leaving the field takes the only one.
 */
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { type DeliveryPlaceChoice, matchPlaces } from '../../machines/deliveries/places.ts';
import { classes } from '../kit/classes.ts';
import { Field } from '../kit/Field.tsx';
import { TextInput } from '../kit/TextInput.tsx';

export interface PlaceFieldProps {
  readonly label: string;
  readonly places: readonly DeliveryPlaceChoice[];
  readonly typed: string;
  /** Id of the place that is chosen; '' for none. */
  readonly chosen: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder: string;
  readonly keyHint?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  readonly onType: (text: string) => void;
  readonly onChoose: (areaId: string) => void;
  readonly onLeave?: (() => void) | undefined;
}

export function PlaceField(props: PlaceFieldProps) {
  const { label, places, typed, chosen, error, hint, placeholder, keyHint, inputRef, onType, onChoose, onLeave } =
    props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const { found } = matchPlaces(places, typed);
  const isSettled = places.some(({ areaId, name }) => areaId === chosen && name === typed);
  const shown = isOpen && !isSettled ? found : [];
  const current = shown[Math.min(marked, shown.length - 1)];
  const choose = (areaId: string): void => {
    onChoose(areaId);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (found.length === 0) return;
      event.preventDefault();
      setOpen(true);
      setMarked((at) => (at + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    } else if (key === 'Enter' && current) {
      event.preventDefault();
      choose(current.areaId);
    } else if (key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <Field label={label} error={error} hint={hint} className="relative min-w-0">
      <TextInput
        ref={inputRef}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current ? `${id}-${current.areaId}` : undefined}
        autoComplete="off"
        value={typed}
        placeholder={placeholder}
        keyHint={keyHint}
        onChange={(text) => {
          setOpen(true);
          setMarked(0);
          onType(text);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={shown.length === 0}
        className="absolute top-full right-0 left-0 z-20 mt-1 max-h-80 overflow-auto rounded border border-line bg-surface py-1 shadow-float"
      >
        {shown.map((place) => (
          <li
            key={place.areaId}
            id={`${id}-${place.areaId}`}
            role="option"
            aria-selected={place === current}
            className={classes(
              'flex min-h-9 cursor-pointer items-center gap-2 px-3 text-13 max-desk:min-h-11',
              place === current && 'bg-brand-50',
            )}
            // The field keeps the focus until the press is handled.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(place.areaId)}
          >
            <span className="min-w-0 flex-1 truncate">{place.name}</span>
            <span className="text-12 text-text-2">{place.floor}</span>
          </li>
        ))}
      </ul>
    </Field>
  );
}
